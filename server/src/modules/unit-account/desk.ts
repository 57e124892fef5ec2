import { fieldError } from '../../platform/errors.ts'
import type { PayUnits } from '../billing/index.ts'
import { nameOf } from './lent.ts'
import { lockUnits, settledAmong } from './queries.ts'
import { assertChargeable } from './rules.ts'

/** Units as bills ask for them. */
export const payUnits: PayUnits = {
  lock: async (ctx, asked, isAsked = false) => {
    const locked = await lockUnits(
      ctx.tx,
      asked.map(({ unitId }) => unitId),
    )
    for (const { unitId, field } of asked)
      if (!locked.has(unitId)) throw fieldError('NOT_FOUND', `${field}.unitId`, '没有这个记账单位')
    if (isAsked) return
    for (const unit of locked.values())
      assertChargeable(
        unit,
        asked.filter(({ unitId }) => unitId === unit.id),
      )
  },
  nameOf,
  isSettled: (tx, paymentIds) => settledAmong(tx, paymentIds),
}
