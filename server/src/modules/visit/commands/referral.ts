import { registrationStates, treatmentStates, appointmentStates } from '@dentin/contract/core/status'
import type { contract, ParsedInput } from '@dentin/contract'
import { referralStatusNames, referralStates } from '@dentin/contract/referral'
import { formatDate, today, uuidv7, type Fen } from '@dentin/kit'
import { type Selectable } from 'kysely'
import type { DB } from '../../../platform/database/builder.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { setAppointmentStatus } from '../../appointment/index.ts'
import { notify } from '../../messaging/index.ts'
import { linkToClinic } from '../../patient/index.ts'
import { outOfReach, administratorsOf, doctorOfClinic, holdersOf } from '../../staff/index.ts'
import { mustReachDoctor } from '../access.ts'
import { isWaiting } from '../rules.ts'
import { insertRegistration, lockOpenPatient, mustBeNew, type Desk } from './register.ts'
import { go, lockRegistration, lockTreatment, receivedWith, wrongStatus, type RegistrationRow } from './status.ts'

export type ReferralRow = Selectable<DB['referral']>

/** The source of somebody whom another clinic sent. */
const BY_REFERRAL = 8
const HOUSE = 1
const BRANCH = 2
const OUTSIDE = 3

/** What a referral is of: taken over from the number that is handed on. */
async function writeReferral(
  tx: TenantTx,
  desk: Desk,
  row: RegistrationRow,
  one: Pick<ReferralRow, 'kind' | 'to_clinic_id' | 'to_doctor_id' | 'reason'> & Partial<ReferralRow>,
): Promise<ReferralRow> {
  const made = await tx.insert(
    'referral',
    {
      id: uuidv7(),
      referral_no: await tx.nextNumber('ZZ', desk.clinicId, today(tx.now)),
      patient_id: row.patient_id,
      from_clinic_id: desk.clinicId,
      from_doctor_id: row.doctor_id,
      from_registration_id: row.id,
      title: row.title,
      teeth: row.teeth,
      chief_complaint: row.chief_complaint,
      reg_type: row.reg_type,
      waiting_since: row.reg_time,
      status: referralStates.code.waiting,
      ...one,
      created_by: desk.employeeId,
      created_name: desk.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: row.patient_id, reason: one.reason },
  )
  await tx.logStatus('referral', made.id, desk.clinicId, null, made.status, one.reason)
  return made
}

/** The old number is handed on: whoever sat in the chair leaves it. @returns whether somebody did */
async function handOn(tx: TenantTx, row: RegistrationRow, reason: string): Promise<boolean> {
  const inChair = registrationStates.is(row.status, 'inTreatment')
  await go(tx, row, 'transfer', '转诊', { reason, patch: inChair ? { end_time: tx.now } : {} })
  const treatment = inChair ? await lockTreatment(tx, row.id) : undefined
  if (treatment)
    await tx.update(
      'treatment',
      { id: treatment.id },
      { status: treatmentStates.code.ended, end_time: tx.now },
      { patientId: row.patient_id },
    )
  return inChair
}

/** To another doctor of the clinic: the old number is transferred, the new one inherits complaint and time of arrival. */
export async function refer(
  tx: TenantTx,
  desk: Desk,
  row: RegistrationRow,
  input: { toDoctorId: string; reason: string },
): Promise<{ registration: RegistrationRow; referralId: string }> {
  if (input.toDoctorId === row.doctor_id) throw fieldError('REGISTRATION_SAME_DOCTOR', 'toDoctorId')
  const doctor = await doctorOfClinic(tx, desk.clinicId, input.toDoctorId, { receiving: true })
  const inChair = await handOn(tx, row, input.reason)
  const next = await insertRegistration(tx, desk, {
    patientId: row.patient_id,
    doctorId: doctor.id,
    ...(row.appointment_id ? { appointmentId: row.appointment_id } : {}),
    ...(row.appointed_at ? { appointedAt: row.appointed_at } : {}),
    regType: row.reg_type,
    regFee: 0 as Fen,
    deptId: doctor.deptId,
    consultantId: row.consultant_id,
    source: row.source,
    isMedicare: row.is_medicare,
    medicareNo: row.medicare_no,
    title: row.title,
    teeth: row.teeth,
    chiefComplaint: row.chief_complaint,
    remark: row.remark,
    regTime: row.reg_time,
    referralFromId: row.id,
    pinnedReason: row.pinned_reason,
  })
  if (inChair && row.appointment_id)
    await setAppointmentStatus(tx, row.appointment_id, appointmentStates.code.arrived, input.reason)
  // What came from another clinic goes on with the new number.
  for (const { id } of await receivedWith(tx, row.id))
    await tx.update(
      'referral',
      { id },
      { to_registration_id: next.id, to_doctor_id: doctor.id },
      { patientId: row.patient_id },
    )
  const made = await writeReferral(tx, desk, row, {
    kind: HOUSE,
    to_clinic_id: desk.clinicId,
    to_doctor_id: doctor.id,
    to_registration_id: next.id,
    reason: input.reason,
    status: referralStates.code.accepted,
    answered_name: desk.actorName,
    answered_at: tx.now,
  })
  return { registration: next, referralId: made.id }
}

