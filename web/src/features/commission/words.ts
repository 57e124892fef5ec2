import { discountBearers, payBases, payKinds, payRoles } from '@dentin/contract/commission'
import { priceText } from '@dentin/kit/money'
import type { Terms } from './hooks.ts'

/** '2026年10月' */
export const monthText = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

type Said = Pick<Terms, 'kind' | 'steps'>
/** How a rule pays: '20%'; '分段：至 50,000 20%，以上 25%'. */
export function stepsText({ kind, steps }: Said): string {
  const rates = steps.map(({ from, to, rate }) =>
    to === null
      ? Number(from) === 0
        ? `${rate}%`
        : `${priceText(from)}以上 ${rate}%`
      : `至 ${priceText(to)} ${rate}%`,
  )
  const words = rates.join('，')
  return kind === 1 ? words : `${payKinds[kind as 2]}：${words}`
}

/** Of what it pays: '收入，减材料、加工、手续费'. */
export function baseText({ basis, lessMaterial, lessLab, lessFee, discountBy }: Terms): string {
  const less = [lessMaterial && '材料', lessLab && '加工', lessFee && '手续费'].filter(Boolean).join('、')
  return [payBases[basis as 1], less && `减${less}`, discountBy === 2 && `优惠${discountBearers[2]}`]
    .filter(Boolean)
    .join('，')
}

/** Whom and what it is for: the part, the people, the items, the clinics. */
export function scopeText({ role, people, items, categories, clinics }: Terms): string {
  const some = (list: readonly string[], none: string) =>
    list.length === 0 ? none : list.length <= 3 ? list.join('、') : `${list.slice(0, 3).join('、')}等 ${list.length} 个`
  return [
    payRoles[role],
    some(people, '全部员工'),
    items.length > 0 ? some(items, '') : some(categories, '全部项目'),
    ...(clinics.length > 0 ? [some(clinics, '')] : []),
  ].join('　')
}
