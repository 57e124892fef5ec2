import { formatTeeth, normaliseTeeth, parseTeeth } from '@dentin/clinical/teeth'
import { appointmentStates, confirmStates } from '@dentin/contract/core/status'
import { formatDate, today, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { clinicSettings, tariffsByIds } from '../../clinic/index.ts'
import { linkToClinic, mustReachPatient, planLinesOf, treatTypeOf } from '../../patient/index.ts'
import { staffAmong } from '../../staff/index.ts'
import { mustReach, mustReachDoctor, type Desk } from '../access.ts'
import { itemsByIds, type BookedItem } from '../queries.ts'
import { buffersOf, isPast, mayMove, type Buffers } from '../rules.ts'
import { noteOpening } from './openings.ts'
import { findPlace, type FoundPlace, type Permits, type Warning } from './place.ts'
import { lockAppointment, lockVersion, setStatus, wrongStatus, type AppointmentRow } from './status.ts'
import { tellAppointment } from './tell.ts'

const DEFAULT_MINUTES = 30
const TITLE_LENGTH = 60

/** What a booking came to. Not saved: the warnings have to be accepted first. */
export interface Placed {
  saved: boolean
  id: string | null
  version: number | null
  isOverbook: boolean
  offShift: boolean
  warnings: Warning[]
}

/** What somebody wants to book. */
export interface NewAppointment extends Permits {
  patientId?: string | null | undefined
  tempName: string
  tempMobile: string
  tempGender?: number | null | undefined
  doctorId: string
  chairId?: string | null | undefined
  startTime: Date
  endTime?: Date | null | undefined
  itemIds: string[]
  planLineIds?: string[]
  title: string
  teeth: string
  source: number
  isUrgent: boolean
  nurseId?: string | null | undefined
  consultantId?: string | null | undefined
  remark: string
  visibleRemark: string
  backfill: boolean
  /** The patient hears of it, as far as the clinic writes to patients at all. */
  tell: boolean
}

/** Books an appointment for a patient or, without a file yet, under a name and a phone number. */
export async function createAppointment(context: ClinicContext, input: NewAppointment): Promise<Placed> {
  const { tx, clinicId, now } = context
  const patientId = input.patientId ?? null
  if (!patientId && !input.tempName) throw fieldError('BAD_INPUT', 'patientId', '请选择患者，或填写临时姓名')
  if (!patientId && !input.tempMobile) throw fieldError('BAD_INPUT', 'tempMobile', '请填写临时手机')
  await mustReachDoctor(context, '/myAppointmentBoard:add', input.doctorId)
  if (patientId) await mustReachPatient(context, patientId, 'patientId')
  const past = isPast(input.startTime, now)
  if (past && !input.backfill) throw fieldError('APPOINTMENT_IN_PAST', 'startTime')
  const items = await namedItems(tx, clinicId, input.itemIds)
  const planLineIds = input.planLineIds ?? []
  const planned = await plannedFor(context, patientId, planLineIds)
  const people = await namedPeople(tx, clinicId, input)
  const minutes = items.reduce((sum, each) => sum + each.duration, planned.minutes) || DEFAULT_MINUTES
  const end = input.endTime ?? new Date(input.startTime.getTime() + minutes * 60_000)
  const chairId = input.chairId ?? null
  const buffers = buffersOf(items)
  const place = await findPlace(
    context,
    { doctorId: input.doctorId, chairId, patientId, start: input.startTime, end, except: null, buffers, needs: items },
    input,
  )
  const treatType = patientId
    ? await treatTypeOf(tx, patientId, input.startTime, (await clinicSettings(tx, clinicId)).revisitDays)
    : 1
  const firstOnly = treatType === 1 ? [] : items.filter((each) => each.firstVisitOnly)
  for (const { name } of firstOnly) place.warnings.push({ kind: 'firstOnly', text: `${name}：该项目仅限初诊` })
  if (place.warnings.length > 0 && !input.acceptWarnings) return unsaved(place)
  // What is recorded for an earlier day has happened; for today the person may still be checked in.
  const status = past && formatDate(input.startTime) < today(now) ? 5 : 1
  const row = await insert(context, {
    patient_id: patientId,
    temp_name: patientId ? null : input.tempName,
    temp_mobile: patientId ? null : input.tempMobile || null,
    temp_gender: patientId ? null : (input.tempGender ?? null),
    doctor_id: input.doctorId,
    chair_id: chairId,
    starts_at: input.startTime,
    ends_at: end,
    ...bufferColumns(buffers),
    item_ids: input.itemIds,
    plan_line_ids: planLineIds,
    title: input.title || titleOf([...items.map(({ name }) => name), ...planned.names]),
    teeth: input.teeth || planned.teeth,
    treat_type: treatType,
    source: input.source,
    status,
    is_urgent: input.isUrgent,
    is_overbook: place.isOverbook,
    off_shift: place.offShift,
    is_backfilled: past,
    ...people,
    remark: input.remark,
    visible_remark: input.visibleRemark,
  })
  if (!past && input.tell) await tellAppointment(context, 'appointment.created', row)
  return savedAs(row, place)
}

/** What the lines of treatment plans to be done say of an appointment: names, teeth, and minutes as the price list has them. */
async function plannedFor({ tx, clinicId }: ClinicContext, patientId: string | null, ids: readonly string[]) {
  const lines = [...(await planLinesOf(tx, patientId, ids, (n) => `planLineIds.${n}`)).values()]
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    lines.map(({ tariffId }) => tariffId),
  )
  return {
    names: lines.map(({ name }) => name),
    teeth: formatTeeth(normaliseTeeth(lines.flatMap(({ teeth }) => parseTeeth(teeth)))),
    minutes: lines.reduce((sum, { tariffId }) => sum + (tariffs.get(tariffId)?.durationMin ?? 0), 0),
  }
}

