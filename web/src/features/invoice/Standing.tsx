import { patientInvoiceStates } from '@dentin/contract/invoice'
import { StatusTag, Tag } from '../../ui/index.ts'
import type { Invoice } from './hooks.ts'

/** The state of an invoice, and what of it is taken back or on its way to be. */
export function Standing({ row }: { row: Pick<Invoice, 'status' | 'redAmount' | 'redPending'> }) {
  const partly = patientInvoiceStates.is(row.status, 'issued') && Number(row.redAmount) > 0
  return (
    <>
      <StatusTag kind={patientInvoiceStates} value={row.status} /> {partly && <Tag tone="muted">部分红冲</Tag>}{' '}
      {Number(row.redPending) > 0 && <Tag tone="wait">红冲中</Tag>}
    </>
  )
}
