import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput, RecordContent } from '@dentin/contract'
import { canonicalJson, today, uuidv7 } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { dropPlansOfRecord, planForRecord } from '../follow-up/index.ts'
import { markEmrCompleted, setNextPlan, treatmentById } from '../visit/index.ts'
import { ADD, AMEND, DELETE, mustWriteFor } from './access.ts'
import { judge } from './judge.ts'
import { mustBeKnown, mustBePossible } from './checks.ts'
import { awaitsSuperior, takeApproval } from './review.ts'
import { lockRecord, move, type Standing, type Status } from './standing.ts'
import { chart } from './mouth.ts'
import { hashOf, isOpen, nextPlanOf, planLinesIn, prefill, readContent, summaryOf } from './rules.ts'
import { isSealed } from './seals.ts'

const histories = select(
  columns('patient', 'p', 'past_history', 'family_history', 'systemic_diseases', 'allergy_flag', 'allergy_history'),
)

/** Opens the record of a visit, filled with what the file already says. */
export async function createRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.create>,
): Promise<HandlerOutput<typeof contract.record.create>> {
  const { tx } = context
  const visit = await treatmentById(tx, input.treatmentId)
  await mustWriteFor(context, ADD, visit)
  const existing = await tx.row<{ id: string }>(
    keptSql`select id from medical_record where tenant_id = ${tx.tenantId} and treatment_id = ${visit.id} and record_type = 1 and status not in ${codes(recordStates, 'deleted')}`,
  )
  if (existing) throw new AppError('RECORD_EXISTS', { data: { id: existing.id } })
  const file = await tx.need(histories.keptFrom`patient p where ${tx.own('p')} and p.id = ${visit.patientId}`)
  const content = prefill({ ...file, chiefComplaint: visit.chiefComplaint })
  const id = uuidv7()
  const row = await tx.insert(
    'medical_record',
    {
      id,
      clinic_id: context.clinicId,
      record_no: await tx.nextNumber('BL', context.clinicId, today(tx.now)),
      patient_id: visit.patientId,
      treatment_id: visit.id,
      registration_id: visit.registrationId,
      doctor_id: visit.doctorId,
      visit_time: visit.startTime,
      visit_kind: visit.treatType === 2 ? 2 : 1,
      status: recordStates.code.draft,
      content: JSON.stringify(content),
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: visit.patientId },
  )
  await tx.logStatus('medical_record', id, context.clinicId, null, recordStates.code.draft)
  tx.publish('record', id)
  return { id, recordNo: row.record_no, version: row.version }
}

function mustBeOpen(record: Standing): void {
  if (recordStates.is(record.status, 'deleted')) throw new AppError('RECORD_DELETED')
  if (!isOpen(record.status)) throw new AppError('RECORD_LOCKED')
}

function mustBeMine(context: ClinicContext, record: Standing): void {
  if (record.doctorId !== context.employeeId) throw new AppError('RECORD_NOT_YOURS')
}

/** Keeps a draft or an amendment. The same text again changes nothing. */
export async function saveRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.save>,
): Promise<HandlerOutput<typeof contract.record.save>> {
  const { tx } = context
  const record = await lockRecord(context, input.id)
  mustBeOpen(record)
  // Signed texts are the doctor's alone; a draft may be taken down for him.
  const resource = recordStates.is(record.status, 'amending') ? AMEND : ADD
  await mustWriteFor(context, resource, record)
  const { content } = input
  const { missing, quality } = await judge(context, record, content)
  const same = record.version === input.version && canonicalJson(content) === canonicalJson(record.content)
  if (same) {
    return { id: record.id, status: record.status, version: record.version, savedAt: tx.now, missing, quality }
  }
  await mustBeKnown(context, content, readContent(record.content), record.patientId)
  await mustBePossible(tx, record, content)
  const status =
    recordStates.is(record.status, 'submitted') && missing.length > 0 ? recordStates.code.draft : record.status
  const row = await tx.update(
    'medical_record',
    { id: record.id, version: input.version },
    { content: JSON.stringify(content), status, ...columnsOf(content) },
    { patientId: record.patientId },
  )
  if (status !== record.status)
    await tx.logStatus('medical_record', record.id, record.clinicId, record.status, status, '修改后有缺项')
  tx.publish('record', record.id)
  return { id: row.id, status: row.status, version: row.version, savedAt: tx.now, missing, quality }
}

function columnsOf(content: RecordContent) {
  const { diagnosisText, treatmentText, teeth } = summaryOf(content)
  return { diagnosis_text: diagnosisText, treatment_text: treatmentText, teeth }
}

async function mustBeComplete(context: ClinicContext, record: Standing): Promise<RecordContent> {
  const content = readContent(record.content)
  const { missing } = await judge(context, record, content)
  if (missing.length > 0) {
    throw new AppError('RECORD_INCOMPLETE', {
      message: missing.map((each) => each.message).join('、'),
      data: { missing },
    })
  }
  return content
}

/** Hands the record in. With something missing it stays what it was. */
export async function submitRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.submit>,
): Promise<Status> {
  const record = await lockRecord(context, input.id)
  mustBeOpen(record)
  mustBeMine(context, record)
  await mustBeComplete(context, record)
  if (!recordStates.may('submit', record.status)) throw new AppError('STATUS_CHANGED')
  return move(context, record, recordStates.code.submitted, { version: input.version, action: 'submit' })
}

