import { prepayReturnStates, prepayStates } from '@dentin/contract/prepay'
import { type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { amounts, columns, counted, fenIf, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'

const ofPrepay = columns(
  'prepay',
  'q',
  'id',
  'prepay_no',
  'patient_id',
  'open_clinic_id',
  'purpose',
  'refundable',
  'status',
  'remark',
  'from_id',
  'ways',
  'receiver_name',
  'received_at',
  'version',
)
const face = {
  patientName: 'name',
  gender: 'gender',
  birthDay: 'birth_day',
  medicalNumber: 'medical_number',
  mobile: 'mobile',
} as const
const prepaid = select(
  ofPrepay,
  amounts('prepay', 'q', 'amount', 'balance_amount'),
  named('clinic', 'k', { openClinicName: 'name' }),
  named('patient', 'p', face),
)
/** A prepayment with what it holds. */
export type PrepayRow = RowIn<typeof prepaid>

const prepaidWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`prepay q join clinic k on ${tx.own('k')} and k.id = q.open_clinic_id
    join patient p on ${tx.own('p')} and p.id = q.patient_id where ${tx.own('q')} and ${rest}`

export async function findPrepay(tx: TenantTx, id: string): Promise<PrepayRow> {
  return tx.need(prepaid.keptFrom`${prepaidWith(tx, sql`q.id = ${id}`)}`)
}

/** Prepayments, locked in the order of their ids. */
export async function lockPrepays(tx: TenantTx, ids: readonly string[]): Promise<Map<string, PrepayRow>> {
  const rows = await tx.rows(
    prepaid.keptFrom`${prepaidWith(tx, sql`q.id = any(${ids}::uuid[]) order by q.id for no key update of q`)}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A patient's prepayments, those for use first. */
export async function prepaysOfPatient(tx: TenantTx, patientId: string): Promise<PrepayRow[]> {
  return tx.rows(
    prepaid.keptFrom`${prepaidWith(
      tx,
      sql`q.patient_id = ${patientId} order by q.status not in ${codes(prepayStates, 'valid')}, q.received_at desc, q.id limit 100`,
    )}`,
  )
}

/** Those of them that may pay now, the oldest first: it is used up first. */
export async function payableOf(tx: TenantTx, patientId: string): Promise<PrepayRow[]> {
  return tx.rows(
    prepaid.keptFrom`${prepaidWith(
      tx,
      sql`q.patient_id = ${patientId} and q.status in ${codes(prepayStates, 'valid')} order by q.received_at, q.id limit 100`,
    )}`,
  )
}

const moved = (tx: TenantTx) =>
  select(
    columns('prepay_log', 'l', 'id', 'prepay_id', 'type', 'created_at', 'biz_no', 'bill_id', 'operator_name'),
    amounts('prepay_log', 'l', 'amount_delta', 'balance_after'),
    named('clinic', 'k', { clinicName: 'name' }),
    {
      otherName: sql<
        string | null
      >`(select p.name from prepay_log o join prepay x on ${tx.own('x')} and x.id = o.prepay_id
        join patient p on ${tx.own('p')} and p.id = x.patient_id
        where ${tx.own('o')} and o.entry_id = l.entry_id and o.prepay_id <> l.prepay_id and l.type in (5, 6) limit 1)`,
    },
  )

/** Each movement of some prepayments, the newest first. */
export async function logOf(tx: TenantTx, ids: readonly string[]) {
  return tx.rows(
    moved(tx).keptFrom`prepay_log l join clinic k on ${tx.own('k')} and k.id = l.moved_clinic_id
      where ${tx.own('l')} and l.prepay_id = any(${ids}::uuid[]) order by l.prepay_id, l.seq desc limit 1000`,
  )
}

const logged = select(columns('prepay_log', 'l', 'prepay_id'), {
  total: fenOf(sql`sum(l.amount_delta)`),
  count: sql<number>`count(*)::int`,
})

/** What the movements of prepayments come to, and how many they are. */
export async function loggedOf(
  tx: TenantTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { total: Fen; count: number }>> {
  const rows = await tx.rows(
    logged.keptFrom`prepay_log l where ${tx.own('l')} and l.prepay_id = any(${ids}::uuid[]) group by l.prepay_id`,
  )
  return new Map(rows.map(({ prepayId, total, count }) => [prepayId, { total, count }]))
}

const cameBy = select(
  columns('ledger_posting', 'p', 'prepay_id'),
  named('pay_method', 'm', { payMethodId: 'id', name: 'name', code: 'code' }),
  { amount: fenOf(sql`sum(p.amount)`) },
)
export interface CameBy {
  payMethodId: string
  name: string
  code: string
  amount: Fen
}

/** What of each prepayment came in by which way and has not gone out by it; what a gateway told of lay on an account before. */
export async function waysOf(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, CameBy[]>> {
  const rows = await tx.rows(
    cameBy.keptFrom`ledger_posting p join pay_method m on ${tx.own('m')} and m.id = p.pay_method_id
      where ${tx.own('p')} and p.prepay_id = any(${ids}::uuid[]) and p.account in ('cash', 'clearing', 'suspense')
      group by p.prepay_id, m.id, m.name, m.code, m.sort_no having sum(p.amount) > 0 order by m.sort_no, m.id`,
  )
  const ways = new Map<string, CameBy[]>()
  for (const { prepayId, ...way } of rows) ways.set(prepayId as string, [...(ways.get(prepayId as string) ?? []), way])
  return ways
}

const cashMethod = select(columns('pay_method', 'm', 'id'))

/** Ready money among the ways to pay. */
export async function cashId(tx: TenantTx): Promise<string> {
  return (await tx.need(cashMethod.keptFrom`pay_method m where ${tx.own('m')} and m.code = 'cash'`)).id
}

const gone = select(columns('prepay_return', 'r', 'prepay_id'), { amount: fenOf(sql`sum(r.amount)`) })

/** What of prepayments was given back before. */
export async function wentBack(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, Fen>> {
  const rows = await tx.rows(
    gone.keptFrom`prepay_return r where ${tx.own('r')} and r.prepay_id = any(${ids}::uuid[])
      and r.status in ${codes(prepayReturnStates, 'paid')} group by r.prepay_id`,
  )
  return new Map(rows.map(({ prepayId, amount }) => [prepayId, amount]))
}

const nameOf = select(columns('patient', 'p', 'name'))

/** Who handed a prepayment over to another patient. */
export async function ownerOf(tx: TenantTx, id: string): Promise<string> {
  const row = await tx.need(
    nameOf.keptFrom`prepay q join patient p on ${tx.own('p')} and p.id = q.patient_id where ${tx.own('q')} and q.id = ${id}`,
  )
  return row.name
}

export interface Phone {
  id: string
  patientName: string
  mobile: string | null
}
const phones = select(columns('patient', 'p', 'id', 'mobile'), named('patient', 'p', { patientName: 'name' }))

/** Whose phone is asked. */
export async function phoneOf(tx: TenantTx, patientId: string): Promise<Phone> {
  return tx.need(phones.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`)
}

export interface PrepayFilter {
  tab: 'valid' | 'all'
  clinicId: string
  reach: RawBuilder<boolean>
  keyword: string
  digits: boolean
  sees: boolean
}

function listedWhere(tx: TenantTx, filter: PrepayFilter, tab: PrepayFilter['tab'] = filter.tab): RawBuilder<unknown> {
  const { keyword } = filter
  return sql`q.open_clinic_id = ${filter.clinicId} and ${filter.reach}
    and ${tab === 'all' ? sql`true` : sql`q.status in ${codes(prepayStates, 'valid')}`}
    and ${
      keyword === ''
        ? sql`true`
        : sql`(q.prepay_no = ${keyword.toUpperCase()}
            or q.patient_id in (select f.id from ${foundBy(tx, keyword, 200, filter.digits)} f))`
    }`
}

/** The prepayments that a filter finds, by their ids. Lent to be a part of a statement that asks for more. */
export const prepayIdsOf = (tx: TenantTx, filter: PrepayFilter): RawBuilder<string> =>
  lent(sql<string>`(select q.id from prepay q where ${tx.own('q')} and ${listedWhere(tx, filter)})`)

/** One page of what a clinic took, the newest first. */
export async function listPrepays(
  tx: TenantTx,
  filter: PrepayFilter,
  page: { limit: number; offset: number },
): Promise<PrepayRow[]> {
  return tx.rows(
    prepaid.from`${prepaidWith(
      tx,
      sql`${listedWhere(tx, filter)} order by q.received_at desc, q.id limit ${page.limit} offset ${page.offset}`,
    )}`,
  )
}

/** How many they are in each tab, and what those of this one hold. */
export async function prepaySums(
  tx: TenantTx,
  filter: PrepayFilter,
): Promise<{ valid: number; all: number; balance: Fen | null }> {
  const of = (tab: PrepayFilter['tab']) =>
    tx.need(counted.from`${prepaidWith(tx, listedWhere(tx, { ...filter, keyword: '' }, tab))}`)
  const held = select({ balance: fenIf(filter.sees, sql`coalesce(sum(q.balance_amount), 0)`) })
  const [valid, all, { balance }] = await Promise.all([
    of('valid'),
    of('all'),
    tx.need(held.from`${prepaidWith(tx, listedWhere(tx, filter))}`),
  ])
  return { valid: valid.total, all: all.total, balance }
}

/** How many rows a tab has with what was typed. */
export async function prepayTotal(tx: TenantTx, filter: PrepayFilter): Promise<number> {
  return (await tx.need(counted.from`${prepaidWith(tx, listedWhere(tx, filter))}`)).total
}

const returned = select(
  columns(
    'prepay_return',
    'r',
    'id',
    'return_no',
    'clinic_id',
    'prepay_id',
    'patient_id',
    'status',
    'ways',
    'reason',
    'applicant_id',
    'applicant_name',
    'applied_at',
    'approver_name',
    'decision_reason',
    'payer_name',
    'paid_at',
    'version',
  ),
  amounts('prepay_return', 'r', 'amount'),
  columns('prepay', 'q', 'prepay_no', 'purpose'),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
)
export type ReturnRow = RowIn<typeof returned>
const returnedWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`prepay_return r join prepay q on ${tx.own('q')} and q.id = r.prepay_id
    join patient p on ${tx.own('p')} and p.id = r.patient_id where ${tx.own('r')} and ${rest}`

/** One paper of giving back, of this clinic. */
export async function findReturn(tx: TenantTx, id: string, clinicId: string): Promise<ReturnRow> {
  return tx.need(returned.keptFrom`${returnedWith(tx, sql`r.id = ${id} and r.clinic_id = ${clinicId}`)}`)
}

/** The same, locked. */
export async function lockReturn(tx: TenantTx, id: string, clinicId: string): Promise<ReturnRow> {
  return tx.need(
    returned.keptFrom`${returnedWith(tx, sql`r.id = ${id} and r.clinic_id = ${clinicId} for no key update of r`)}`,
  )
}

/** A patient's papers of giving back, the latest first. */
export async function returnsOfPatient(tx: TenantTx, patientId: string): Promise<ReturnRow[]> {
  return tx.rows(
    returned.keptFrom`${returnedWith(tx, sql`r.patient_id = ${patientId} order by r.applied_at desc, r.id limit 200`)}`,
  )
}

export interface ReturnFilter {
  clinicId: string
  reach: RawBuilder<boolean>
  keyword: string
  digits: boolean
}
const returnsWhere = (tx: TenantTx, { clinicId, reach, keyword, digits }: ReturnFilter): RawBuilder<unknown> =>
  sql`r.clinic_id = ${clinicId} and ${reach} and ${
    keyword === ''
      ? sql`true`
      : sql`(r.return_no = ${keyword.toUpperCase()} or q.prepay_no = ${keyword.toUpperCase()}
          or r.patient_id in (select f.id from ${foundBy(tx, keyword, 200, digits)} f))`
  }`

/** One page of a clinic's papers of giving back, those under way first. */
export async function listReturns(
  tx: TenantTx,
  filter: ReturnFilter,
  page: { limit: number; offset: number },
): Promise<{ list: ReturnRow[]; total: number }> {
  const where = returnsWhere(tx, filter)
  const list = await tx.rows(
    returned.from`${returnedWith(
      tx,
      sql`${where} order by r.status in ${codes(prepayReturnStates, 'open')} desc, r.applied_at desc, r.id limit ${page.limit} offset ${page.offset}`,
    )}`,
  )
  const { total } = await tx.need(counted.from`${returnedWith(tx, where)}`)
  return { list, total }
}

/** How many are under way. */
export async function openReturns(tx: TenantTx, filter: ReturnFilter): Promise<number> {
  const where = sql`${returnsWhere(tx, filter)} and r.status in ${codes(prepayReturnStates, 'open')}`
  return (await tx.need(counted.from`${returnedWith(tx, where)}`)).total
}

/** The one that is under way for a prepayment. */
export async function openReturnOf(tx: TenantTx, prepayId: string): Promise<boolean> {
  const { total } = await tx.need(
    counted.keptFrom`prepay_return r where ${tx.own('r')} and r.prepay_id = ${prepayId} and r.status in ${codes(prepayReturnStates, 'open')}`,
  )
  return total > 0
}

const after = select(amounts('prepay_log', 'l', 'balance_after'))

/** What a prepayment held after a paper had moved it. */
export async function heldAfter(tx: TenantTx, prepayId: string, bizNo: string): Promise<Fen> {
  const row = await tx.need(
    after.keptFrom`prepay_log l where ${tx.own('l')} and l.prepay_id = ${prepayId} and l.biz_no = ${bizNo} order by l.seq desc limit 1`,
  )
  return row.balanceAfter
}

const left = select({ amount: fenOf(sql`coalesce(-sum(l.amount_delta), 0)`) })

/** What of a prepayment was given back or handed to somebody else. */
export async function goneOf(tx: TenantTx, prepayId: string): Promise<Fen> {
  const { amount } = await tx.need(
    left.keptFrom`prepay_log l where ${tx.own('l')} and l.prepay_id = ${prepayId} and l.type in (4, 5)`,
  )
  return amount
}
