import { appointmentStates, confirmStates } from '@dentin/contract/core/status'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { forgetAppointment, planForNoShow } from '../../follow-up/index.ts'
import { mustReachPatient } from '../../patient/index.ts'
import { mustReach, mustReachAny } from '../access.ts'
import { cancelReason, itemsByIds } from '../queries.ts'
import { settleRequest, tellOnline } from '../online.ts'
import { buffersOf, mayMove } from '../rules.ts'
import { bufferColumns, mustBeMissed, namedPeople } from './book.ts'
import { noteOpening } from './openings.ts'
import { change, lockVersion, setStatus, tieToPatient, wrongStatus, type AppointmentRow } from './status.ts'
import { tellAppointment } from './tell.ts'

/** How a missed appointment is dealt with: a follow-up is planned. */
const FOLLOW_UP = 3

/** Whoever books, and whoever checks in, ties a name to a file. */
const ATTACH = ['/myAppointmentBoard:edit', '/inTreatment:register'] as const

interface Key {
  id: string
  version: number
}

interface Changed {
  id: string
  version: number
  status: number
}
const present = ({ id, version, status }: AppointmentRow): Changed => ({ id, version, status })

/** Changes what an appointment is for; time and doctor stay. */
export async function updateAppointment(
  context: ClinicContext,
  input: Key & {
    itemIds: string[]
    title: string
    teeth: string
    isUrgent: boolean
    nurseId?: string | null | undefined
    consultantId?: string | null | undefined
    remark: string
    visibleRemark: string
  },
): Promise<Changed> {
  const { tx } = context
  const row = await lockVersion(tx, input)
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  await mustReach(context, '/myAppointmentBoard:edit', row)
  if (!mayMove(row.status)) throw wrongStatus(row, '修改')
  const items = await itemsByIds(tx, context.clinicId, input.itemIds)
  // An item that was switched off later may stay where it was booked.
  const unknown = input.itemIds.filter((id) => !items.some((each) => each.id === id) && !row.item_ids.includes(id))
  if (unknown.length > 0) throw fieldError('APPOINTMENT_ITEM_UNKNOWN', 'itemIds')
  const same = input.itemIds.length === row.item_ids.length && input.itemIds.every((id) => row.item_ids.includes(id))
  const people = await namedPeople(tx, context.clinicId, input, row)
  const changed = await change(tx, row, {
    ...people,
    item_ids: input.itemIds,
    ...(same ? {} : bufferColumns(buffersOf(items))),
    title: input.title || items.map((each) => each.name).join('、'),
    teeth: input.teeth,
    is_urgent: input.isUrgent,
    remark: input.remark,
    visible_remark: input.visibleRemark,
  })
  return present(changed)
}

/** Ties an appointment under a temporary name to a patient's file. */
export async function attachPatient(context: ClinicContext, input: Key & { patientId: string }): Promise<Changed> {
  const row = await lockVersion(context.tx, input)
  await mustReachAny(context, ATTACH, row)
  await mustReachPatient(context, input.patientId, 'patientId')
  if (!mayMove(row.status) && !appointmentStates.is(row.status, 'missed')) throw wrongStatus(row, '关联患者')
  return present(await tieToPatient(context.tx, row, input.patientId))
}

/** Notes what came of asking the patient. Only a yes changes the status. */
export async function confirmAppointment(context: ClinicContext, input: Key & { result: number }): Promise<Changed> {
  const { tx } = context
  const row = await lockVersion(tx, input)
  await mustReach(context, '/myAppointmentBoard:edit', row)
  if (!appointmentStates.is(row.status, 'agreed')) throw wrongStatus(row, '确认')
  if (input.result === 2 && appointmentStates.is(row.status, 'booked'))
    return present(
      await setStatus(tx, row, appointmentStates.code.confirmed, {
        patch: { confirm_status: confirmStates.code.confirmed },
      }),
    )
  return present(await change(tx, row, { confirm_status: input.result }))
}

/** Lets an online appointment in. */
export async function acceptAppointment(context: ClinicContext, input: Key): Promise<Changed> {
  const row = await lockVersion(context.tx, input)
  await mustReach(context, '/myAppointmentBoard:edit', row)
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  if (!appointmentStates.may('accept', row.status)) throw wrongStatus(row, '通过')
  const accepted = await setStatus(context.tx, row, appointmentStates.code.booked)
  await settleRequest(context.tx, row.id)
  const words = (at: string) => `您 ${at} 的预约已确认，请按时就诊。`
  // Who asked on the page is always told, and once.
  if (!(await tellOnline(context.tx, context.services, row, 'booking.accepted', words)))
    await tellAppointment(context, 'appointment.created', accepted)
  return present(accepted)
}

