import { companyRules, type CompanyRule } from '@dentin/contract/company-rule'
import type { RuleValue } from './hooks.ts'

/** A value of a rule, in words. */
export function valueWords(rule: CompanyRule, value: RuleValue): string {
  const said = companyRules[rule]
  if (said.kind === 'days') return `${String(value)} 天`
  if (said.kind === 'steps' && Array.isArray(value)) return `${value.join(' / ')} ${said.unit}`
  if (typeof value === 'boolean') return value ? '计入' : '不计入'
  return Array.isArray(value) && value.length > 0 ? value.join('、') : '没有'
}

/** '2026-11-01' as 2026年11月. */
export const monthWords = (day: string): string => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`
