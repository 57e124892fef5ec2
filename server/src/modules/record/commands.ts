import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput, RecordContent } from '@dentin/contract'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { dropPlansOfRecord, planForRecord } from '../follow-up/index.ts'
import { markEmrCompleted, setNextPlan } from '../visit/index.ts'
import { ADD, AMEND, DELETE, mustWriteFor } from './access.ts'
import { deptName } from './department.ts'
import { tellRemoved, tellRestored, tellSigned } from './extension-points.ts'
import { tariffsIn } from './for-consents.ts'
import { judge } from './judge.ts'
import { mustBeKnown, mustBePossible } from './checks.ts'
import { reopenedText } from './own-sections.ts'
import type { Quality } from './quality.ts'
import { awaitsSuperior, takeApproval } from './review.ts'
import { firstSignature, lockRecord, move, signedText, type Standing, type Status } from './standing.ts'
import { chart } from './mouth.ts'
import {
  changeBetween,
  hashOf,
  isOpen,
  looksTheSame,
  nextPlanOf,
  planLinesIn,
  readContent,
  summaryOf,
  withOwnSections,
} from './rules.ts'
import { isSealed } from './seals.ts'

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
  const before = readContent(record.content)
  const content = withOwnSections(input.content, before, record.recordType)
  const { missing, quality } = await judge(context, record, content, await writtenOf(context, record))
  const same = record.version === input.version && canonicalJson(content) === canonicalJson(record.content)
  if (same) {
    return { id: record.id, status: record.status, version: record.version, savedAt: tx.now, missing, quality }
  }
  await mustBeKnown(context, content, before, record)
  await mustBePossible(tx, record, content)
  const status =
    recordStates.is(record.status, 'submitted') && missing.length > 0 ? recordStates.code.draft : record.status
  const row = await tx.update(
    'medical_record',
    { id: record.id, version: input.version },
    { content: JSON.stringify(content), status, ...columnsOf(content) },
    { patientId: record.patientId, instead: changeBetween(before, content) },
  )
  if (status !== record.status)
    await tx.logStatus('medical_record', record.id, record.clinicId, record.status, status, '修改后有缺项')
  // While somebody types a text is saved every second: the lists of the clinic are read again only when they would differ.
  if (status !== record.status || !looksTheSame(before, content)) tx.publish('record', record.id)
  return { id: row.id, status: row.status, version: row.version, savedAt: tx.now, missing, quality }
}

function columnsOf(content: RecordContent) {
  const { diagnosisText, treatmentText, teeth } = summaryOf(content)
  return { diagnosis_text: diagnosisText, treatment_text: treatmentText, teeth }
}

/** When a text that is being amended was written first. */
async function writtenOf({ tx }: ClinicContext, record: Standing): Promise<{ writtenAt?: Date }> {
  if (!recordStates.is(record.status, 'amending')) return {}
  const first = select({ signedAt: sql<Date | null>`(${firstSignature(tx, sql`${record.id}`)})` })
  const { signedAt } = await tx.need(first.keptAlone)
  return signedAt ? { writtenAt: signedAt } : {}
}

async function mustBeComplete(
  context: ClinicContext,
  record: Standing,
): Promise<{ content: RecordContent; quality: Quality }> {
  const content = readContent(record.content)
  const { missing, quality } = await judge(context, record, content, await writtenOf(context, record))
  if (missing.length > 0) {
    throw new AppError('RECORD_INCOMPLETE', {
      message: missing.map((each) => each.message).join('、'),
      data: { missing },
    })
  }
  return { content, quality }
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
  const { content, quality } = await mustBeComplete(context, record)
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
  const dept = await tx.need(
    select({ name: deptName(tx) }).keptFrom`medical_record r where ${tx.own('r')} and r.id = ${record.id}`,
  )
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
      dept_name: dept.name,
      amend_reason: null,
      ...second,
      ...(isFiled ? { archived_at: tx.now } : {}),
    },
  })
  await tx.need(
    keptSql`insert into medical_record_version
          (tenant_id, id, clinic_id, record_id, version_no, content, content_hash, reason, signed_by, signed_name, signed_at,
           quality_score, quality_items)
        select ${tx.tenantId}::uuid, ${uuidv7()}::uuid, ${record.clinicId}::uuid, ${record.id}::uuid, coalesce(max(version_no), 0) + 1,
          ${JSON.stringify(record.content)}::jsonb, ${contentHash}::text, ${record.amendReason ?? ''}::text, ${context.employeeId}::uuid,
          ${context.actorName}::text, ${tx.now}::timestamptz, ${quality.score}::int, ${JSON.stringify(quality.items)}::jsonb
        from medical_record_version where tenant_id = ${tx.tenantId} and record_id = ${record.id}
        returning id`,
  )
  await tellSigned(tx, record.id, { ...record, tariffIds: tariffsIn(content), planLineIds: planLinesIn(content) })
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
    patch: {
      amend_reason: input.reason,
      countersign_due: false,
      ...(await reopenedText(context.tx, record)),
    },
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
  if (recordStates.may('removeArchived', record.status)) await takeApproval(context, record)
  const removed = await move(context, record, recordStates.code.deleted, {
    version: input.version,
    action: 'delete',
    reason: input.reason || undefined,
    patch: { status_before_delete: record.status },
  })
  await chart(context.tx, record, [])
  await dropPlansOfRecord(context.tx, record.id, '病历已删除')
  await tellRemoved(context, record)
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
    patch: {
      status_before_delete: null,
      ...(isOpen(back) ? await reopenedText(context.tx, record) : {}),
    },
  })
  await tellRestored(context, record)
  if (!recordStates.is(back, 'open')) {
    const content = await signedText(context.tx, record.id)
    await chart(context.tx, record, content.toothMarks)
    if (record.treatmentId) await markEmrCompleted(context.tx, record.treatmentId)
    await followUps(context, record, content)
  }
  return restored
}
