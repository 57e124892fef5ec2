import { states } from './states.ts'

/**
 * 待签 until patient and doctor have signed; what was signed is only withdrawn. In an emergency in which neither the patient nor
 * a near relative can be asked, the approval of a head of the clinic carries it (Civil Code 1220) until they sign afterwards.
 */
export const consentStates = states(
  {
    toSign: [0, '待签', 'waiting'],
    signed: [1, '已签', 'done'],
    void: [2, '已作废', 'ended'],
    asked: [3, '待批准', 'due'],
    approved: [4, '待补签', 'owing'],
  },
  {
    live: ['toSign', 'signed', 'asked', 'approved'],
    /** What allows the treatment. */
    covers: ['signed', 'approved'],
    /** What an emergency has left to be done: by a head, then by the patient. */
    emergency: ['asked', 'approved'],
    /** Nothing allows the treatment yet. */
    open: ['toSign', 'asked'],
  },
  {
    edit: { from: ['toSign'], to: [] },
    sign: { from: ['toSign', 'approved'], to: ['signed'] },
    ask: { from: ['toSign'], to: ['asked'] },
    decide: { from: ['asked'], to: ['approved', 'toSign'] },
    takeBack: { from: ['asked'], to: ['toSign'] },
    void: { from: ['live'], to: ['void'] },
  },
)
