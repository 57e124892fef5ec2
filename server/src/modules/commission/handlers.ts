import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { saveRule, shownRules, stopRule } from './keep.ts'
import { confirmSlip, payOfPerson, printedSlip, slipsOf, trialOf } from './shown.ts'

export const commissionHandlers: Handlers<typeof contract.commission> = {
  rules: shownRules,
  saveRule,
  stopRule,
  trial: trialOf,
  pay: payOfPerson,
  slips: slipsOf,
  slip: (ctx, input) => printedSlip(ctx, input),
  confirm: confirmSlip,
}