/** Signs and locks: one more version that never changes, and what was charted becomes the patient's mouth. */
export async function signRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.sign>,
): Promise<Status> {
  const { tx } = context
  const record = await lockRecord(context, input.id)
  mustBeOpen(record)
  mustBeMine(context, record)
  const content = await mustBeComplete(context, record)
  const contentHash = hashOf(record.content)
  if (recordStates.is(record.status, 'draft'))
    await tx.logStatus(
      'medical_record',
      record.id,
      record.clinicId,
      recordStates.code.draft,
      recordStates.code.submitted,
    )
  const from = recordStates.is(record.status, 'draft') ? recordStates.code.submitted : record.status
  const second = await awaitsSuperior(context, record)
  // One approval opens a filed record once: it goes back to the files, unless a superior is to see it first.
  const isFiled = record.archivedAt !== null && !second.countersign_due
  const to = isFiled ? recordStates.code.archived : recordStates.code.signed
  const signed = await move(context, { ...record, status: from }, to, {
    version: input.version,
    action: 'sign',
    reason: record.amendReason ?? undefined,
    patch: {
      plan_line_ids: planLinesIn(content),
      sign_doctor_id: context.employeeId,
      sign_time: tx.now,
      sign_hash: contentHash,
      amend_reason: null,
      ...second,
      ...(isFiled ? { archived_at: tx.now } : {}),
    },
  })
  await tx.need(
    keptSql`insert into medical_record_version
          (tenant_id, id, clinic_id, record_id, version_no, content, content_hash, reason, signed_by, signed_name, signed_at)
        select ${tx.tenantId}::uuid, ${uuidv7()}::uuid, ${record.clinicId}::uuid, ${record.id}::uuid, coalesce(max(version_no), 0) + 1,
          ${JSON.stringify(record.content)}::jsonb, ${contentHash}::text, ${record.amendReason ?? ''}::text, ${context.employeeId}::uuid,
          ${context.actorName}::text, ${tx.now}::timestamptz
        from medical_record_version where tenant_id = ${tx.tenantId} and record_id = ${record.id}
        returning id`,
  )
  await chart(tx, record, content.toothMarks)
  if (record.treatmentId) {
    await markEmrCompleted(tx, record.treatmentId)
    const plan = nextPlanOf(content)
    if (plan) await setNextPlan(tx, record.treatmentId, plan)
  }
  await followUps(context, record, content)
  return signed
}

/** Plans what the clinic's rules of follow-up say of a signed text. */
async function followUps(context: ClinicContext, record: Standing, content: RecordContent): Promise<void> {
  const { tx } = context
  const lines = content.treatments.flatMap(({ teeth, tariffs }) => tariffs.map(({ tariffId }) => ({ tariffId, teeth })))
  const tariffs = await tariffsByIds(
    tx,
    record.clinicId,
    lines.map((line) => line.tariffId),
  )
  await planForRecord(tx, {
    clinicId: record.clinicId,
    patientId: record.patientId,
    doctorId: record.doctorId,
    treatmentId: record.treatmentId,
    recordId: record.id,
    at: record.visitTime,
    items: lines.map(({ tariffId, teeth }) => {
      const tariff = tariffs.get(tariffId)
      return { tariffId, teeth, name: tariff?.name ?? '', categoryName: tariff?.categoryName ?? '' }
    }),
    diagnoses: content.diagnoses.map(({ icdCode, icdName, teeth }) => ({ code: icdCode, name: icdName, teeth })),
  })
}

/** Opens a signed record for a change, with the reason. */
export async function amendRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.amend>,
): Promise<Status> {
  const record = await lockRecord(context, input.id)
  if (recordStates.is(record.status, 'deleted')) throw new AppError('RECORD_DELETED')
  mustBeMine(context, record)
  if (recordStates.may('amendArchived', record.status)) await takeApproval(context, record)
  else if (!recordStates.may('amend', record.status)) throw new AppError('STATUS_CHANGED')
  return move(context, record, recordStates.code.amending, {
    version: input.version,
    action: 'amend',
    reason: input.reason,
    patch: { amend_reason: input.reason, countersign_due: false },
  })
}

/** Takes a record away so that it can come back; nothing of it is lost. */
export async function removeRecord(
  context: ClinicContext,
  input: ParsedInput<typeof contract.record.remove>,
): Promise<Status> {
  const record = await lockRecord(context, input.id)
  if (recordStates.is(record.status, 'deleted')) throw new AppError('RECORD_DELETED')
  await mustWriteFor(context, DELETE, record)
  if (await isSealed(context.tx, record.id)) throw new AppError('RECORD_SEALED')
  if (!recordStates.is(record.status, 'draft') && !input.reason) throw fieldError('RECORD_REASON_REQUIRED', 'reason')
  const removed = await move(context, record, recordStates.code.deleted, {
    version: input.version,
    action: 'delete',
    reason: input.reason || undefined,
    patch: { status_before_delete: record.status },
  })
  await chart(context.tx, record, [])
  await dropPlansOfRecord(context.tx, record.id, '病历已删除')
  if (record.treatmentId && !recordStates.is(record.status, 'open'))
    await markEmrCompleted(context.tx, record.treatmentId, false)
  return removed
}

/** Brings a deleted record back to what it was. */
export async function restoreRecord(context: ClinicContext, id: string): Promise<Status> {
  const record = await lockRecord(context, id)
  await mustWriteFor(context, DELETE, record)
  if (!recordStates.is(record.status, 'deleted')) throw new AppError('STATUS_CHANGED')
  const back = record.statusBeforeDelete ?? recordStates.code.draft
  const restored = await move(context, record, back, {
    version: record.version,
    action: 'restore',
    patch: { status_before_delete: null },
  })
  if (!recordStates.is(back, 'open')) {
    const content = readContent(record.content)
    await chart(context.tx, record, content.toothMarks)
    if (record.treatmentId) await markEmrCompleted(context.tx, record.treatmentId)
    await followUps(context, record, content)
  }
  return restored
}
