import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const bills = select({ count: sql<number>`count(distinct i.bill_id)::int` })

/** The bills on which an item of the price list stands, in words. */
export async function tariffUses(tx: TenantTx, tariffId: string): Promise<string[]> {
  const { count } = await tx.need(bills.keptFrom`bill_item i where ${tx.own('i')} and i.tariff_id = ${tariffId}`)
  return count > 0 ? [`${count} 张账单`] : []
}

const payments = select(columns('bill_payment', 'p', 'pay_method_id'), { count: sql<number>`count(*)::int` })

/** How many payments were taken by each way to pay, in the clinics that are seen. */
export async function paymentsByMethod(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(payments.from`bill_payment p where ${tx.own('p')} group by p.pay_method_id`)
  return new Map(rows.map(({ payMethodId, count }) => [payMethodId, count]))
}