/** Turns an online appointment down. */
export async function refuseAppointment(context: ClinicContext, input: Key & { reason: string }): Promise<Changed> {
  const row = await lockVersion(context.tx, input)
  await mustReach(context, '/myAppointmentBoard:cancel', row)
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  const refused = await setStatus(context.tx, row, appointmentStates.code.refused, {
    reason: input.reason,
    patch: { cancel_reason: input.reason },
  })
  await noteOpening(context.tx, row, 4)
  await settleRequest(context.tx, row.id)
  await tellOnline(
    context.tx,
    context.services,
    row,
    'booking.refused',
    (at) => `您申请的 ${at} 没有约成：${input.reason}。请另选时间或致电门诊。`,
  )
  return present(refused)
}

/** Cancels with a reason of the dictionary; the place becomes free. */
export async function cancelAppointment(
  context: ClinicContext,
  input: Key & { reasonId: string; note: string },
): Promise<Changed> {
  const { tx, employeeId, now } = context
  const row = await lockVersion(tx, input)
  await mustReach(context, '/myAppointmentBoard:cancel', row)
  if (!appointmentStates.may('cancel', row.status)) throw wrongStatus(row, '取消')
  const word = await cancelReason(tx, input.reasonId)
  if (!word) throw fieldError('APPOINTMENT_REASON_UNKNOWN', 'reasonId')
  const reason = input.note ? `${word}：${input.note}` : word
  const patch = {
    cancel_reason: reason,
    cancelled_by: employeeId,
    cancelled_at: now,
    parked_at: null,
    parked_name: null,
  }
  const cancelled = await setStatus(tx, row, appointmentStates.code.cancelled, { reason, patch })
  await noteOpening(tx, row, 1)
  if (row.starts_at > now) await tellAppointment(context, 'appointment.cancelled', cancelled)
  return present(cancelled)
}

/** Takes back one that was entered by mistake: nobody has come, it was never moved. */
export async function removeAppointment(context: ClinicContext, input: Key): Promise<null> {
  const { tx, tenantId } = context
  const row = await lockVersion(tx, input)
  await mustReach(context, '/myAppointmentBoard:cancel', row)
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  if (!mayMove(row.status)) throw wrongStatus(row, '删除')
  const { used } = await tx.need<{ used: boolean }>(
    keptSql`select exists (select 1 from appointment_change c where c.tenant_id = ${tenantId} and c.appointment_id = ${row.id})
          or exists (select 1 from status_log l where l.tenant_id = ${tenantId} and l.biz_id = ${row.id} and l.to_status in ${codes(appointmentStates, 'arrived')})
          or exists (select 1 from appointment o where o.tenant_id = ${tenantId} and o.clinic_id = ${row.clinic_id}
            and o.patient_id = ${row.patient_id} and o.rebooked_to_id = ${row.id})
          or ${row.origin_id}::uuid is not null
          or exists (select 1 from online_request q where q.tenant_id = ${tenantId} and q.appointment_id = ${row.id})
          or exists (select 1 from waitlist w where w.tenant_id = ${tenantId} and w.made_appointment_id = ${row.id}) as used`,
  )
  if (used) throw new AppError('APPOINTMENT_HAS_HISTORY')
  const waiting = await tx.rows<{ id: string }>(
    keptSql`select w.id from waitlist w where w.tenant_id = ${tenantId} and w.current_appointment_id = ${row.id} order by w.id for no key update`,
  )
  for (const { id } of waiting)
    await tx.update('waitlist', { id }, { current_appointment_id: null }, { patientId: row.patient_id })
  await forgetAppointment(tx, row.id)
  await tx.remove('appointment', { id: row.id }, { patientId: row.patient_id })
  tx.publish('appointment', row.id)
  return null
}

/** Deals with somebody who did not come: 2 cancelled, 3 the front desk asks why, 4 ignored. The no-show itself stays. */
export async function handleMissed(
  context: ClinicContext,
  input: Key & { how: number; reason: string },
): Promise<Changed> {
  const { tx, now } = context
  const row = await lockVersion(tx, input)
  await mustReach(context, '/myAppointmentBoard:cancel', row)
  await mustBeMissed(context, row, '处理')
  if (input.how === FOLLOW_UP) {
    if (row.patient_id === null) throw new AppError('APPOINTMENT_NO_FILE')
    await planForNoShow(tx, {
      appointmentId: row.id,
      clinicId: row.clinic_id,
      patientId: row.patient_id,
      doctorId: row.doctor_id,
      startsAt: row.starts_at,
      title: row.title,
    })
  }
  const missed = appointmentStates.is(row.status, 'missed')
    ? row
    : await setStatus(tx, row, appointmentStates.code.missed, { patch: { no_show_at: now } })
  if (!appointmentStates.is(row.status, 'missed')) await noteOpening(tx, row, 3)
  const patch = { no_show_handled: input.how, ...(input.reason ? { cancel_reason: input.reason } : {}) }
  return present(await change(tx, missed, patch, input.reason))
}
