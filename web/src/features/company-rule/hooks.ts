import { cockpit } from '@dentin/contract/cockpit'
import { companyRule } from '@dentin/contract/company-rule'
import { report } from '@dentin/contract/report'
import type { WireOutput } from '@dentin/contract/core/call'
import { useCall, useSend } from '../../lib/query.ts'

export type CompanyRules = WireOutput<typeof companyRule.list>
export type RuleRow = CompanyRules['rules'][number]
export type RuleValue = RuleRow['value']
export type RuleEntry = RuleRow['history'][number]

/** The rules as they are, were and will be. */
export const useCompanyRules = () => useCall(companyRule.list, {})

/** Setting rules; the figures that go by them are asked anew. */
export function useRuleSends() {
  const refresh = { refresh: [companyRule.list, report.run, cockpit.pace] }
  return { save: useSend(companyRule.save, refresh), remove: useSend(companyRule.remove, refresh) }
}
