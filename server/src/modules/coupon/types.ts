import * as declared from '@dentin/contract/lists/coupon-types'
import { couponStates } from '@dentin/contract/coupon'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { settingList } from '../../platform/database/setting-list.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'

/** Kinds that take a sum off: from a sum on, or whatever there is. */
const OF_SUM = [1, 2]

/** What coupons there are. Each that was given keeps its terms, so that a type may change at any time. */
export const couponTypes = settingList('coupon_type', declared.couponTypes, {
  select: ({ tx }) => {
    const count = (which: ReturnType<typeof sql>) =>
      sql`(select count(*)::int from coupon k where k.tenant_id = ${tx.tenantId} and k.type_id = t.id and ${which})`
    return {
      issued: count(sql`k.status not in ${codes(couponStates, 'void')}`),
      used: count(sql`k.status in ${codes(couponStates, 'used')}`),
    }
  },
  prepare: (_at, input, { present }) => {
    const { kind } = input
    if (OF_SUM.includes(kind) && input.value === null) throw fieldError('BAD_INPUT', 'value', '请填写面额')
    if (kind === 1 && input.threshold === 0)
      throw fieldError('BAD_INPUT', 'threshold', '满减券请填写使用门槛；没有门槛的请选立减券')
    if (kind === 1 && input.value !== null && input.value > input.threshold)
      throw fieldError('BAD_INPUT', 'value', '面额不能大于使用门槛')
    if (kind === 3 && input.percent === null) throw fieldError('BAD_INPUT', 'percent', '请填写折扣')
    if (kind === 4 && input.categoryIds.length + input.tariffIds.length === 0)
      throw fieldError('BAD_INPUT', 'tariffIds', '项目券请选择可用的项目或类别')
    if (input.validType === 1 && !input.validUntil) throw fieldError('BAD_INPUT', 'validUntil', '请选择到期日')
    if (input.validType === 2 && !input.validDays) throw fieldError('BAD_INPUT', 'validDays', '请填写有效天数')
    if (present && input.total !== null && input.total < present.issued)
      throw fieldError('BAD_INPUT', 'total', `已发 ${present.issued} 张，总量不能更少`)
    return Promise.resolve({
      value: OF_SUM.includes(kind) && input.value !== null ? String(input.value / 100) : null,
      percent: kind === 3 ? input.percent : null,
      most: kind > 2 && input.most !== null ? String(input.most / 100) : null,
      valid_until: input.validType === 1 ? input.validUntil : null,
      valid_days: input.validType === 2 ? input.validDays : null,
      // Lists are kept as JSON.
      category_ids: JSON.stringify(input.categoryIds),
      tariff_ids: JSON.stringify(input.tariffIds),
      clinic_ids: JSON.stringify(input.clinicIds),
    })
  },
})

/** The kinds of coupons that can be given now, by their names. */
export async function typesToGive(at: { tx: TenantTx; clinicId: string }): Promise<{ id: string; name: string }[]> {
  const list = await couponTypes.list(at)
  return list.flatMap(({ id, name, enabled }) => (enabled ? [{ id, name }] : []))
}