/** Each name once, cut to what a title holds. */
const titleOf = (names: readonly string[]): string => [...new Set(names)].join('、').slice(0, TITLE_LENGTH)

interface Move extends Permits {
  id: string
  version: number
  doctorId: string
  chairId?: string | null | undefined
  startTime: Date
  endTime: Date
  reason: string
  /** The patient hears of it, unless in other words or not at all. */
  tell?: boolean
}

/** Gives an appointment another time, length, doctor or chair; the old place stays in the change log. */
export async function moveAppointment(context: ClinicContext, input: Move): Promise<Placed> {
  const { tx, clinicId, now } = context
  const row = await lockVersion(tx, input)
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  if (!mayMove(row.status)) throw wrongStatus(row, '改约')
  await mustReach(context, '/myAppointmentBoard:edit', row, input.doctorId)
  const sameStart = row.starts_at.getTime() === input.startTime.getTime()
  // Put aside, it has no time: it can't go back to one that has passed meanwhile.
  if ((!sameStart || row.parked_at) && isPast(input.startTime, now))
    throw fieldError('APPOINTMENT_IN_PAST', 'startTime', '不能改到过去的时间')
  const chairId = input.chairId ?? null
  const place = await findPlace(
    context,
    {
      doctorId: input.doctorId,
      chairId,
      patientId: row.patient_id,
      start: input.startTime,
      end: input.endTime,
      except: row.id,
      buffers: buffersIn(row),
      // A patient who keeps the chair needs no second question whether the chair fits the items.
      needs: chairId === row.chair_id ? [] : await itemsByIds(tx, clinicId, row.item_ids),
      former: { doctorId: row.doctor_id, chairId: row.chair_id, start: row.starts_at },
    },
    input,
  )
  if (place.warnings.length > 0 && !input.acceptWarnings) return unsaved(place)
  const moved = await tx.update(
    'appointment',
    { id: row.id },
    {
      doctor_id: input.doctorId,
      chair_id: chairId,
      starts_at: input.startTime,
      ends_at: input.endTime,
      is_overbook: place.isOverbook,
      off_shift: place.offShift,
      parked_at: null,
      parked_name: null,
      // What was agreed with the patient was the old time.
      ...(sameStart
        ? {}
        : {
            confirm_status: confirmStates.code.open,
            status: appointmentStates.is(row.status, 'confirmed') ? appointmentStates.code.booked : row.status,
          }),
    },
    { action: 'move', patientId: row.patient_id, ...(input.reason ? { reason: input.reason } : {}) },
  )
  if (moved.status !== row.status) await tx.logStatus('appointment', row.id, clinicId, row.status, moved.status, '改约')
  await logMove(context, row, moved, input.reason)
  await noteOpening(tx, row, 2)
  if (!sameStart && input.tell !== false) await tellAppointment(context, 'appointment.moved', moved)
  tx.publish('appointment', row.id)
  return savedAs(moved, place)
}

