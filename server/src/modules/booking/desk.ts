import { appointmentStates } from '@dentin/contract/core/status'
import { randomInt } from 'node:crypto'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import {
  lockVersion,
  moveAppointment,
  onlineDoctors,
  onlineItems,
  noteProposal,
  tellOnline,
} from '../appointment/index.ts'
import { changeSettings, clinicSettings } from '../clinic/index.ts'
import { clinicContact } from '../staff/index.ts'
import { pageFacts } from './queries.ts'

/** Letters and digits that nobody mistakes for one another. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Proposes another time: the new place is held at once, the patient is asked by a message. */
export async function proposeTime(
  context: ClinicContext,
  input: {
    id: string
    version: number
    doctorId: string
    chairId?: string | null | undefined
    startTime: Date
    endTime: Date
  },
): Promise<null> {
  const { tx, clinicId, actorName, services } = context
  const row = await lockVersion(tx, input)
  const request = await tx.row<{ id: string }>(
    keptSql`select q.id from online_request q where q.tenant_id = ${tx.tenantId} and q.appointment_id = ${row.id}`,
  )
  if (!appointmentStates.is(row.status, 'requested') || !request) throw new AppError('BOOKING_STATUS')
  const answer = await moveAppointment(context, {
    ...input,
    reason: '建议患者改期',
    overbook: false,
    acceptWarnings: true,
    tell: false,
  })
  if (!answer.saved) throw new AppError('BOOKING_STATUS')
  await noteProposal(tx, row.id, actorName)
  const moved = { ...row, doctor_id: input.doctorId, starts_at: input.startTime, ends_at: input.endTime }
  const { phone } = await clinicContact(tx, clinicId)
  await tellOnline(
    tx,
    services,
    moved,
    'booking.proposed',
    (at) =>
      `您申请的时间约不上，为您建议 ${at}。请在预约页「我的预约」里同意或另选${phone ? `，也可致电 ${phone}` : ''}。`,
  )
  return null
}

/** How the page stands. */
export async function bookingSettings(tx: TenantTx, clinicId: string) {
  const settings = await clinicSettings(tx, clinicId)
  const { code, version } = await pageFacts(tx, clinicId)
  return {
    open: settings.isOpenEntry,
    ...settings.online,
    holdMinutes: settings.holdMinutes,
    version,
    code,
    itemCount: (await onlineItems(tx, clinicId)).length,
    doctorCount: (await onlineDoctors(tx, clinicId)).length,
  }
}

/** Opens or closes the page and sets its limits; the first time it gets its address. */
export async function saveBookingSettings(
  { tx, clinicId, now }: ClinicContext,
  input: {
    version: number
    open: boolean
    daysAhead: number
    leadHours: number
    slotLimit: number
    patientLimit: number
    needsReview: boolean
    holdMinutes: number
  },
): Promise<null> {
  const { version, open, holdMinutes, ...online } = input
  await changeSettings(tx, clinicId, { isOpenEntry: open, holdMinutes, online }, version)
  if (open) {
    const code = Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)] as string).join('')
    await tx.rows(
      keptSql`insert into booking_page (code, tenant_id, clinic_id, created_at) values (${code}, ${tx.tenantId}, ${clinicId}, ${now})
          on conflict on constraint booking_page_clinic_key do nothing returning code`,
    )
  }
  return null
}
