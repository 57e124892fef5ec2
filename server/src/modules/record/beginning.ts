import { errorTable, type RecordType, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { recordType } from '@dentin/contract/core/record-kinds'
import { recordStates } from '@dentin/contract/core/status'
import { addDays, parseDate, parseDateTime, today, uuidv7 } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { doctorOfClinic } from '../staff/index.ts'
import { treatmentById } from '../visit/index.ts'
import { ADD, mustWriteFor } from './access.ts'
import { beginningOf, tellBegun } from './extension-points.ts'
import { prefill, type VisitKind } from './rules.ts'

type Begun = HandlerOutput<typeof contract.record.create>

const histories = select(
  columns('patient', 'p', 'past_history', 'family_history', 'systemic_diseases', 'allergy_flag', 'allergy_history'),
  columns('patient', 'p', 'birth_day'),
)
const fileOf = ({ tx }: ClinicContext, id: string) =>
  tx.need(histories.keptFrom`patient p where ${tx.own('p')} and p.id = ${id}`)

/** Opens the record of a visit, filled with what the file already says. */
export async function createRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.create>,
): Promise<Begun> {
  const { tx } = context
  const visit = await treatmentById(tx, input.treatmentId)
  await mustWriteFor(context, ADD, visit)
  const existing = await tx.row<{ id: string }>(
    keptSql`select id from medical_record where tenant_id = ${tx.tenantId} and treatment_id = ${visit.id} and record_type = ${input.recordType} and status not in ${codes(recordStates, 'deleted')}`,
  )
  if (existing) throw new AppError('RECORD_EXISTS', { data: { id: existing.id } })
  const [file, own] = await Promise.all([
    fileOf(context, visit.patientId),
    beginningOf(context, { ...visit, recordType: input.recordType }),
  ])
  return begin(context, {
    recordType: input.recordType,
    patientId: visit.patientId,
    treatmentId: visit.id,
    registrationId: visit.registrationId,
    doctorId: visit.doctorId,
    visitTime: visit.startTime,
    visitKind: visit.treatType === 2 ? 2 : 1,
    origin: 'visit',
    originReason: '',
    content: { ...prefill({ ...file, chiefComplaint: visit.chiefComplaint || own.complaint }), ...own.sections },
  })
}

const unwritten = select(named('treatment', 't', { treatmentId: 'id' }))

/** Opens a record that no visit leads to: of a day gone by, or of advice by telephone. */
export async function createApart(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.createApart>,
): Promise<Begun> {
  const { tx, clinicId } = context
  const { patientId, day, time, origin, reason } = input
  const doctorId = input.doctorId ?? context.employeeId
  await mustReachPatient(context, patientId, 'patientId')
  try {
    await doctorOfClinic(tx, clinicId, doctorId)
  } catch (error) {
    if (input.doctorId !== null || !(error instanceof AppError) || error.refusal !== 'NOT_FOUND') throw error
    throw fieldError('BAD_INPUT', 'doctorId', '请选择医生')
  }
  await mustWriteFor(context, ADD, { clinicId, doctorId })
  if (origin === 'late' && reason === '') throw fieldError('RECORD_REASON_REQUIRED', 'reason', '请写明为什么补录')
  const visitTime = time === null ? parseDate(day) : parseDateTime(`${day} ${time}:00`)
  if (day > today(tx.now)) throw fieldError('BAD_INPUT', 'day', '归属日不能在将来')
  if (visitTime > tx.now) throw fieldError('BAD_INPUT', 'time', '时间不能在将来')
  const file = await fileOf(context, patientId)
  if (file.birthDay !== null && day < file.birthDay)
    throw fieldError('BAD_INPUT', 'day', `归属日不能早于出生（${file.birthDay}）`)
  const [from, until] = [parseDate(day), parseDate(addDays(day, 1))]
  const visit = await tx.row(
    unwritten.from`treatment t where ${tx.own('t')} and t.clinic_id = ${clinicId} and t.patient_id = ${patientId}
      and t.doctor_id = ${doctorId} and t.start_time >= ${from} and t.start_time < ${until} and not t.emr_completed
      and not exists (select 1 from medical_record r where ${tx.own('r')} and r.treatment_id = t.id and r.status not in ${codes(recordStates, 'deleted')})
      limit 1`,
  )
  if (origin === 'late' && visit) {
    const { message } = errorTable.RECORD_VISIT_THERE
    throw new AppError('RECORD_VISIT_THERE', { message, fields: [{ field: 'day', message }], data: visit })
  }
  return begin(context, {
    recordType: recordType.general,
    patientId,
    treatmentId: null,
    registrationId: null,
    doctorId,
    visitTime,
    visitKind: origin === 'phone' || input.visitKind === 2 ? 2 : 1,
    origin,
    originReason: reason,
    content: prefill({ ...file, chiefComplaint: '' }),
  })
}

interface Beginning {
  recordType: RecordType
  patientId: string
  treatmentId: string | null
  registrationId: string | null
  doctorId: string
  visitTime: Date
  visitKind: VisitKind
  origin: RecordOrigin
  originReason: string
  content: ReturnType<typeof prefill>
}

async function begin(context: ClinicContext, of: Beginning): Promise<Begun> {
  const { tx, clinicId } = context
  const id = uuidv7()
  const row = await tx.insert(
    'medical_record',
    {
      id,
      clinic_id: clinicId,
      record_no: await tx.nextNumber('BL', clinicId, today(tx.now)),
      record_type: of.recordType,
      patient_id: of.patientId,
      treatment_id: of.treatmentId,
      registration_id: of.registrationId,
      doctor_id: of.doctorId,
      visit_time: of.visitTime,
      visit_kind: of.visitKind,
      origin: of.origin,
      origin_reason: of.originReason,
      status: recordStates.code.draft,
      content: JSON.stringify(of.content),
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: of.patientId },
  )
  await tx.logStatus('medical_record', id, clinicId, null, recordStates.code.draft)
  await tellBegun(context, { ...of, recordId: id })
  tx.publish('record', id)
  return { id, recordNo: row.record_no, version: row.version }
}
