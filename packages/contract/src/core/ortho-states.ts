import { states } from './states.ts'

/** How far an orthodontic case has come. A step forward at a time; it is broken off from a diagnosis on. */
export const orthoStates = states(
  {
    first: [1, '初诊', 'open'],
    diagnosed: [2, '已诊断', 'due'],
    planning: [3, '方案待定', 'waiting'],
    treating: [4, '治疗中', 'underWay'],
    retention: [5, '保持', 'unsettled'],
    ended: [6, '结束', 'done'],
    stopped: [9, '中止', 'ended'],
  },
  {
    /** A patient has one of these at most. */
    open: ['first', 'diagnosed', 'planning', 'treating', 'retention'],
    stoppable: ['diagnosed', 'planning', 'treating', 'retention'],
    /** Something is in the mouth. */
    worn: ['treating', 'retention'],
  },
  {
    edit: { from: ['open'], to: [] },
    diagnose: { from: ['first'], to: ['diagnosed'] },
    propose: { from: ['diagnosed'], to: ['planning'] },
    /** The down payment is billed. */
    bill: { from: ['planning', 'treating'], to: [] },
    start: { from: ['planning'], to: ['treating'] },
    debond: { from: ['treating'], to: ['retention'] },
    end: { from: ['retention'], to: ['ended'] },
    stop: { from: ['stoppable'], to: ['stopped'] },
  },
)
/** What becomes of a step without the pictures that belong to it. */
export const orthoPictureRules = { off: '不检查', warn: '提示', block: '不能继续' } as const
export type OrthoPictureRule = keyof typeof orthoPictureRules
