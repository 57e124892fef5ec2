import { invoiceRedStates, invoiceStates } from '@dentin/contract/invoice'
import { fenToYuan, yuanToFen, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'
import type { InvoiceItem } from './rules.ts'

const invoiceList = select(
  columns(
    'invoice',
    'i',
    'id',
    'clinic_id',
    'invoice_no',
    'patient_id',
    'status',
    'type',
    'title_type',
    'title',
    'tax_no',
    'reg_address',
    'reg_phone',
    'bank_name',
    'bank_account',
    'email',
    'mobile',
    'items',
    'account_id',
    'app_id',
    'attempt',
    'request_no',
    'sent_at',
    'message',
    'number',
    'issue_date',
    'file_url',
    'file_hash',
    'source',
    'key_hash',
    'drawer_name',
    'created_at',
    'version',
  ),
  amounts('invoice', 'i', 'amount', 'tax_amount', 'red_amount'),
  named('patient', 'p', { patientName: 'name' }),
)
/** An invoice. */
export type InvoiceRow = RowIn<typeof invoiceList>

const invoiceWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`invoice i join patient p on ${tx.own('p')} and p.id = i.patient_id where ${tx.own('i')} and ${rest}`

export const findInvoice = (
  tx: TenantTx,
  id: string,
  reach: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<InvoiceRow> => tx.need(invoiceList.keptFrom`${invoiceWith(tx, sql`i.id = ${id} and ${reach}`)}`)

/** The same, locked until the transaction ends. */
export const lockInvoice = (
  tx: TenantTx,
  id: string,
  reach: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<InvoiceRow> =>
  tx.need(invoiceList.keptFrom`${invoiceWith(tx, sql`i.id = ${id} and ${reach} for no key update of i`)}`)

const redList = select(
  columns(
    'invoice_red',
    'r',
    'id',
    'clinic_id',
    'invoice_id',
    'status',
    'reason',
    'remark',
    'source',
    'is_due',
    'items',
    'app_id',
    'attempt',
    'request_no',
    'sent_at',
    'message',
    'number',
    'issue_date',
    'file_url',
    'file_hash',
    'raised_name',
    'created_at',
  ),
  amounts('invoice_red', 'r', 'amount'),
  { taxText: sql<string | null>`r.tax_amount::text` },
)
/** A red invoice. */
export type RedRow = RowIn<typeof redList>

export const findRed = (tx: TenantTx, id: string): Promise<RedRow> =>
  tx.need(redList.keptFrom`invoice_red r where ${tx.own('r')} and r.id = ${id}`)
export const lockRed = (tx: TenantTx, id: string): Promise<RedRow> =>
  tx.need(redList.keptFrom`invoice_red r where ${tx.own('r')} and r.id = ${id} for no key update of r`)
export const redsOf = (tx: TenantTx, invoiceIds: readonly string[]): Promise<RedRow[]> =>
  tx.rows(
    redList.keptFrom`invoice_red r where ${tx.own('r')} and r.invoice_id = any(${invoiceIds}::uuid[]) order by r.created_at, r.id`,
  )

type KeptItem = Omit<InvoiceItem, 'amount' | 'tax'> & { amount: string; tax: string }
/** Lines as a row keeps them. */
export const readItems = (kept: unknown): InvoiceItem[] =>
  ((kept ?? []) as KeptItem[]).map((item) => ({ ...item, amount: yuanToFen(item.amount), tax: yuanToFen(item.tax) }))
export const keptItems = (items: readonly InvoiceItem[]): string =>
  JSON.stringify(items.map((item) => ({ ...item, amount: fenToYuan(item.amount), tax: fenToYuan(item.tax) })))

/** What is on an invoice already: what of each cover was not taken back. */
const coverList = (tx: TenantTx) =>
  select(
    columns('invoice_cover', 'c', 'id', 'invoice_id', 'kind', 'bill_id', 'card_id', 'prepay_id'),
    amounts('invoice_cover', 'c', 'amount'),
    {
      no: sql<string>`coalesce(b.bill_no, k.card_no, q.prepay_no, '')`,
      red: fenOf(sql`coalesce((select sum(rc.amount) from invoice_red_cover rc
      join invoice_red r on ${tx.own('r')} and r.id = rc.red_id
      where ${tx.own('rc')} and rc.cover_id = c.id and r.status in ${codes(invoiceRedStates, 'standing')}), 0)`),
    },
  )
export type CoverRow = RowIn<ReturnType<typeof coverList>>
export const holderOf = (cover: Pick<CoverRow, 'billId' | 'cardId' | 'prepayId'>): string =>
  (cover.billId ?? cover.cardId ?? cover.prepayId) as string

export const coversOf = (tx: TenantTx, invoiceIds: readonly string[]): Promise<CoverRow[]> =>
  tx.rows(
    coverList(tx).keptFrom`invoice_cover c
      left join bill b on ${tx.own('b')} and b.id = c.bill_id
      left join member_card k on ${tx.own('k')} and k.id = c.card_id
      left join prepay q on ${tx.own('q')} and q.id = c.prepay_id
      where ${tx.own('c')} and c.invoice_id = any(${invoiceIds}::uuid[]) order by c.kind, no, c.id`,
  )

/** A bill, card or prepayment of which something may be invoiced. */
export interface Holder {
  kind: number
  id: string
  no: string
  what: string
  day: LocalDate
  clinicId: string
  clinicName: string
  patientId: string
  patientName: string
  right: Fen
  invoiced: Fen
  red: Fen
  balance: Fen
}

const rights = {
  right: fenOf(sql`coalesce(w.right_amount, 0)`),
  invoiced: fenOf(sql`coalesce(w.invoiced_amount, 0)`),
  red: fenOf(sql`coalesce(w.red_amount, 0)`),
}
const ofClinic = [named('clinic', 'n', { clinicName: 'name' }), named('patient', 'p', { patientName: 'name' })] as const
const day = (moment: RawBuilder<unknown>) =>
  sql<LocalDate>`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
const billHolders = select(
  columns('bill', 'b', 'id', 'clinic_id', 'patient_id', 'bill_type'),
  named('bill', 'b', { no: 'bill_no' }),
  ...ofClinic,
  {
    ...rights,
    balance: fenOf(sql`0`),
    day: day(sql`coalesce(b.pay_time, b.open_time)`),
  },
)
const cardHolders = select(
  columns('member_card', 'k', 'id', 'patient_id', 'type_name'),
  named('member_card', 'k', { no: 'card_no', clinicId: 'open_clinic_id' }),
  ...ofClinic,
  {
    ...rights,
    kind: sql<number>`w.kind`,
    balance: fenOf(sql`case when w.kind = 2 then k.principal_amount else 0 end`),
    day: day(sql`k.opened_at`),
  },
)
const prepayHolders = select(
  columns('prepay', 'q', 'id', 'patient_id', 'purpose'),
  named('prepay', 'q', { no: 'prepay_no', clinicId: 'open_clinic_id' }),
  ...ofClinic,
  { ...rights, balance: fenOf(sql`q.balance_amount`), day: day(sql`q.received_at`) },
)

/** Holders of rights: the ones named, or all of a patient in a clinic that have something left. */
type Which = { kind: number; id: string } | { patientId: string; clinicId: string }
const isOne = (which: Which): which is { kind: number; id: string } => 'id' in which

export async function holders(tx: TenantTx, which: Which): Promise<Holder[]> {
  const of = (alias: string, kind: number, clinic: string) =>
    isOne(which)
      ? which.kind === kind
        ? sql`${sql.ref(alias)}.id = ${which.id}`
        : sql`false`
      : sql`${sql.ref(alias)}.patient_id = ${which.patientId} and ${sql.ref(alias)}.${sql.ref(clinic)} = ${which.clinicId}
          and w.right_amount > w.invoiced_amount - w.red_amount`
  const cardKind = isOne(which) ? which.kind : null
  const [bills, cards, prepays] = await Promise.all([
    tx.rows(
      billHolders.from`bill b join clinic n on ${tx.own('n')} and n.id = b.clinic_id join patient p on ${tx.own('p')} and p.id = b.patient_id
        left join invoice_right w on ${tx.own('w')} and w.kind = 1 and w.holder_id = b.id
        where ${tx.own('b')} and ${of('b', 1, 'clinic_id')} order by b.open_time desc limit 50`,
    ),
    tx.rows(
      cardHolders.from`member_card k join clinic n on ${tx.own('n')} and n.id = k.open_clinic_id join patient p on ${tx.own('p')} and p.id = k.patient_id
        join invoice_right w on ${tx.own('w')} and w.kind in (2, 4) and w.holder_id = k.id and (${cardKind}::int is null or w.kind = ${cardKind}::int)
        where ${tx.own('k')} and ${isOne(which) ? sql`k.id = ${which.id}` : of('k', 2, 'open_clinic_id')} order by k.opened_at desc, w.kind limit 50`,
    ),
    tx.rows(
      prepayHolders.from`prepay q join clinic n on ${tx.own('n')} and n.id = q.open_clinic_id join patient p on ${tx.own('p')} and p.id = q.patient_id
        left join invoice_right w on ${tx.own('w')} and w.kind = 3 and w.holder_id = q.id
        where ${tx.own('q')} and ${of('q', 3, 'open_clinic_id')} order by q.received_at desc limit 50`,
    ),
  ])
  return [
    ...bills.map(({ billType, ...bill }) => ({
      ...bill,
      kind: 1,
      what: billType === 2 ? '零售' : billType === 3 ? '挂号费' : '诊疗',
    })),
    ...cards.map(({ typeName, ...card }) => ({
      ...card,
      what: card.kind === 2 ? `${typeName}充值` : `${typeName}卡费`,
    })),
    ...prepays.map(({ purpose, ...one }) => ({ ...one, kind: 3, what: `${purpose}预交金` })),
  ]
}

const worth = select({
  kind: sql<'service' | 'goods'>`case when i.item_type = 2 then 'goods' else 'service' end`,
  amount: fenOf(sql`sum(i.amount - i.returned_amount - i.written_off_amount)`),
})
/** What the lines of a bill are worth now, goods apart. */
export const worthOfBill = (tx: TenantTx, billId: string): Promise<RowIn<typeof worth>[]> =>
  tx.rows(worth.keptFrom`bill_item i where ${tx.own('i')} and i.bill_id = ${billId} group by 1 order by 1 desc`)

const titles = select(
  columns(
    'invoice',
    'i',
    'type',
    'title_type',
    'title',
    'tax_no',
    'reg_address',
    'reg_phone',
    'bank_name',
    'bank_account',
    'email',
    'mobile',
  ),
)
/** The buyers that a patient named before, the latest first. */
export async function titlesOf(tx: TenantTx, patientId: string): Promise<RowIn<typeof titles>[]> {
  const rows = await tx.rows(
    titles.keptFrom`invoice i where ${tx.own('i')} and i.patient_id = ${patientId} order by i.created_at desc, i.id desc limit 30`,
  )
  return rows
    .filter((row, n) => rows.findIndex((other) => other.title === row.title && other.taxNo === row.taxNo) === n)
    .slice(0, 5)
}

/** Which invoices a list shows. */
export interface InvoiceFilter {
  clinicId: string
  state: 'all' | 'open' | 'issued' | 'failed' | 'red' | 'reds'
  keyword: string
  from: LocalDate | null
  to: LocalDate | null
  reach: RawBuilder<boolean>
  /** May numbers be looked for by their digits? */
  digits: boolean
}

const redOpen = (
  tx: TenantTx,
) => sql<boolean>`exists (select 1 from invoice_red r where ${tx.own('r')} and r.invoice_id = i.id
  and r.status in ${codes(invoiceRedStates, 'open', 'failed')})`

function filtered(
  tx: TenantTx,
  { clinicId, state, keyword, from, to, reach, digits }: InvoiceFilter,
): RawBuilder<unknown> {
  const states = {
    all: sql`true`,
    open: sql`i.status in ${codes(invoiceStates, 'open')}`,
    issued: sql`i.status in ${codes(invoiceStates, 'issued')}`,
    failed: sql`i.status in ${codes(invoiceStates, 'failed')}`,
    red: sql`i.red_amount > 0`,
    reds: redOpen(tx),
  }
  const days = sql`${from === null ? sql`true` : sql`i.created_at >= (${from}::date at time zone 'Asia/Shanghai')`}
    and ${to === null ? sql`true` : sql`i.created_at < ((${to}::date + 1) at time zone 'Asia/Shanghai')`}`
  const word = keyword.trim()
  const named =
    word === ''
      ? sql`true`
      : sql`(i.invoice_no = ${word.toUpperCase()} or i.number = ${word} or i.tax_no = ${word.toUpperCase()} or position(${word} in i.title) > 0
          or i.patient_id in (select f.id from ${foundBy(tx, word, 200, digits)} f)
          or exists (select 1 from invoice_cover c join bill b on ${tx.own('b')} and b.id = c.bill_id
            where ${tx.own('c')} and c.invoice_id = i.id and b.bill_no = ${word.toUpperCase()}))`
  return sql`i.clinic_id = ${clinicId} and ${reach} and ${states[state]} and ${days} and ${named}`
}

export function listInvoices(
  tx: TenantTx,
  filter: InvoiceFilter,
  page: { limit: number; offset: number },
): Promise<InvoiceRow[]> {
  return tx.rows(
    invoiceList.from`${invoiceWith(tx, filtered(tx, filter))} order by i.created_at desc, i.id desc limit ${page.limit} offset ${page.offset}`,
  )
}

const sums = select({
  total: sql<number>`count(*)::int`,
  issued: fenOf(sql`coalesce(sum(i.amount) filter (where i.status in ${codes(invoiceStates, 'issued', 'red')}), 0)`),
  red: fenOf(sql`coalesce(sum(i.red_amount), 0)`),
})
export const listSums = (tx: TenantTx, filter: InvoiceFilter) =>
  tx.need(sums.from`${invoiceWith(tx, filtered(tx, filter))}`)

const counts = (tx: TenantTx) =>
  select({
    open: sql<number>`count(*) filter (where i.status in ${codes(invoiceStates, 'open')})::int`,
    failed: sql<number>`count(*) filter (where i.status in ${codes(invoiceStates, 'failed')})::int`,
    reds: sql<number>`count(*) filter (where ${redOpen(tx)})::int`,
  })
export const listCounts = (tx: TenantTx, filter: InvoiceFilter) =>
  tx.need(counts(tx).from`${invoiceWith(tx, filtered(tx, { ...filter, state: 'all' }))}`)

const ids = select(columns('invoice_cover', 'c', 'invoice_id'))
/** The invoices that cover something, the newest first. */
export async function invoicesOn(tx: TenantTx, kind: number, holderId: string): Promise<InvoiceRow[]> {
  const rows = await tx.rows(
    ids.keptFrom`invoice_cover c where ${tx.own('c')} and c.kind = ${kind}
      and (c.bill_id = ${holderId} or c.card_id = ${holderId} or c.prepay_id = ${holderId}) group by c.invoice_id`,
  )
  if (rows.length === 0) return []
  return tx.rows(
    invoiceList.keptFrom`${invoiceWith(tx, sql`i.id = any(${rows.map(({ invoiceId }) => invoiceId)}::uuid[]) order by i.created_at desc, i.id desc`)}`,
  )
}

/** What is under way in a company, and the reds that wait for their invoice to be issued: to be carried on. */
export async function underWay(
  tx: TenantTx,
  limit: number,
): Promise<{ id: string; clinicId: string; isRed: boolean; createdAt: Date }[]> {
  return tx.rows(
    keptSql`select i.id, i.clinic_id as "clinicId", false as "isRed", i.created_at as "createdAt" from invoice i
        where i.tenant_id = ${tx.tenantId} and i.status in ${codes(invoiceStates, 'open')}
      union all select r.id, r.clinic_id, true, r.created_at from invoice_red r join invoice i on i.tenant_id = r.tenant_id and i.id = r.invoice_id
        where r.tenant_id = ${tx.tenantId} and r.status in ${codes(invoiceRedStates, 'open')} and i.status in ${codes(invoiceStates, 'issued')}
      order by 4 limit ${limit}`,
  )
}