/** Tells the patient of a time that was changed without a word. */
export async function tellMoved(context: ClinicContext, { id }: { id: string }): Promise<{ told: boolean }> {
  const row = await lockAppointment(context.tx, id)
  await mustReach(context, '/myAppointmentBoard:edit', row)
  if (!mayMove(row.status)) throw wrongStatus(row, '通知改约')
  if (row.parked_at) throw new AppError('APPOINTMENT_PARKED')
  return { told: await tellAppointment(context, 'appointment.moved', row) }
}

/** Books somebody who did not come once more; the no-show stays and names the new appointment. */
export async function rebookMissed(context: ClinicContext, input: Move): Promise<Placed> {
  const { tx, clinicId, now } = context
  const row = await lockVersion(tx, input)
  await mustReach(context, '/myAppointmentBoard:edit', row, input.doctorId)
  await mustBeMissed(context, row, '改约')
  if (isPast(input.startTime, now)) throw fieldError('APPOINTMENT_IN_PAST', 'startTime', '不能改到过去的时间')
  const chairId = input.chairId ?? null
  const place = await findPlace(
    context,
    {
      doctorId: input.doctorId,
      chairId,
      patientId: row.patient_id,
      start: input.startTime,
      end: input.endTime,
      except: row.id,
      buffers: buffersIn(row),
      needs: await itemsByIds(tx, clinicId, row.item_ids),
    },
    input,
  )
  if (place.warnings.length > 0 && !input.acceptWarnings) return unsaved(place)
  const treatType = row.patient_id
    ? await treatTypeOf(tx, row.patient_id, input.startTime, (await clinicSettings(tx, clinicId)).revisitDays)
    : row.treat_type
  const missed = appointmentStates.is(row.status, 'missed')
    ? row
    : await setStatus(tx, row, appointmentStates.code.missed, { patch: { no_show_at: now } })
  if (!appointmentStates.is(row.status, 'missed')) await noteOpening(tx, row, 3)
  const made = await insert(context, {
    patient_id: row.patient_id,
    temp_name: row.temp_name,
    temp_mobile: row.temp_mobile,
    temp_gender: row.temp_gender,
    doctor_id: input.doctorId,
    chair_id: chairId,
    starts_at: input.startTime,
    ends_at: input.endTime,
    ...bufferColumns(buffersIn(row)),
    item_ids: row.item_ids,
    plan_line_ids: row.plan_line_ids,
    title: row.title,
    teeth: row.teeth,
    treat_type: treatType,
    source: row.source,
    status: appointmentStates.code.booked,
    is_urgent: row.is_urgent,
    is_overbook: place.isOverbook,
    off_shift: place.offShift,
    nurse_id: row.nurse_id,
    consultant_id: row.consultant_id,
    remark: row.remark,
    visible_remark: row.visible_remark,
  })
  await tx.update(
    'appointment',
    { id: missed.id },
    { no_show_handled: 1, rebooked_to_id: made.id },
    { patientId: row.patient_id, ...(input.reason ? { reason: input.reason } : {}) },
  )
  await logMove(context, row, made, input.reason)
  if (input.tell !== false) await tellAppointment(context, 'appointment.moved', made)
  tx.publish('appointment', row.id)
  return savedAs(made, place)
}

/** Refuses an appointment that was not missed or has been dealt with already. */
export async function mustBeMissed(context: ClinicContext, row: AppointmentRow, what: string): Promise<void> {
  if (appointmentStates.is(row.status, 'missed')) {
    if (row.no_show_handled !== null) throw new AppError('APPOINTMENT_HANDLED')
    return
  }
  const { noShowMinutes } = await clinicSettings(context.tx, context.clinicId)
  const late = context.now.getTime() - row.starts_at.getTime() >= noShowMinutes * 60_000
  if (!appointmentStates.is(row.status, 'agreed') || !late) throw wrongStatus(row, `作为未到${what}`)
}

async function namedItems(tx: TenantTx, clinicId: string, ids: readonly string[]): Promise<BookedItem[]> {
  const items = await itemsByIds(tx, clinicId, ids)
  if (items.length !== ids.length) throw fieldError('APPOINTMENT_ITEM_UNKNOWN', 'itemIds')
  return items
}

type People = Pick<AppointmentRow, 'nurse_id' | 'consultant_id'>

/**
 * The nurse and the consultant who were chosen, as columns; who was not named stays as before.
 * @throws AppError APPOINTMENT_PERSON_UNKNOWN for somebody who is not one of the clinic; who stood there before may stay
 */
