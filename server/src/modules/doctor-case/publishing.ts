import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { caseScopes, caseStates } from '@dentin/contract/doctor-case'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { photosAllowed, photosAllowedOf } from '../consent/index.ts'
import { faceOpen, OPEN, PUBLISH, within } from './access.ts'
import { tellsWho, type Identity } from './rules.ts'

type Calls = typeof contract.doctorCase

const standing = select(
  columns('doctor_case', 'c', 'id', 'clinic_id', 'author_id', 'patient_id', 'status', 'scope', 'asked_scope'),
  columns('doctor_case', 'c', 'title', 'chief_complaint', 'diagnosis', 'plan', 'content', 'tags', 'version'),
)
export type Standing = RowIn<typeof standing>

/** A case, locked. @throws AppError NOT_FOUND */
export const lockCase = ({ tx }: ClinicContext, id: string, allowed: RawBuilder<boolean>): Promise<Standing> =>
  tx.need(
    standing.keptFrom`doctor_case c where ${tx.own('c')} and c.id = ${id} and c.deleted_at is null and ${allowed} for no key update of c`,
  )

const identities = select(
  columns('patient', 'p', 'name', 'mobile', 'mobile2', 'id_no', 'medicare_no', 'medical_number', 'paper_number'),
)
/** By what the patient of a case is known. */
async function identityOf(tx: TenantTx, patientId: string | null): Promise<Identity | null> {
  if (patientId === null) return null
  const row = await tx.need(identities.keptFrom`patient p where ${tx.own('p')} and p.id = ${patientId}`)
  const { name, mobile, mobile2, idNo, medicareNo, medicalNumber, paperNumber } = row
  return { names: [name], numbers: [mobile, mobile2, idNo, medicareNo, medicalNumber, paperNumber] }
}

const texts = {
  title: '标题',
  chiefComplaint: '主诉',
  diagnosis: '诊断',
  plan: '治疗方案',
  content: '说明',
} as const
const pictures = select({ count: sql<number>`count(*)::int` })
const faces = select(columns('doctor_case_image', 'm', 'id'))

/** Refuses a case that may not be shown to others: with somebody to be known, or without consent. */
export async function mustBePublishable(tx: TenantTx, row: Omit<Standing, 'version' | 'askedScope'>): Promise<void> {
  const { id, patientId } = row
  const who = await identityOf(tx, patientId)
  const fields = [
    ...Object.entries(texts).map(([field, label]) => ({ field, label, text: row[field as keyof typeof texts] })),
    ...row.tags.map((text, n) => ({ field: `tags.${n}`, label: '标签', text })),
  ].flatMap(({ field, label, text }) => {
    const problem = tellsWho(text, who)
    return problem ? [{ field, message: `${label}里${problem}` }] : []
  })
  if (fields.length > 0) {
    const message = fields.map((each) => each.message).join('；')
    throw new AppError('CASE_NAMES_PATIENT', { message, fields })
  }
  const { count } = await tx.need(pictures.keptFrom`doctor_case_image m where ${tx.own('m')} and m.case_id = ${id}`)
  if (count === 0 && row.content === '') throw new AppError('CASE_EMPTY')
  if (patientId !== null && !(await photosAllowed(tx, patientId))) throw new AppError('CASE_NO_CONSENT')
  const open = await tx.rows(
    faces.keptFrom`doctor_case_image m join clinic_image i on ${tx.own('i')} and i.id = m.image_id
      where ${tx.own('m')} and m.case_id = ${id} and ${faceOpen} order by m.stage, m.sort_no`,
  )
  if (open.length > 0) {
    const message = `还有 ${open.length} 张图片没有确认遮挡，不能发布`
    throw new AppError('CASE_FACE_OPEN', { message, data: { ids: open.map((each) => each.id) } })
  }
}

