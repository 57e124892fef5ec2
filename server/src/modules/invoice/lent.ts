import { invoiceStates } from '@dentin/contract/invoice'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import type { Invoices } from '../billing/index.ts'

/** What it lends to bills: whether they are invoiced, or were and are red. */
export const invoices: Invoices = {
  statusOf: (tx, billId) =>
    lent(sql<number | null>`(select case when bool_or(i.status in ${codes(invoiceStates, 'issued')}) then 2
        when bool_or(i.status in ${codes(invoiceStates, 'red')}) then 3 end
      from invoice_cover c join invoice i on i.tenant_id = ${tx.tenantId} and i.id = c.invoice_id
      where c.tenant_id = ${tx.tenantId} and c.bill_id = ${billId} and c.kind = 1)`),
}
