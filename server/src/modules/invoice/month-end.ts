import { invoiceRedStates, patientInvoiceStates } from '@dentin/contract/invoice'
import { addDays, dayRange } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { select } from '../../platform/database/select.ts'
import { someOf, type MonthEndCheck } from '../ledger/index.ts'

const unsettled = select({ no: sql<string>`x.no`, patientName: sql<string>`x.name`, word: sql<string>`x.word` })

/** Which invoices and reds of a month have no outcome yet, or failed: what the books say is not what was issued. */
export const monthEndChecks: readonly MonthEndCheck[] = [
  {
    code: 'invoices',
    title: '发票没有办完',
    blocks: false,
    path: '/invoices',
    button: '去看',
    nothing: '没有开票中或失败的发票、红字发票',
    of: async (tx, month) => {
      const { to } = dayRange(addDays(month.before, -1))
      const rows = await tx.rows(
        unsettled.keptFrom`(
            select i.invoice_no as no, p.name, case when i.status in ${codes(patientInvoiceStates, 'failed')} then '失败' else '开票中' end as word,
              i.created_at
            from invoice i join patient p on ${tx.own('p')} and p.id = i.patient_id
            where ${tx.own('i')} and i.issuer_clinic_id = ${month.clinicId} and i.created_at < ${to}
              and i.status in ${codes(patientInvoiceStates, 'issuing', 'failed')}
            union all
            select r.red_no, p.name, case when r.status in ${codes(invoiceRedStates, 'failed')} then '红冲失败' else '红冲中' end, r.created_at
            from invoice_red r join invoice i on ${tx.own('i')} and i.id = r.invoice_id
              join patient p on ${tx.own('p')} and p.id = i.patient_id
            where ${tx.own('r')} and r.issuer_clinic_id = ${month.clinicId} and r.created_at < ${to}
              and r.status in ${codes(invoiceRedStates, 'open', 'failed')}) x
          order by x.created_at`,
      )
      return { count: rows.length, note: someOf(rows.map((row) => `${row.no} ${row.patientName} ${row.word}`)) }
    },
  },
]