/** A registration of the desk's own clinic, locked. These calls see the whole company. */
export async function lockOwn(tx: TenantTx, clinicId: string, id: string): Promise<RegistrationRow> {
  const row = await lockRegistration(tx, id)
  if (row.clinic_id !== clinicId) throw outOfReach()
  return row
}

/** To another clinic of the company, or to a hospital. @param row of the own clinic, locked */
export async function referOut(
  context: ClinicContext,
  row: RegistrationRow,
  input: ParsedInput<typeof contract.visit.referOut>,
): Promise<ReferralRow> {
  return input.kind === BRANCH ? referToBranch(context, row, input) : referOutside(context, row, input)
}

async function referToBranch(
  context: ClinicContext,
  row: RegistrationRow,
  { toClinicId, toDoctorId, reason, summary }: ParsedInput<typeof contract.visit.referOut>,
): Promise<ReferralRow> {
  const { tx, clinicId } = context
  if (!toClinicId || toClinicId === clinicId) throw fieldError('REFERRAL_CLINIC', 'toClinicId')
  const place = await tx.row<{ name: string }>(
    keptSql`select c.short_name as name from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${toClinicId} and c.enabled`,
  )
  if (!place) throw fieldError('REFERRAL_CLINIC', 'toClinicId')
  const doctor = toDoctorId ? await doctorOfClinic(tx, toClinicId, toDoctorId, { receiving: true }) : null
  await linkToClinic(tx, [row.patient_id], toClinicId)
  const inChair = await handOn(tx, row, reason)
  if (row.appointment_id)
    await setAppointmentStatus(
      tx,
      row.appointment_id,
      inChair ? appointmentStates.code.completed : appointmentStates.code.walkedOut,
      `转诊到${place.name}`,
    )
  const made = await writeReferral(tx, context, row, {
    kind: BRANCH,
    to_clinic_id: toClinicId,
    to_doctor_id: doctor?.id ?? null,
    reason,
    summary,
  })
  await tell(
    context,
    made,
    toClinicId,
    doctor ? [doctor.id] : [],
    '有转诊待接收',
    (names) => `${names.from} 转来 ${names.patient}：${reason}`,
  )
  return made
}

async function referOutside(
  context: ClinicContext,
  row: RegistrationRow,
  { toHospital, reason, summary }: ParsedInput<typeof contract.visit.referOut>,
): Promise<ReferralRow> {
  const { tx } = context
  if (!toHospital) throw fieldError('BAD_INPUT', 'toHospital', '请填写转往的医院')
  if (registrationStates.is(row.status, 'off')) throw wrongStatus(row, '转诊')
  // Whoever still waits goes there at once; a visit that has begun is finished, charged and left as any other.
  if (isWaiting(row.status)) {
    await handOn(tx, row, reason)
    if (row.appointment_id)
      await setAppointmentStatus(tx, row.appointment_id, appointmentStates.code.walkedOut, `转诊到${toHospital}`)
  }
  return writeReferral(tx, context, row, {
    kind: OUTSIDE,
    to_clinic_id: null,
    to_doctor_id: null,
    to_hospital: toHospital,
    reason,
    summary,
  })
}