/** Publishes for oneself, the clinic, the chain or everybody; whoever may not do the latter asks for it. */
export async function publishCase(
  context: ClinicContext,
  { id, version, scope }: ParsedInput<Calls['publish']>,
): Promise<HandlerOutput<Calls['publish']>> {
  const { tx, clinicId } = context
  const row = await lockCase(context, id, sql<boolean>`c.clinic_id = ${clinicId} and ${within(context, PUBLISH)}`)
  if (!caseStates.may('publish', row.status)) throw new AppError('STATUS_CHANGED')
  await mustBePublishable(tx, row)
  const wide = scope >= caseScopes.chain
  const asks = wide && !context.can(OPEN)
  return publish(context, row, {
    version,
    // What the chain has been shown already is not taken from it by asking for more.
    scope: asks ? Math.max(caseScopes.clinic, caseStates.is(row.status, 'published') ? row.scope : 0) : scope,
    askedScope: asks ? scope : null,
  })
}

async function publish(
  { tx }: ClinicContext,
  row: Standing,
  {
    version,
    scope,
    askedScope,
    note = '',
  }: { version: number; scope: number; askedScope: number | null; note?: string },
): Promise<HandlerOutput<Calls['publish']>> {
  const to = caseStates.code.published
  const changed = await tx.update(
    'doctor_case',
    { id: row.id, version },
    {
      status: to,
      scope,
      asked_scope: askedScope,
      asked_at: askedScope === null ? null : tx.now,
      decision_note: note,
      down_reason: '',
      updated_at: tx.now,
      ...(row.status === to ? {} : { published_at: tx.now }),
    },
    { action: 'publish', patientId: row.patientId },
  )
  if (row.status !== to) await tx.logStatus('doctor_case', row.id, row.clinicId, row.status, to)
  tx.publish('doctorCase', row.id, row.clinicId)
  return { id: row.id, version: changed.version, status: to, scope, askedScope }
}

/** Answers what an author asked for. */
export async function decideCase(
  context: ClinicContext,
  { id, version, agree, note }: ParsedInput<Calls['decide']>,
): Promise<HandlerOutput<Calls['decide']>> {
  const { tx } = context
  const row = await lockCase(context, id, within(context, OPEN))
  if (row.askedScope === null || !caseStates.is(row.status, 'published')) throw new AppError('CASE_NOT_ASKED')
  if (agree) {
    await mustBePublishable(tx, row)
    return publish(context, row, { version, scope: row.askedScope, askedScope: null, note })
  }
  const changed = await tx.update(
    'doctor_case',
    { id, version },
    { asked_scope: null, asked_at: null, decision_note: note || '申请已退回', updated_at: tx.now },
    { action: 'refuse', patientId: row.patientId, reason: note },
  )
  tx.publish('doctorCase', id, row.clinicId)
  return { id, version: changed.version, status: row.status }
}

/** Takes a case down: from this moment it is seen by its author alone. */
export async function takeCaseDown(
  context: ClinicContext,
  { id, version, reason }: ParsedInput<Calls['takeDown']>,
): Promise<HandlerOutput<Calls['takeDown']>> {
  const { tx, clinicId } = context
  const row = await lockCase(context, id, sql<boolean>`c.clinic_id = ${clinicId} and ${within(context, PUBLISH)}`)
  if (!caseStates.may('takeDown', row.status)) throw new AppError('STATUS_CHANGED')
  return { id, ...(await down(tx, row, reason, version)) }
}

async function down(
  tx: TenantTx,
  row: Standing,
  reason: string,
  version: number,
): Promise<{ version: number; status: number }> {
  const status = caseStates.code.takenDown
  const changed = await tx.update(
    'doctor_case',
    { id: row.id, version },
    { status, down_reason: reason, asked_scope: null, asked_at: null, updated_at: tx.now },
    { action: 'take-down', patientId: row.patientId, reason },
  )
  await tx.logStatus('doctor_case', row.id, row.clinicId, row.status, status, reason)
  tx.publish('doctorCase', row.id, row.clinicId)
  return { version: changed.version, status }
}

/** Takes down what is published of a patient whose consent does not hold any more. @returns how many */
export async function takeDownWithdrawn(tx: TenantTx, patientId: string): Promise<number> {
  const rows = await tx.rows(
    standing.keptFrom`doctor_case c where ${tx.own('c')} and c.patient_id = ${patientId} and c.deleted_at is null
      and c.status in ${codes(caseStates, 'published')} and not ${photosAllowedOf(tx, sql`c.patient_id`)} order by c.id for no key update of c`,
  )
  for (const row of rows) await down(tx, row, '患者撤回了照片公开的授权', row.version)
  return rows.length
}
