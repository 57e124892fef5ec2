import { prepayStates } from '@dentin/contract/prepay'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import { fieldError } from '../../platform/errors.ts'
import type { Prepayments } from '../billing/index.ts'
import { lockPrepays } from './queries.ts'
import { assertHeld, assertStep } from './rules.ts'

const ids = select(columns('prepay', 'q', 'id'))

/** Prepayments as bills ask for them. Each pays in every clinic of the chain: the clinics then owe each other for it. */
export const prepayments: Prepayments = {
  lock: async (ctx, patientId, asked) => {
    for (const [n, { prepayId, field }] of asked.entries())
      if (asked.findIndex((each) => each.prepayId === prepayId) !== n)
        throw fieldError('BAD_INPUT', `${field}.prepayId`, '同一笔预交金只能写一次')
    const locked = await lockPrepays(
      ctx.tx,
      asked.map(({ prepayId }) => prepayId),
    )
    for (const { prepayId, amount, field } of asked) {
      const found = locked.get(prepayId)
      if (found?.patientId !== patientId) throw fieldError('NOT_FOUND', `${field}.prepayId`, '不是这位患者的预交金')
      assertStep('use', found.status, `${field}.prepayId`)
      assertHeld(amount, found.balanceAmount, (most) => `余额不足，最多可付 ${most} 元`, `${field}.amount`)
    }
  },
  givenBackAmong: async (tx, some) => {
    const rows = await tx.rows(
      ids.keptFrom`prepay q where ${tx.own('q')} and q.id = any(${some}::uuid[])
        and q.status in ${codes(prepayStates, 'givenBack')}`,
    )
    return new Set(rows.map(({ id }) => id))
  },
}
