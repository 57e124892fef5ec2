import { cardStates } from '@dentin/contract/card'
import { ruleFields } from '@dentin/contract/card-rules'
import * as declared from '@dentin/contract/lists/card-types'
import type { Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { settingList } from '../../platform/database/setting-list.ts'
import { fieldError } from '../../platform/errors.ts'

/** The types of cards. A card keeps the rules with which it was sold, so that a type may change at any time. */
export const cardTypes = settingList('card_type', declared.cardTypes, {
  select: ({ tx }) => ({
    cardCount: sql`(select count(*)::int from member_card k where k.tenant_id = ${tx.tenantId} and k.type_id = t.id
      and k.status in ${codes(cardStates, 'standing')})`,
  }),
  prepare: async (_at, input, { present, all }) => {
    if (present && present.kind !== input.kind && present.cardCount > 0)
      throw fieldError('BAD_INPUT', 'kind', '已有在用的卡，类型不能再改')
    if (input.validType === 2 && !input.validUntil) throw fieldError('BAD_INPUT', 'validUntil', '请选择到期日')
    if (input.validType === 3 && !input.validDays) throw fieldError('BAD_INPUT', 'validDays', '请填写有效天数')
    if (input.kind === 3) {
      if (!input.times) throw fieldError('BAD_INPUT', 'times', '请填写次数')
      if (input.singlePrice === null) throw fieldError('BAD_INPUT', 'singlePrice', '请填写单次原价，退款时按它扣回')
      if (input.salePrice === 0) throw fieldError('BAD_INPUT', 'salePrice', '次卡的售价须大于 0')
    }
    if (input.stepRule === 2) mustBeModest(input.steps)
    if (input.shareClinics === 2 && input.sharedClinics.length === 0)
      throw fieldError('BAD_INPUT', 'sharedClinics', '请选择门诊')
    if (input.upgradeBy > 0) {
      if (input.upgradeAmount === null) throw fieldError('BAD_INPUT', 'upgradeAmount', '请填写升级金额')
      const better = all.find(({ id }) => id === input.upgradeTypeId)
      if (!better || better.id === input.id) throw fieldError('BAD_INPUT', 'upgradeTypeId', '请选择另一个卡种')
      if (better.kind !== input.kind) throw fieldError('BAD_INPUT', 'upgradeTypeId', '只能升级为同一类型的卡种')
    }
    return {
      valid_until: input.validType === 2 ? input.validUntil : null,
      valid_days: input.validType === 3 ? input.validDays : null,
      times: input.kind === 3 ? input.times : null,
      ...(input.kind === 3 ? {} : { single_price: null }),
      ...(input.upgradeBy === 0 ? { upgrade_amount: null, upgrade_type_id: null } : {}),
      // Lists are kept as JSON.
      ...jsonOf(input),
    }
  },
})

/** What comes along of 每满 is multiplied by how often the sum goes into a recharge: it stays within what a card can hold. */
function mustBeModest(steps: readonly { amount: Fen; bonus: Fen; points: number }[]): void {
  for (const [n, { amount, bonus, points }] of steps.entries()) {
    if (bonus > amount * MOST_TIMES)
      throw fieldError('BAD_INPUT', `steps.${n}.bonus`, `每满的赠金不能超过充值金额的 ${MOST_TIMES} 倍`)
    if (points > amount) throw fieldError('BAD_INPUT', `steps.${n}.points`, '每满的积分不能超过每元 100 分')
  }
}
const MOST_TIMES = 10

const LISTS = {
  steps: 'steps',
  shared_clinics: 'sharedClinics',
  excluded_categories: 'excludedCategories',
  discount_rules: 'discountRules',
  member_prices: 'memberPrices',
  rights: 'rights',
} as const
const jsonOf = (input: object) =>
  Object.fromEntries(
    Object.entries(LISTS).map(([column, key]) => {
      const { shown } = ruleFields[key]
      return [column, JSON.stringify(shown.encode((input as never)[key]))]
    }),
  )
