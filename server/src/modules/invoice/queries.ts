import { invoiceRedStates, patientInvoiceStates } from '@dentin/contract/invoice'
import { dayRange, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, counted, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'

const redsOf = (tx: TenantTx, set: 'issued' | 'open') =>
  sql`coalesce((select sum(r.amount) from invoice_red r where ${tx.own('r')} and r.invoice_id = i.id
    and r.status in ${codes(invoiceRedStates, set)}), 0)`

const invoices = (tx: TenantTx) =>
  select(
    columns(
      'invoice',
      'i',
      'id',
      'invoice_no',
      'issuer_clinic_id',
      'patient_id',
      'status',
      'title_type',
      'title',
      'tax_no',
      'mail',
      'phone',
      'tax_rate',
      'app_id',
      'attempt',
      'attempt_no',
      'sent_at',
      'asks',
      'missed',
      'busy_until',
      'key_hash',
      'platform_no',
      'issued_on',
      'file_hash',
      'fail_reason',
      'operator_id',
      'operator_name',
      'created_at',
      'version',
    ),
    amounts('invoice', 'i', 'amount', 'tax'),
    { redAmount: fenOf(redsOf(tx, 'issued')), redPending: fenOf(redsOf(tx, 'open')) },
    named('patient', 'p', {
      patientName: 'name',
      gender: 'gender',
      birthDay: 'birth_day',
      medicalNumber: 'medical_number',
    }),
  )
export type InvoiceRow = RowIn<ReturnType<typeof invoices>>
const invoicesWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`invoice i join patient p on ${tx.own('p')} and p.id = i.patient_id where ${tx.own('i')} and ${rest}`

export const findInvoice = (tx: TenantTx, id: string): Promise<InvoiceRow> =>
  tx.need(invoices(tx).keptFrom`${invoicesWith(tx, sql`i.id = ${id}`)}`)
export const lockInvoice = (tx: TenantTx, id: string): Promise<InvoiceRow> =>
  tx.need(invoices(tx).keptFrom`${invoicesWith(tx, sql`i.id = ${id} for no key update of i`)}`)

/** The invoices that cover some of a paper, the newest first. */
export const invoicesOf = (
  tx: TenantTx,
  column: 'bill_id' | 'card_log_id' | 'prepay_id',
  id: string,
): Promise<InvoiceRow[]> =>
  tx.rows(
    invoices(tx).keptFrom`${invoicesWith(
      tx,
      sql`exists (select 1 from invoice_source s where ${tx.own('s')} and s.invoice_id = i.id and s.${sql.raw(column)} = ${id}
        ${column === 'prepay_id' ? sql`and s.part = 'prepay'` : sql``}) order by i.created_at desc, i.id desc limit 50`,
    )}`,
  )

/** The patient's last invoice: whom it was made out to. */
export const lastOf = (tx: TenantTx, patientId: string): Promise<InvoiceRow | undefined> =>
  tx.row(
    invoices(tx)
      .keptFrom`${invoicesWith(tx, sql`i.patient_id = ${patientId} order by i.created_at desc, i.id desc limit 1`)}`,
  )

export interface InvoiceFilter {
  clinicId: string
  reach: RawBuilder<boolean>
  status: number | null
  keyword: string
  digits: boolean
  from: LocalDate | null
  to: LocalDate | null
}

function filtered(tx: TenantTx, filter: InvoiceFilter): RawBuilder<unknown> {
  const { keyword, from, to } = filter
  const like = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`i.issuer_clinic_id = ${filter.clinicId} and ${filter.reach}
    and ${from ? sql`i.created_at >= ${dayRange(from).from}` : sql`true`}
    and ${to ? sql`i.created_at < ${dayRange(to).to}` : sql`true`}
    and ${
      keyword === ''
        ? sql`true`
        : sql`(i.invoice_no = ${keyword.toUpperCase()} or i.platform_no = ${keyword} or i.title ilike ${like}
            or i.patient_id in (select f.id from ${foundBy(tx, keyword, 200, filter.digits)} f))`
    }`
}

export async function listInvoices(tx: TenantTx, filter: InvoiceFilter, page: { limit: number; offset: number }) {
  const where = filtered(tx, filter)
  const state = filter.status === null ? sql`true` : sql`i.status = ${filter.status}`
  const list = await tx.rows(
    invoices(tx).from`${invoicesWith(
      tx,
      sql`${where} and ${state} order by i.created_at desc, i.id desc limit ${page.limit} offset ${page.offset}`,
    )}`,
  )
  const { total } = await tx.need(counted.from`${invoicesWith(tx, sql`${where} and ${state}`)}`)
  const perState = select(columns('invoice', 'i', 'status'), { count: sql<number>`count(*)::int` })
  const states = await tx.rows(perState.from`${invoicesWith(tx, sql`${where} group by i.status`)}`)
  const counts = Object.fromEntries(patientInvoiceStates.sets.all.map((code) => [String(code), 0]))
  for (const { status, count } of states) counts[String(status)] = count
  return { list, total, counts }
}

const redList = select(
  columns(
    'invoice_red',
    'r',
    'id',
    'red_no',
    'issuer_clinic_id',
    'invoice_id',
    'status',
    'reason',
    'note',
    'entry_id',
    'attempt',
    'attempt_no',
    'former_nos',
    'is_refused',
    'sent_at',
    'asks',
    'missed',
    'busy_until',
    'platform_no',
    'issued_on',
    'file_hash',
    'fail_reason',
    'operator_id',
    'operator_name',
    'created_at',
    'version',
  ),
  amounts('invoice_red', 'r', 'amount', 'tax'),
)
export type RedRow = RowIn<typeof redList>

/** What takes an invoice back, in the order in which it was asked for. */
export const redsOfInvoice = (tx: TenantTx, invoiceId: string): Promise<RedRow[]> =>
  tx.rows(
    redList.keptFrom`invoice_red r where ${tx.own('r')} and r.invoice_id = ${invoiceId} order by r.created_at, r.id`,
  )
export const findRed = (tx: TenantTx, id: string): Promise<RedRow> =>
  tx.need(redList.keptFrom`invoice_red r where ${tx.own('r')} and r.id = ${id}`)
export const lockRed = (tx: TenantTx, id: string): Promise<RedRow> =>
  tx.need(redList.keptFrom`invoice_red r where ${tx.own('r')} and r.id = ${id} for no key update of r`)

const attempts = select(
  columns(
    'invoice_attempt',
    'a',
    'id',
    'attempt_no',
    'app_id',
    'seller_tax_no',
    'seller_name',
    'title_type',
    'title',
    'tax_no',
    'mail',
    'phone',
    'tax_rate',
  ),
  amounts('invoice_attempt', 'a', 'tax'),
)
export type AttemptRow = RowIn<typeof attempts>

/** The attempt to issue an invoice that stands. */
export const attemptOf = (tx: TenantTx, { attemptNo }: Pick<InvoiceRow, 'attemptNo'>): Promise<AttemptRow> =>
  tx.need(attempts.keptFrom`invoice_attempt a where ${tx.own('a')} and a.attempt_no = ${attemptNo}`)

/** Attempts before it of which nobody knows that the platform did not issue them, the newest first. */
export const formerAttempts = (
  tx: TenantTx,
  { id, attemptNo }: Pick<InvoiceRow, 'id' | 'attemptNo'>,
): Promise<AttemptRow[]> =>
  tx.rows(
    attempts.keptFrom`invoice_attempt a where ${tx.own('a')} and a.invoice_id = ${id} and a.attempt_no <> ${attemptNo}
      and a.sent_at is not null and not a.is_refused order by a.created_at desc, a.id desc`,
  )

const due = select({
  id: sql<string>`x.id`,
  clinicId: sql<string>`x.clinic_id`,
  isRed: sql<boolean>`x.is_red`,
  since: sql<Date>`x.since`,
})

/**
 * Invoices and reds whose platform is to be told or asked now, those that wait longest first; a red waits until its invoice is issued.
 * @param limit of one clinic: what one that is stuck leaves lying keeps out no other
 */
export const dueNow = (tx: TenantTx, limit: number) =>
  tx.rows(
    due.keptFrom`(select y.*, row_number() over (partition by y.clinic_id order by y.since, y.id) as place from (
        select i.id, i.issuer_clinic_id as clinic_id, false as is_red, i.next_ask_at as since from invoice i
          where ${tx.own('i')} and i.status in ${codes(patientInvoiceStates, 'issuing')} and i.next_ask_at <= ${tx.realNow}
        union all
        select r.id, r.issuer_clinic_id, true, r.next_ask_at from invoice_red r join invoice i on ${tx.own('i')} and i.id = r.invoice_id
          where ${tx.own('r')} and r.status in ${codes(invoiceRedStates, 'open')} and r.next_ask_at <= ${tx.realNow}
            and i.status in ${codes(patientInvoiceStates, 'issued')}) y) x
      where x.place <= ${limit} order by x.since, x.id`,
  )

const numbered = select({ paperNo: sql<string>`x.no` })
/** The paper that a number of the platform stands on already, of the same clinic. */
export const knownNumber = (tx: TenantTx, clinicId: string, platformNo: string) =>
  tx.row(
    numbered.keptFrom`(select i.invoice_no as no from invoice i
          where ${tx.own('i')} and i.issuer_clinic_id = ${clinicId} and i.platform_no = ${platformNo}
        union all
        select r.red_no from invoice_red r
          where ${tx.own('r')} and r.issuer_clinic_id = ${clinicId} and r.platform_no = ${platformNo}) x limit 1`,
  )

const papers = select(columns('invoice_source', 's', 'id'), {
  paperNo: sql<string>`coalesce(b.bill_no, l.log_no, q.prepay_no, '')`,
})

/** The numbers of the papers that an invoice covers, by its parts. */
export async function paperNumbers(tx: TenantTx, invoiceId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.acrossClinics(() =>
    tx.rows(
      papers.keptFrom`invoice_source s left join bill b on ${tx.own('b')} and b.id = s.bill_id
        left join card_log l on ${tx.own('l')} and l.id = s.card_log_id
        left join prepay q on ${tx.own('q')} and q.id = s.prepay_id
        where ${tx.own('s')} and s.invoice_id = ${invoiceId}`,
    ),
  )
  return new Map(rows.map(({ id, paperNo }) => [id, paperNo]))
}

const statusRows = select({
  standing: sql<boolean>`bool_or(i.status in ${codes(patientInvoiceStates, 'issuing')} or i.status in ${codes(patientInvoiceStates, 'issued')})`,
  reddened: sql<boolean>`bool_or(i.status in ${codes(patientInvoiceStates, 'reddened')})`,
})
const printedRow = select({ printed: sql<boolean>`count(*) > 0` })

/** How far a bill is invoiced: 0 not, 1 a receipt was printed, 2 invoiced, 3 taken back. */
export async function invoiceStatusOf(tx: TenantTx, billId: string): Promise<number> {
  const found = await tx.row(
    statusRows.keptFrom`invoice_source s join invoice i on ${tx.own('i')} and i.id = s.invoice_id
      where ${tx.own('s')} and s.bill_id = ${billId} group by s.bill_id`,
  )
  if (found?.standing) return 2
  if (found?.reddened) return 3
  const { printed } = await tx.need(
    printedRow.keptFrom`audit a where ${tx.own('a')} and a.entity_id = ${billId} and a.action = 'print'`,
  )
  return printed ? 1 : 0
}
