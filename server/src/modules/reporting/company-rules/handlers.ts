import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { removeRule, rulesOf, saveRule } from './rules.ts'

export const companyRuleHandlers: Handlers<typeof contract.companyRule> = {
  list: rulesOf,
  save: saveRule,
  remove: async (ctx, input) => {
    await removeRule(ctx, input)
    return null
  },
}