export async function namedPeople(
  tx: TenantTx,
  clinicId: string,
  input: { nurseId?: string | null | undefined; consultantId?: string | null | undefined },
  before: People = { nurse_id: null, consultant_id: null },
): Promise<People> {
  const wanted = {
    nurse_id: input.nurseId === undefined ? before.nurse_id : input.nurseId,
    consultant_id: input.consultantId === undefined ? before.consultant_id : input.consultantId,
  }
  const newNurse = wanted.nurse_id !== null && wanted.nurse_id !== before.nurse_id
  const newConsultant = wanted.consultant_id !== null && wanted.consultant_id !== before.consultant_id
  if (!newNurse && !newConsultant) return wanted
  const works = await staffAmong(tx, clinicId, { nurseId: wanted.nurse_id, consultantId: wanted.consultant_id })
  if (newNurse && !works.nurse) throw fieldError('APPOINTMENT_PERSON_UNKNOWN', 'nurseId')
  if (newConsultant && !works.consultant) throw fieldError('APPOINTMENT_PERSON_UNKNOWN', 'consultantId')
  return wanted
}

/** What a booked appointment needs free around it. */
export const buffersIn = (row: Pick<AppointmentRow, 'buffer_before_min' | 'buffer_after_min'>): Buffers => ({
  bufferBefore: row.buffer_before_min,
  bufferAfter: row.buffer_after_min,
})
/** The same as columns. */
export const bufferColumns = ({ bufferBefore, bufferAfter }: Buffers) => ({
  buffer_before_min: bufferBefore,
  buffer_after_min: bufferAfter,
})

type NewRow = Pick<
  AppointmentRow,
  | 'patient_id'
  | 'temp_name'
  | 'temp_mobile'
  | 'doctor_id'
  | 'chair_id'
  | 'starts_at'
  | 'ends_at'
  | 'buffer_before_min'
  | 'buffer_after_min'
  | 'item_ids'
  | 'title'
  | 'teeth'
  | 'treat_type'
  | 'source'
  | 'status'
  | 'is_urgent'
  | 'is_overbook'
  | 'off_shift'
  | 'remark'
  | 'visible_remark'
> &
  Partial<People> & {
    temp_gender?: number | null
    is_backfilled?: boolean
    held_until?: Date | null
    plan_line_ids?: string[]
    origin_id?: string | null
  }

/** Writes a new appointment whose place was found. */
export async function insert(context: Desk, row: NewRow): Promise<AppointmentRow> {
  const { tx, clinicId, employeeId, actorName, now } = context
  const id = uuidv7()
  const made = await tx.insert(
    'appointment',
    {
      id,
      clinic_id: clinicId,
      appoint_no: await tx.nextNumber('YY', clinicId, today(now)),
      ...row,
      created_by: employeeId,
      created_name: actorName,
      created_at: now,
      updated_at: now,
    },
    { patientId: row.patient_id },
  )
  if (row.patient_id) await linkToClinic(tx, [row.patient_id], clinicId)
  await tx.logStatus('appointment', id, clinicId, null, row.status)
  tx.publish('appointment', id)
  return made
}

/** Keeps in the change log where an appointment stood before. */
export async function logMove(context: Desk, from: AppointmentRow, to: AppointmentRow, reason: string): Promise<void> {
  const { tx, clinicId, employeeId, actorName, now } = context
  await tx.rows(
    keptSql`insert into appointment_change (tenant_id, id, clinic_id, appointment_id, old_doctor_id, new_doctor_id, old_starts_at,
          old_ends_at, new_starts_at, new_ends_at, reason, employee_id, actor_name, created_at)
        values (${tx.tenantId}, ${uuidv7()}, ${clinicId}, ${from.id}, ${from.doctor_id}, ${to.doctor_id}, ${from.starts_at},
          ${from.ends_at}, ${to.starts_at}, ${to.ends_at}, ${reason}, ${employeeId}, ${actorName}, ${now}) returning id`,
  )
}

/** Done: where it stands now. */
export const savedAs = (row: AppointmentRow, place: FoundPlace): Placed => ({
  saved: true,
  id: row.id,
  version: row.version,
  ...place,
})
/** Not done before the warnings were accepted. */
export const unsaved = (place: FoundPlace): Placed => ({ saved: false, id: null, version: null, ...place })
