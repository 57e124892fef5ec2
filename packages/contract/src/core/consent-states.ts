import { states } from './states.ts'

/** 待签 until patient and doctor have signed; what was signed is only withdrawn. */
export const consentStates = states(
  {
    toSign: [0, '待签', 'waiting'],
    signed: [1, '已签', 'done'],
    void: [2, '已作废', 'ended'],
  },
  { live: ['toSign', 'signed'] },
  {
    edit: { from: ['toSign'], to: [] },
    sign: { from: ['toSign'], to: ['signed'] },
    void: { from: ['live'], to: ['void'] },
  },
)
