import { invoice, type InvoiceOf } from '@dentin/contract/invoice'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'

/**
 * A code for the receipt of a paper, by which whoever paid asks for the invoice.
 * @returns null when there is none, undefined as long as it is not known
 */
export function useInvoiceCode(of: InvoiceOf, id: string): { code: string; url: string } | null | undefined {
  const can = useCan()
  const may = can('/orderSet:print') || can('/invoices:issue')
  const { data, error } = useCall(invoice.makeCode, { of, id }, { enabled: may, keep: false, staleTime: Infinity })
  if (!may || error) return null
  if (!data) return undefined
  return data.code && data.url ? { code: data.code, url: data.url } : null
}
