import { z } from 'zod'
import { amount, moment, optionalText, patientFace, requiredText, version } from './fields.ts'
import { states } from './states.ts'

// Money that a patient left with the clinic (a prepayment, what a card holds) and that is given back: one asks, from the clinic's
// sum on another agrees, then it is paid out.

/** The paper of giving back, from asking to paying out. */
export const giveBackStates = states(
  {
    asked: [0, '待审批', 'due'],
    agreed: [1, '待退款', 'ready'],
    paid: [2, '已退', 'done'],
    refused: [3, '已拒绝', 'ended'],
    withdrawn: [5, '已撤回', 'ended'],
  },
  { open: ['asked', 'agreed'] },
  {
    decide: { from: ['asked'], to: ['agreed', 'refused'] },
    pay: { from: ['agreed'], to: ['paid'] },
    withdraw: { from: ['open'], to: ['withdrawn'] },
  },
)

/** What each such paper says. */
export const giveBackPaper = {
  ...patientFace,
  status: z.number(),
  amount,
  ways: z.array(z.object({ payMethodId: z.string(), name: z.string(), amount })),
  reason: z.string(),
  applicantName: z.string(),
  appliedAt: moment,
  approverName: z.string().nullable(),
  decisionReason: z.string().nullable(),
  payerName: z.string().nullable(),
  paidAt: moment.nullable(),
  version: z.number(),
}
/** What a person may do with it. */
export const giveBackAllowed = z.object({ decide: z.boolean(), pay: z.boolean(), withdraw: z.boolean() })
/** Where it stands after a step. */
export const giveBackDone = z.object({ id: z.string(), status: z.number(), version: z.number() })
/** What the other person says. */
export const giveBackDecision = {
  version,
  agree: z.boolean({ error: '应为是或否' }),
  reason: optionalText('意见', 50),
}
/** Why it is withdrawn. */
export const giveBackWithdrawal = { version, reason: requiredText('原因', 50) }
