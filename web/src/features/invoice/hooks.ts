import { billing } from '@dentin/contract/billing'
import type { AnyCall, WireOutput } from '@dentin/contract/core/call'
import { invoice, patientInvoiceStates, type InvoiceOf } from '@dentin/contract/invoice'
import { useLive } from '../../lib/live.ts'
import { useCall, useSend } from '../../lib/query.ts'

export type Offer = WireOutput<typeof invoice.forBill>
export type Invoice = WireOutput<typeof invoice.list>['list'][number]
export type InvoiceDetail = WireOutput<typeof invoice.detail>
export type Red = InvoiceDetail['reds'][number]

/** While something is at the platform it is looked after every few seconds. */
const WAITS_MS = 3_000
const offers = { bill: invoice.forBill, recharge: invoice.forRecharge, prepay: invoice.forPrepay } as const
const reads = [
  invoice.forBill,
  invoice.forRecharge,
  invoice.forPrepay,
  invoice.list,
  invoice.detail,
  billing.detail,
  billing.listByPatient,
]

/** Does one of these wait for the platform? */
export const isWaiting = (rows: readonly Pick<Invoice, 'status' | 'redPending'>[]): boolean =>
  rows.some(({ status, redPending }) => patientInvoiceStates.is(status, 'issuing') || Number(redPending) > 0)

/** What of a paper may be invoiced, and what was; followed while something is under way. */
export function useOffer(of: InvoiceOf, id: string, waiting: boolean) {
  const call = offers[of]
  useLive(['bill'], [call])
  return useCall(call, { id }, { keep: false, ...(waiting ? { refetchInterval: WAITS_MS } : {}) })
}

export interface InvoiceFilter {
  status: number | null
  keyword: string
  from: string | null
  to: string | null
}

/** The clinic's invoices, kept fresh. */
export function useInvoices({ status, keyword, from, to }: InvoiceFilter, page: { pageNum: number; pageSize: number }) {
  useLive(['bill'], [invoice.list])
  const dates = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const state = status === null ? {} : { status: status as 0 }
  return useCall(invoice.list, { keyword, ...dates, ...state, ...page })
}

/** One invoice with its reds; followed while something of it is under way. */
export function useInvoice(id: string, waiting: boolean) {
  useLive(['bill'], [invoice.detail])
  return useCall(invoice.detail, { id }, { keep: false, ...(waiting ? { refetchInterval: WAITS_MS } : {}) })
}

/** Everything that changes invoices; what is on the screen is read again after each. */
export const useInvoiceSend = <C extends AnyCall>(call: C) => useSend(call, { refresh: reads })

/** How a buyer is reached, to begin a form with: what is covered on this screen is not sent back. */
export const uncovered = ({ mail, phone }: { mail: string; phone: string }): { mail: string; phone: string } => ({
  mail: mail.includes('*') ? '' : mail,
  phone: phone.includes('*') ? '' : phone,
})