/** A referral of which one side is the clinic, locked, as the person has seen it. */
async function lockReferral(
  context: ClinicContext,
  key: { id: string; version: number },
  side: 'from_clinic_id' | 'to_clinic_id',
): Promise<ReferralRow> {
  const { tx, clinicId } = context
  const row = await tx.need<ReferralRow>(
    keptSql`select f.* from referral f where f.tenant_id = ${tx.tenantId} and f.id = ${key.id} for no key update`,
  )
  if (row[side] !== clinicId) throw outOfReach()
  const doctorId = side === 'to_clinic_id' ? row.to_doctor_id : row.from_doctor_id
  // What names no doctor yet is for everybody of the desk.
  if (doctorId) await mustReachDoctor(context, doctorId, '/inTreatment:register', '/inTreatment:treat')
  return row
}

/** Refuses a step that the referral's state does not allow; two desks at once: the second hears of the first. */
function mustBe(
  row: ReferralRow,
  key: { version: number },
  kind: number,
  step: keyof typeof referralStates.moves,
): void {
  if (row.kind !== kind || !referralStates.may(step, row.status)) throw settled(row)
  if (row.version !== key.version) throw new AppError('VERSION_CONFLICT', { data: { version: row.version } })
}

/** What an answer from outside does. */
const ANSWERS = { 1: 'receive', 2: 'refuse', 3: 'finish' } as const

/** The refusal of whoever comes after somebody else's answer. */
export const settled = (row: Pick<ReferralRow, 'status' | 'answered_name'>): AppError =>
  new AppError('REFERRAL_SETTLED', {
    message: `该转诊${referralStatusNames[row.status]}${row.answered_name ? `（${row.answered_name}）` : ''}`,
    data: { status: row.status },
  })

/** One step of a referral: change, status log, both clinics look again. */
async function step(
  tx: TenantTx,
  row: ReferralRow,
  patch: Partial<Omit<ReferralRow, 'tenant_id' | 'id' | 'version' | 'status'>> & { status: number },
  clinicId: string,
  reason?: string,
): Promise<ReferralRow> {
  const changed = await tx.update('referral', { id: row.id }, patch, {
    patientId: row.patient_id,
    ...(reason ? { reason } : {}),
  })
  await tx.logStatus('referral', row.id, clinicId, row.status, patch.status, reason)
  for (const each of [row.from_clinic_id, row.to_clinic_id]) if (each) tx.publish('reception', row.id, each)
  return changed
}

/** Who answered, and when. */
const answeredBy = ({ tx, actorName }: ClinicContext) => ({ answered_name: actorName, answered_at: tx.now })

/** The receiving desk gives the patient a number: complaint and start of waiting come along. */
export async function acceptReferral(
  context: ClinicContext,
  input: ParsedInput<typeof contract.visit.acceptReferral>,
): Promise<RegistrationRow> {
  const { tx, clinicId } = context
  const row = await lockReferral(context, input, 'to_clinic_id')
  mustBe(row, input, BRANCH, 'receive')
  const made = await registerAgain(context, row, input.doctorId)
  await step(
    tx,
    row,
    {
      status: referralStates.code.accepted,
      to_doctor_id: made.doctor_id,
      to_registration_id: made.id,
      ...answeredBy(context),
    },
    clinicId,
  )
  await tellSender(context, row, '转诊已接收', (names) => `${names.to} 已接收 ${names.patient}`)
  return made
}

/** The receiving desk says no, and why; the first clinic hears of it. */
export async function refuseReferral(
  context: ClinicContext,
  input: ParsedInput<typeof contract.visit.refuseReferral>,
): Promise<ReferralRow> {
  const { tx, clinicId } = context
  const row = await lockReferral(context, input, 'to_clinic_id')
  mustBe(row, input, BRANCH, 'refuse')
  const refused = { status: referralStates.code.refused, answer: input.reason, ...answeredBy(context) }
  const changed = await step(tx, row, refused, clinicId, input.reason)
  await tellSender(context, row, '转诊被拒绝', (names) => `${names.to} 没有接收 ${names.patient}：${input.reason}`)
  return changed
}

/** Back to the queue of the first doctor: what was refused, or what nobody has received yet. */
export async function takeBackReferral(
  context: ClinicContext,
  input: ParsedInput<typeof contract.visit.takeBackReferral>,
): Promise<RegistrationRow> {
  const { tx, clinicId } = context
  const row = await lockReferral(context, input, 'from_clinic_id')
  mustBe(row, input, BRANCH, 'takeBack')
  if (row.back_registration_id) throw settled(row)
  if (formatDate(row.created_at) !== today(tx.now)) throw new AppError('REFERRAL_NOT_TODAY')
  const made = await registerAgain(context, row, row.from_doctor_id)
  const withdrawn = { answer: '转出方撤回', ...answeredBy(context) }
  await step(
    tx,
    row,
    {
      ...(referralStates.is(row.status, 'waiting') ? withdrawn : {}),
      status: referralStates.code.refused,
      back_registration_id: made.id,
    },
    clinicId,
    '转回候诊',
  )
  return made
}

