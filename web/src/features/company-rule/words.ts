import { companyRules, rewardWays, type CompanyRule, type RewardTerms } from '@dentin/contract/company-rule'
import type { RuleValue } from './hooks.ts'

/** A value of a rule, in words. */
export function valueWords(rule: CompanyRule, value: RuleValue): string {
  const said = companyRules[rule]
  if (typeof value === 'number') return `${value} 天`
  if (said.kind === 'steps' && Array.isArray(value)) return `${value.join(' / ')} ${said.unit}`
  if (typeof value === 'boolean') return value ? '计入' : '不计入'
  if (typeof value === 'object' && !Array.isArray(value)) return rewardWords(value)
  return Array.isArray(value) && value.length > 0 ? value.join('、') : '没有'
}

const units = { points: '积分', coupon: '张券', cash: '元' } as const

/** What introducing somebody earns, in words. */
function rewardWords({ way, basis, from, first, second }: RewardTerms): string {
  if (way === 'none') return rewardWays.none
  const of = (value: number) =>
    basis === 'percent' ? `消费的 ${value}%（${rewardWays[way]}）` : `${value} ${units[way]}`
  const least = from > 0 ? `满 ${from} 元，` : ''
  return `${least}介绍人 ${of(first)}${second > 0 ? `，上一级 ${of(second)}` : ''}`
}

/** '2026-11-01' as 2026年11月. */
export const monthWords = (day: string): string => `${day.slice(0, 4)}年${Number(day.slice(5, 7))}月`
