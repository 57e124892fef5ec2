import { refundStates } from '@dentin/contract/refund'
import { dayRange, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { amounts, columns, counted, fenOf, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { foundBy } from '../../patient/index.ts'

type Reach = RawBuilder<boolean>

const ofRefund = columns(
  'refund',
  'r',
  'id',
  'refund_no',
  'bill_id',
  'clinic_id',
  'patient_id',
  'type',
  'mode',
  'status',
  'reason',
  'remark',
  'other_way_id',
  'roll_back_performance',
  'return_stock',
  'applicant_id',
  'applicant_name',
  'applied_at',
  'approver_name',
  'decided_at',
  'decision_reason',
  'payer_id',
  'payer_name',
  'refunded_at',
  'version',
)
const refundList = select(
  ofRefund,
  amounts('refund', 'r', 'item_amount', 'arrears_amount', 'refund_amount'),
  named('bill', 'b', { billNo: 'bill_no' }),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
)
export type RefundRow = RowIn<typeof refundList>

const refundsWith = (tx: TenantTx, rest: RawBuilder<unknown>) => sql`refund r
    join bill b on ${tx.own('b')} and b.id = r.bill_id
    join patient p on ${tx.own('p')} and p.id = r.patient_id
    where ${tx.own('r')} and ${rest}`

/** One refund, whose bill lies within a reach. */
export async function findRefund(tx: TenantTx, id: string, reach: Reach): Promise<RefundRow> {
  return tx.need(refundList.keptFrom`${refundsWith(tx, sql`r.id = ${id} and ${reach}`)}`)
}

/** The same, locked until the transaction ends. */
export async function lockRefund(tx: TenantTx, id: string, reach: Reach): Promise<RefundRow> {
  return tx.need(refundList.keptFrom`${refundsWith(tx, sql`r.id = ${id} and ${reach} for no key update of r`)}`)
}

export interface RefundFilter {
  state: 'open' | 'paid' | 'all'
  clinicId: string
  reach: Reach
  keyword: string
  digits: boolean
  from?: LocalDate | undefined
  to?: LocalDate | undefined
  limit: number
  offset: number
}

/** One page of a clinic's refunds, those under way first. */
export async function listRefunds(tx: TenantTx, filter: RefundFilter): Promise<{ list: RefundRow[]; total: number }> {
  const { state, keyword } = filter
  const where = sql`r.clinic_id = ${filter.clinicId} and ${filter.reach}
    and ${state === 'all' ? sql`true` : sql`r.status in ${codes(refundStates, state)}`}
    and ${filter.from ? sql`r.applied_at >= ${dayRange(filter.from).from}` : sql`true`}
    and ${filter.to ? sql`r.applied_at < ${dayRange(filter.to).to}` : sql`true`}
    and ${
      keyword === ''
        ? sql`true`
        : sql`(r.refund_no = ${keyword.toUpperCase()} or b.bill_no = ${keyword.toUpperCase()}
            or r.patient_id in (select f.id from ${foundBy(tx, keyword, 200, filter.digits)} f))`
    }`
  const list = await tx.rows(
    refundList.from`${refundsWith(
      tx,
      sql`${where} order by (r.status in ${codes(refundStates, 'open')}) desc, r.applied_at desc, r.id desc limit ${filter.limit} offset ${filter.offset}`,
    )}`,
  )
  const { total } = await tx.need(counted.from`${refundsWith(tx, where)}`)
  return { list, total }
}

/** How many refunds of a clinic are under way. */
export async function openRefunds(tx: TenantTx, clinicId: string, reach: Reach): Promise<number> {
  const { total } = await tx.need(
    counted.keptFrom`refund r join bill b on ${tx.own('b')} and b.id = r.bill_id
      where ${tx.own('r')} and r.clinic_id = ${clinicId} and r.status in ${codes(refundStates, 'open')} and ${reach}`,
  )
  return total
}

/** A patient's refunds, the latest first. */
export async function refundsOfPatient(tx: TenantTx, patientId: string, reach: Reach): Promise<RefundRow[]> {
  return tx.rows(
    refundList.keptFrom`${refundsWith(tx, sql`r.patient_id = ${patientId} and ${reach} order by r.applied_at desc, r.id desc limit 200`)}`,
  )
}

const itemList = select(
  columns('refund_item', 'x', 'bill_item_id', 'qty'),
  columns('bill_item', 'i', 'name', 'teeth', 'unit'),
  amounts('refund_item', 'x', 'amount'),
)

/** What a refund takes off which lines. */
export async function refundItems(tx: TenantTx, refundId: string): Promise<RowIn<typeof itemList>[]> {
  return tx.rows(
    itemList.keptFrom`refund_item x join bill_item i on ${tx.own('i')} and i.id = x.bill_item_id
      where ${tx.own('x')} and x.refund_id = ${refundId} order by i.line_no`,
  )
}

const unrolled = select(columns('refund', 'r', 'id'))

/** Refunds of a bill that were paid and left their performance with the doctors. */
export async function refundsBorneByClinic(tx: TenantTx, billId: string): Promise<string[]> {
  const rows = await tx.rows(
    unrolled.keptFrom`refund r where ${tx.own('r')} and r.bill_id = ${billId} and not r.roll_back_performance
      and r.status in ${codes(refundStates, 'paid')}`,
  )
  return rows.map(({ id }) => id)
}

const methodName = select(columns('pay_method', 'm', 'id', 'name', 'code'))

/** The ways to pay by their ids. */
export async function methodNames(tx: TenantTx): Promise<Map<string, { name: string; code: string }>> {
  const rows = await tx.rows(methodName.keptFrom`pay_method m where ${tx.own('m')}`)
  return new Map(rows.map(({ id, name, code }) => [id, { name, code }]))
}

const openOf = select(columns('refund', 'r', 'id'), { amount: fenOf(sql`r.refund_amount`) })

/** The refund of a bill that is under way, if there is one. */
export async function openRefundOf(tx: TenantTx, billId: string): Promise<RowIn<typeof openOf> | undefined> {
  return tx.row(
    openOf.keptFrom`refund r where ${tx.own('r')} and r.bill_id = ${billId} and r.status in ${codes(refundStates, 'open')}`,
  )
}