/** A number at the desk's clinic for somebody who was referred. */
async function registerAgain(context: ClinicContext, row: ReferralRow, doctorId: string): Promise<RegistrationRow> {
  const { tx, clinicId } = context
  await lockOpenPatient(tx, row.patient_id)
  const doctor = await doctorOfClinic(tx, clinicId, doctorId, { receiving: true })
  await mustBeNew(tx, clinicId, row.patient_id, doctor.id)
  const sameDay = formatDate(row.waiting_since) === today(tx.now)
  // Back in the first clinic everything is as it was; in the other one the patient came by the referral.
  const first =
    row.from_clinic_id === clinicId
      ? await tx.need<Pick<RegistrationRow, 'consultant_id' | 'source' | 'is_medicare' | 'medicare_no'>>(
          keptSql`select r.consultant_id, r.source, r.is_medicare, r.medicare_no from registration r
              where r.tenant_id = ${tx.tenantId} and r.id = ${row.from_registration_id}`,
        )
      : null
  return insertRegistration(tx, context, {
    deptId: doctor.deptId,
    consultantId: first?.consultant_id ?? null,
    source: first?.source ?? BY_REFERRAL,
    isMedicare: first?.is_medicare ?? false,
    medicareNo: first?.medicare_no ?? '',
    patientId: row.patient_id,
    doctorId: doctor.id,
    regType: row.reg_type,
    regFee: 0 as Fen,
    title: row.title,
    teeth: row.teeth,
    chiefComplaint: row.chief_complaint,
    ...(sameDay ? { regTime: row.waiting_since } : {}),
    referralFromId: row.from_registration_id,
  })
}

/** What came of a referral to a hospital, as the clinic heard of it. */
export async function settleReferral(
  context: ClinicContext,
  input: ParsedInput<typeof contract.visit.settleReferral>,
): Promise<ReferralRow> {
  const { tx, clinicId } = context
  const row = await lockReferral(context, input, 'from_clinic_id')
  mustBe(row, input, OUTSIDE, ANSWERS[input.status])
  if (referralStates.is(input.status, 'refused') && !input.note)
    throw fieldError('BAD_INPUT', 'note', '请填写被拒绝的原因')
  const ended = referralStates.is(input.status, 'completed') ? { finished_at: tx.now } : {}
  return step(
    tx,
    row,
    { ...ended, status: input.status, answer: input.note || row.answer, ...answeredBy(context) },
    clinicId,
    input.note,
  )
}

/** The clinic that sent the patient hears what came of it. */
const tellSender = (context: ClinicContext, row: ReferralRow, title: string, words: (names: Names) => string) =>
  tell(context, row, row.from_clinic_id, [row.from_doctor_id], title, words)

interface Names {
  patient: string
  from: string
  to: string
}

/** Tells the people of a side: its desk and those whom it concerns. */
async function tell(
  { tx }: ClinicContext,
  row: ReferralRow,
  clinicId: string,
  others: readonly string[],
  title: string,
  words: (names: Names) => string,
): Promise<void> {
  const names = await tx.need<Names>(
    keptSql`select p.name as patient, a.short_name as "from", b.short_name as "to"
        from referral f
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = f.patient_id
        join clinic a on a.tenant_id = ${tx.tenantId} and a.id = f.from_clinic_id
        join clinic b on b.tenant_id = ${tx.tenantId} and b.id = f.to_clinic_id
        where f.tenant_id = ${tx.tenantId} and f.id = ${row.id}`,
  )
  const desk = await holdersOf(tx, clinicId, ['reception'])
  const people = desk.length > 0 ? desk : await administratorsOf(tx, clinicId)
  await notify(tx, {
    clinicId,
    employeeIds: [...people, ...others],
    category: 'reception',
    title,
    body: words(names),
    link: `/referralRecord${clinicId === row.from_clinic_id ? '?direction=out' : ''}`,
  })
  tx.publish('reception', row.id, clinicId)
}
