import { fileStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { formatTime } from '@dentin/kit'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { mayWorkWith, type Desk } from '../access.ts'
import { doctorDay, neighbours } from '../queries.ts'
import {
  chairMismatches,
  gapsAround,
  isProperSpan,
  judgePlace,
  NO_BUFFERS,
  offShiftReason,
  spanMinutes,
  type Neighbour,
  type WantedPlace,
} from '../rules.ts'

interface Wanted extends WantedPlace {
  /** Locked beside the wanted ones: where the moved appointment stands now. */
  former?: { doctorId: string; chairId: string | null; start: Date }
}

export interface Permits {
  overbook: boolean
  acceptWarnings: boolean
  /** Somebody of the waiting list is fitted into a gap as it is. */
  fitsGap?: boolean
  /** Nobody looks at the warnings: buffers are kept. */
  keepBuffers?: boolean
}

export interface Warning {
  kind: 'patient' | 'blacklist' | 'buffer' | 'firstOnly' | 'chairType'
  text: string
}

/** A place that was found free and is held until the transaction ends. */
export interface FoundPlace {
  isOverbook: boolean
  offShift: boolean
  warnings: Warning[]
}

const BLACKLISTED = 6

/**
 * Judges a wanted place and holds it: first the doctor's day (without a lock), then the rows of doctor, chair and patient
 * are locked in a fixed order, then the neighbours are read. The exclusion constraints stay the guarantee.
 * Refuses with the reason; warnings come back and stop nothing.
 */
export async function findPlace(context: Desk, wanted: Wanted, permits: Permits): Promise<FoundPlace> {
  const { tx, clinicId } = context
  if (!isProperSpan(wanted.start, wanted.end)) throw fieldError('APPOINTMENT_TIME', 'startTime')
  const mayOverbook = await mayWorkWith(context, '/myAppointmentBoard:overbook', wanted.doctorId)
  const { startMin, endMin } = spanMinutes(wanted.start, wanted.end)
  const asPlanned = await doctorDay(tx, clinicId, wanted)
  // Who has stopped receiving still keeps the own appointments of the day in order.
  const day = wanted.former?.doctorId === wanted.doctorId ? { ...asPlanned, stopped: false } : asPlanned
  const reason = offShiftReason(day, startMin, endMin)
  // Somebody squeezed in comes when there is a gap; whoever keeps the begin keeps it.
  const onGrid = startMin % asPlanned.slotMinutes === 0 || wanted.former?.start.getTime() === wanted.start.getTime()
  if (!onGrid && !permits.fitsGap && !(permits.overbook && mayOverbook))
    throw fieldError('APPOINTMENT_TIME', 'startTime', `开始时间应为整 ${asPlanned.slotMinutes} 分钟`)

  // Who comes too late hears it at once, without waiting behind everybody who wants the same doctor.
  if (day.taken && !reason) await judged(context, wanted, permits, mayOverbook, day.overbookLimit)

  const doctor = await lockDoctors(tx, clinicId, wanted)
  const chair = await lockChairs(tx, clinicId, wanted)
  const patient = wanted.patientId ? await lockPatient(tx, wanted.patientId) : null
  if (doctor.suspended && wanted.former?.doctorId !== wanted.doctorId)
    throw fieldError('APPOINTMENT_DOCTOR_STOPPED', 'doctorId')
  if (reason && !(permits.overbook && mayOverbook)) {
    throw new AppError('APPOINTMENT_OFF_SHIFT', { message: reason, data: { canOverbook: mayOverbook } })
  }

  const { around, touched, isOverbook } = await judged(context, wanted, permits, mayOverbook, day.overbookLimit)
  const warnings = around
    .filter((each) => wanted.patientId !== null && each.patientId === wanted.patientId)
    .map((each): Warning => ({ kind: 'patient', text: `该患者 ${span(each)} 已约 ${each.doctorName}` }))
  if (patient?.type === BLACKLISTED && wanted.except === null)
    warnings.push({ kind: 'blacklist', text: '该患者在黑名单中' })
  warnings.push(...touched.map((text): Warning => ({ kind: 'buffer', text })))
  warnings.push(...chairMismatches(wanted.needs ?? [], chair).map((text): Warning => ({ kind: 'chairType', text })))
  return { isOverbook, offShift: reason !== null, warnings }
}

/** The neighbours of a place, what they allow, and whose buffers it touches. @throws AppError when the place is taken or held */
async function judged(
  desk: Desk,
  wanted: Wanted,
  permits: Permits,
  mayOverbook: boolean,
  overbookLimit: number,
): Promise<{ around: Neighbour[]; touched: string[]; isOverbook: boolean }> {
  const { tx, clinicId } = desk
  // Whoever sees only the own appointments learns nothing of whose another one is.
  const seesAll = (desk.scopeOf('/myAppointmentBoard:view') ?? 0) >= 3
  const found = await neighbours(tx, clinicId, { ...wanted, buffers: wanted.buffers ?? NO_BUFFERS })
  const near = found.map((each) =>
    seesAll || each.doctorId === desk.employeeId ? each : { ...each, name: '其他患者' },
  )
  const around = near.filter((each) => !each.isBeside)
  const busy = around.some((each) => each.doctorId === wanted.doctorId)
  const limit = busy && mayOverbook ? overbookLimit : 1
  const held = around.find((each) => each.heldUntil !== null && each.doctorId === wanted.doctorId)
  if (held?.heldUntil)
    throw new AppError('APPOINTMENT_SLOT_HELD', {
      message: `该时段为候补保留，到 ${formatTime(held.heldUntil)}，暂不能占用`,
      data: { conflict: present(held) },
    })
  const verdict = judgePlace(wanted, around, { overbook: permits.overbook, mayOverbook, limit })
  if (verdict.kind === 'chair')
    throw new AppError('APPOINTMENT_CHAIR_TAKEN', { data: { conflict: present(verdict.with) } })
  if (verdict.kind === 'full')
    throw new AppError('APPOINTMENT_OVERBOOK_FULL', { data: { conflict: present(verdict.with) } })
  if (verdict.kind === 'doctor') {
    throw new AppError('APPOINTMENT_SLOT_TAKEN', {
      data: { conflict: present(verdict.with), canOverbook: verdict.canOverbook },
    })
  }
  const touched = near.filter((each) => each.isBeside).map((each) => bufferText(each, wanted))
  if (permits.keepBuffers && touched[0]) throw new AppError('APPOINTMENT_SLOT_TAKEN', { message: touched[0] })
  return { around, touched, isOverbook: verdict.isOverbook }
}

const span = (each: Neighbour) => `${formatTime(each.startsAt)}–${formatTime(each.endsAt)}`
/** Whose buffer is touched: that of the one beside it, or its own. */
function bufferText(beside: Neighbour, wanted: Wanted): string {
  const isBefore = beside.endsAt <= wanted.start
  const theirs = isBefore ? beside.bufferAfter : beside.bufferBefore
  const { before, after } = gapsAround(beside, wanted.buffers ?? NO_BUFFERS)
  const needs = isBefore ? after : before
  const where = `${span(beside)} ${beside.name}`
  return theirs === needs
    ? `在 ${where} ${isBefore ? '之后' : '之前'} ${needs} 分钟的缓冲时间里`
    : `与 ${where} 之间不足本项目需要的 ${needs} 分钟缓冲`
}
const present = (each: Neighbour) => ({ id: each.id, name: each.name, doctorName: each.doctorName, span: span(each) })

async function lockDoctors(tx: TenantTx, clinicId: string, wanted: Wanted): Promise<{ suspended: boolean }> {
  const ids = [...new Set([wanted.doctorId, ...(wanted.former ? [wanted.former.doctorId] : [])])]
  const rows = await tx.rows<{ id: string; here: boolean; suspended: boolean }>(
    keptSql`select e.id, ec.active and e.is_doctor and e.work_status not in ${codes(workStates, 'left')} as here, e.work_status in ${codes(workStates, 'away')} as suspended
        from employee e
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.employee_id = e.id
        where e.tenant_id = ${tx.tenantId} and e.id = any(${ids}::uuid[])
        order by e.id for no key update of e, ec`,
  )
  const doctor = rows.find((row) => row.id === wanted.doctorId)
  if (!doctor?.here && wanted.former?.doctorId !== wanted.doctorId)
    throw fieldError('APPOINTMENT_DOCTOR_UNKNOWN', 'doctorId')
  return { suspended: doctor?.suspended ?? false }
}

/** @returns the wanted chair */
async function lockChairs(
  tx: TenantTx,
  clinicId: string,
  wanted: Wanted,
): Promise<{ name: string; type: number } | undefined> {
  const ids = [...new Set([wanted.chairId, wanted.former?.chairId ?? null].filter((id) => id !== null))]
  if (ids.length === 0) return undefined
  const rows = await tx.rows<{ id: string; name: string; type: number; enabled: boolean }>(
    keptSql`select c.id, c.name, c.type, c.enabled from chair c where c.tenant_id = ${tx.tenantId} and c.clinic_id = ${clinicId}
        and c.id = any(${ids}::uuid[]) order by c.id for no key update`,
  )
  const chair = rows.find((row) => row.id === wanted.chairId)
  if (wanted.chairId && !chair?.enabled && wanted.former?.chairId !== wanted.chairId)
    throw fieldError('APPOINTMENT_CHAIR_UNKNOWN', 'chairId')
  return chair
}

/** Locks a patient who can be booked. Refuses a file that is archived, was deleted or merged away. */
export async function lockPatient(tx: TenantTx, patientId: string): Promise<{ type: number }> {
  const row = await tx.row<{ type: number; status: number }>(
    keptSql`select p.patient_type as type, p.status from patient p where p.tenant_id = ${tx.tenantId} and p.id = ${patientId} for no key update`,
  )
  if (!row) throw fieldError('NOT_FOUND', 'patientId', '没有找到该患者')
  if (fileStates.is(row.status, 'archived')) throw fieldError('APPOINTMENT_PATIENT_ARCHIVED', 'patientId')
  if (!fileStates.is(row.status, 'kept')) throw fieldError('APPOINTMENT_PATIENT_GONE', 'patientId')
  return { type: row.type }
}
