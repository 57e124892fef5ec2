import { appointmentStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { mayStillChange } from './rules.ts'

const MOST = 20
const BACK_MS = 30 * 86_400_000

/** A booking as its patient sees it. */
export interface OwnBooking {
  id: string
  name: string
  doctorId: string
  doctorName: string
  itemId: string | null
  title: string
  startTime: Date
  endTime: Date
  status: number
  proposed: boolean
  reason: string
  mayChange: boolean
}

/** What was booked on the page under a number: to come, and of the last month. */
export async function ownBookings(
  tx: TenantTx,
  clinicId: string,
  mobile: string,
  leadHours: number,
): Promise<OwnBooking[]> {
  const rows = await tx.rows<Omit<OwnBooking, 'mayChange'>>(
    sql`select a.id, q.name, a.doctor_id as "doctorId", e.name as "doctorName", a.item_ids[1] as "itemId", a.title,
          a.starts_at as "startTime", a.ends_at as "endTime", a.status, q.proposed_at is not null and a.status in ${codes(appointmentStates, 'requested')} as proposed,
          coalesce(a.cancel_reason, '') as reason
        from online_request q
        join appointment a on a.tenant_id = ${tx.tenantId} and a.id = q.appointment_id
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        where q.tenant_id = ${tx.tenantId} and q.clinic_id = ${clinicId} and q.mobile = ${mobile}
          and a.starts_at > ${new Date(tx.now.getTime() - BACK_MS)}
        order by q.created_at desc limit ${MOST}`,
  )
  return rows
    .map((row) => ({
      ...row,
      mayChange:
        appointmentStates.is(row.status, 'coming') &&
        (row.proposed || mayStillChange(row.startTime, tx.now, leadHours)),
    }))
    .sort((a, b) => b.startTime.getTime() - a.startTime.getTime())
}

type State = 'open' | 'proposed' | 'done'

const which = (tx: TenantTx, clinicId: string, state: State) => {
  const here = sql`a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId}`
  if (state === 'open')
    return sql`${here} and a.status in ${codes(appointmentStates, 'requested')} and a.held_until is null and q.proposed_at is null`
  if (state === 'proposed')
    return sql`${here} and a.status in ${codes(appointmentStates, 'requested')} and q.proposed_at is not null`
  return sql`${here} and a.status not in ${codes(appointmentStates, 'requested')} and q.id is not null`
}

/** How many ask and wait for the clinic's word. */
export async function openRequestCount(tx: TenantTx, clinicId: string): Promise<number> {
  const { count } = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from appointment a
        left join online_request q on q.tenant_id = ${tx.tenantId} and q.appointment_id = a.id
        where ${which(tx, clinicId, 'open')}`,
  )
  return count
}

/** One page of what patients asked for: the soonest first; what is dealt with, the latest first. */
export async function requestPage(
  tx: TenantTx,
  clinicId: string,
  input: { state: State; pageNum: number; pageSize: number },
) {
  const join = input.state === 'open' ? sql`left join` : sql`join`
  const where = which(tx, clinicId, input.state)
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from appointment a
        ${join} online_request q on q.tenant_id = ${tx.tenantId} and q.appointment_id = a.id where ${where}`,
  )
  const list = await tx.rows<{
    id: string
    version: number
    name: string
    mobile: string
    patientId: string | null
    medicalNumber: string | null
    doctorId: string
    doctorName: string
    chairId: string | null
    title: string
    startTime: Date
    endTime: Date
    treatType: number
    status: number
    note: string
    reason: string
    source: number
    createdTime: Date
    proposedTime: Date | null
    askedStartTime: Date | null
  }>(
    sql`select a.id, a.version, coalesce(p.name, a.temp_name, '') as name, coalesce(q.mobile, p.mobile, a.temp_mobile, '') as mobile,
          a.patient_id as "patientId", p.medical_number as "medicalNumber", a.doctor_id as "doctorId", e.name as "doctorName",
          a.chair_id as "chairId", a.title, a.starts_at as "startTime", a.ends_at as "endTime", a.treat_type as "treatType", a.status,
          coalesce(q.note, a.remark) as note, coalesce(a.cancel_reason, '') as reason, a.source, a.created_at as "createdTime",
          q.proposed_at as "proposedTime", q.asked_starts_at as "askedStartTime"
        from appointment a
        ${join} online_request q on q.tenant_id = ${tx.tenantId} and q.appointment_id = a.id
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        left join patient p on p.tenant_id = ${tx.tenantId} and p.id = a.patient_id
        where ${where}
        order by ${input.state === 'done' ? sql`q.created_at desc, q.id desc` : sql`a.starts_at, a.id`}
        limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  return { list, total, pageNum: input.pageNum, pageSize: input.pageSize }
}

/** Where the page of a clinic is; null: it was never opened. And how much there is to be booked on it. */
export async function pageFacts(tx: TenantTx, clinicId: string): Promise<{ code: string | null; version: number }> {
  return tx.need(
    keptSql`select c.version, (select b.code from booking_page b where b.clinic_id = ${clinicId} and b.tenant_id = ${tx.tenantId}) as code
        from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
}
