import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { copy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { cardHandlers, reached } from './handlers.ts'
import { statementOf } from './statement.ts'
import { defineCardJobs } from './jobs.ts'
import { lends } from './lent.ts'
import { mergeRules } from './merge-rules.ts'
import { monthEndChecks } from './month-end.ts'
import { expiring } from './tell.ts'

export type { AskedByCard } from './extension-points.ts'
export { confirmHandOver, sendHandOverCode, spendCodes, type HandOver } from './confirm.ts'
export { openCard, recharge, rechargeable, sellable } from './commands.ts'
export { membersListed, reached as cardInReach } from './handlers.ts'
export { logMovements, type Movement } from './log.ts'
export {
  cardsAfterBill,
  cardsOfPatient,
  closedAmong,
  findCards,
  lockCardsOfBill,
  lockOwnCards,
  standingOf,
  type CardRow,
} from './queries.ts'
export { tellOwners } from './tell.ts'
export { openPurse, type BillToPay, type PaidByCard, type Purse } from './purse.ts'
export { standingOfCardReceipt } from './receipts.ts'
export { standingOfCardRefund } from './refund-handlers.ts'
export { cardForPoints, movePoints, pointsFor } from './points.ts'
export { cashOf, checkWays, keptWays, type Way, type WayAsked } from './ways.ts'
export { giveBackRights, rightOffers, rightsBack } from './rights.ts'
export { cardNamed, cardOffers, type CardOffer } from './discounts.ts'

/** What this module is to the rest of the house: member cards, what they hold and what they may do. */
export const cardModule = module({
  name: 'card',
  owns: ['card_change', 'card_log', 'card_refund', 'card_right_use', 'card_password', 'card_type', 'member_card'],
  reads: ['clinic', 'ledger_entry', 'ledger_posting', 'patient', 'tariff', 'tariff_category'],
  handlers: {
    memberCard: cardHandlers,
    cardStatement: { read: async (ctx, input) => statementOf(ctx, await reached(ctx, input.id), input) },
  },
  topics: { memberCard: ['/membercard:view', '/orderSet:charge'] },
  constraints,
  jobs: defineCardJobs,
  sms: { scenes: [expiring] },
  monthEnd: { checks: monthEndChecks },
  patient: { mergeRules, deletionGuard, copy: [copy], lends },
})
