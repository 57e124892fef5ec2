import { billing } from '@dentin/contract/billing'
import type { AnyCall, WireOutput } from '@dentin/contract/core/call'
import { invoice, invoiceRedStates, invoiceStates, type InvoiceKind } from '@dentin/contract/invoice'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Offer = WireOutput<typeof invoice.offer>
export type Invoice = WireOutput<typeof invoice.list>['list'][number]
export type Red = Invoice['reds'][number]
export type Holder = Offer['holder']

/** While something is at the platform it is looked after every few seconds. */
const WAITS_MS = 3_000
const reads = [invoice.offer, invoice.list, invoice.ofPatient, billing.detail, billing.listByPatient]

/** Does one of these wait for the platform? */
export const isWaiting = (rows: readonly Invoice[]): boolean =>
  rows.some(
    (row) => invoiceStates.is(row.status, 'open') || row.reds.some(({ status }) => invoiceRedStates.is(status, 'open')),
  )

/** What of a bill, card or prepayment may be invoiced, and what was; followed while something is under way. */
export function useOffer(kind: InvoiceKind, holderId: string, waiting: boolean) {
  useLive(['bill'], [invoice.offer])
  return useCall(invoice.offer, { kind, holderId }, { keep: false, ...(waiting ? { refetchInterval: WAITS_MS } : {}) })
}

export type InvoiceState = 'all' | 'open' | 'issued' | 'failed' | 'red' | 'reds'

/** The clinic's invoices, kept fresh. */
export function useInvoices(
  filter: { state: InvoiceState; keyword: string; from: string | null; to: string | null },
  page: { pageNum: number; pageSize: number },
) {
  useLive(['bill'], [invoice.list])
  const { from, to, ...rest } = filter
  return useCall(invoice.list, { ...rest, ...(from ? { from } : {}), ...(to ? { to } : {}), ...page })
}

/** Everything that changes invoices; what is on the screen is read again after each. */
export const useInvoiceSend = <C extends AnyCall>(call: C) => useSend(call, { refresh: reads })
