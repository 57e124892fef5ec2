import { tariffPackages } from '@dentin/contract/lists/tariff-packages'
import { fen, formatYuan } from '@dentin/kit'
import { sql } from 'kysely'
import { settingList } from '../../../platform/database/setting-list.ts'
import { amounts, columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { fieldError } from '../../../platform/errors.ts'

const priced = select(columns('tariff', 't', 'id', 'name', 'enabled'), amounts('tariff', 't', 'price'))
const itemsOf = (
  tx: TenantTx,
) => sql`rows from (jsonb_to_recordset(t.items) as ("tariffId" uuid, qty int)) with ordinality as x("tariffId", qty, n)
  join tariff i on ${tx.own('i')} and i.id = x."tariffId"`

/** Several items of the price list for one price. */
export const tariffPackageSettings = settingList('tariff_package', tariffPackages, {
  select: ({ tx }) => ({
    words: sql`coalesce((select string_agg(i.name || case when x.qty > 1 then ' × ' || x.qty else '' end, '，' order by x.n) from ${itemsOf(tx)}), '')`,
    listPrice: sql`(select coalesce(sum(i.price * x.qty), 0)::numeric(14, 2) from ${itemsOf(tx)})`,
  }),
  prepare: async ({ tx }, { items, price }) => {
    const ids = items.map(({ tariffId }) => tariffId)
    const rows = await tx.rows(priced.from`tariff t where ${tx.own('t')} and t.id = any(${ids}::uuid[])`)
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const [n, { tariffId }] of items.entries()) {
      const tariff = found.get(tariffId)
      if (!tariff) throw fieldError('NOT_FOUND', `items.${n}.tariffId`, '没有这个项目')
      if (!tariff.enabled) throw fieldError('BAD_INPUT', `items.${n}.tariffId`, `${tariff.name}已停用`)
    }
    const whole = fen(items.reduce((all, { tariffId, qty }) => all + (found.get(tariffId)?.price ?? 0) * qty, 0))
    if (price >= whole) throw fieldError('BAD_INPUT', 'price', `套餐价须低于单买的合计 ${formatYuan(whole)} 元`)
    // Lists are kept as JSON.
    return { items: JSON.stringify(items) }
  },
})
