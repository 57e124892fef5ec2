import { formatTeeth, parseTeeth } from '@dentin/clinical'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import {
  ageGroupOf,
  caseScopes,
  caseStates,
  faceKinds,
  kindsOutsideCases,
  maskStates,
} from '@dentin/contract/doctor-case'
import { OTHER_KIND } from '@dentin/contract/picture'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { picturesAmong } from '../picture/index.ts'
import { recordForCase } from '../record/index.ts'
import { EDIT, within } from './access.ts'
import { dropCopies } from './pictures.ts'
import { lockCase, mustBePublishable } from './publishing.ts'
import { categoryOf, stageOf } from './rules.ts'

type Calls = typeof contract.doctorCase
type Input = ParsedInput<Calls['save']>

/** What a record tells, as a case that nobody has saved yet. */
export async function caseFromRecord(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<Calls['fromRecord']>> {
  const record = await recordForCase(context, id)
  await mustReachPatient(context, record.patientId)
  const { patientId, patientName, recordId, gender, age, chiefComplaint, diagnosis, plan, treatment, teeth } = record
  return {
    patientId,
    patientName,
    recordId,
    title: (diagnosis.split('、')[0] ?? '').slice(0, 60),
    categoryId: categoryOf(record),
    gender,
    ageGroup: age === null ? '' : ageGroupOf(age),
    chiefComplaint: chiefComplaint.slice(0, 200),
    diagnosis: diagnosis.slice(0, 300),
    plan: plan.slice(0, 1000),
    content: treatment.slice(0, 3000),
    teeth,
    tags: [],
    months: null,
    cost: null,
    images: record.images
      .filter(({ type }) => !kindsOutsideCases.includes(type))
      .map(({ id: imageId, type, stageName, version }) => ({ imageId, type, stage: stageOf(stageName), version })),
  }
}

function rowOf(input: Input) {
  const { title, gender, diagnosis, plan, content, tags, months, cost } = input
  return {
    title,
    category_id: input.categoryId,
    patient_id: input.patientId,
    record_id: input.recordId,
    gender,
    age_group: input.ageGroup,
    chief_complaint: input.chiefComplaint,
    diagnosis,
    plan,
    content,
    teeth: input.teeth === '' ? '' : formatTeeth(parseTeeth(input.teeth)),
    tags,
    months,
    cost,
  }
}

/** Writes a case. A published one stays so only as long as it may be shown as it now is. */
export async function saveCase(context: ClinicContext, input: Input): Promise<HandlerOutput<Calls['save']>> {
  const { tx } = context
  if (input.patientId === null && input.images.length > 0)
    throw fieldError('BAD_INPUT', 'patientId', '图片要说明是哪位患者的')
  const saved =
    input.id === null ? await addCase(context, input) : await changeCase(context, { ...input, id: input.id })
  await keepPictures(context, saved.id, input)
  if (caseStates.is(saved.status, 'published')) {
    const said = { ...input, ...saved, id: saved.id }
    await mustBePublishable(tx, said)
  }
  tx.publish('doctorCase', saved.id)
  return { id: saved.id, version: saved.version, status: saved.status }
}

interface Saved {
  id: string
  version: number
  status: number
  clinicId: string
  authorId: string
  scope: number
}

async function mustBeHis(context: ClinicContext, { patientId, recordId }: Input): Promise<void> {
  if (patientId !== null) await mustReachPatient(context, patientId, 'patientId')
  if (recordId === null) return
  const record = await recordForCase(context, recordId)
  if (record.patientId !== patientId) throw fieldError('NOT_FOUND', 'recordId')
}

async function addCase(context: ClinicContext, input: Input): Promise<Saved> {
  const { tx, clinicId, employeeId } = context
  await mustBeHis(context, input)
  const row = await tx.insert(
    'doctor_case',
    {
      id: uuidv7(),
      clinic_id: clinicId,
      author_id: employeeId,
      author_name: context.actorName,
      ...rowOf(input),
      scope: caseScopes.own,
      status: caseStates.code.draft,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: input.patientId },
  )
  await tx.logStatus('doctor_case', row.id, clinicId, null, row.status)
  return { id: row.id, version: row.version, status: row.status, clinicId, authorId: employeeId, scope: row.scope }
}

const ofCase = select(columns('doctor_case_image', 'm', 'id', 'image_id', 'stage', 'sort_no', 'file_id', 'version'))
const inCase = (tx: TenantTx, caseId: string) =>
  tx.rows(ofCase.keptFrom`doctor_case_image m where ${tx.own('m')} and m.case_id = ${caseId}`)

async function changeCase(context: ClinicContext, input: Input & { id: string }): Promise<Saved> {
  const { tx, clinicId } = context
  const { id } = input
  const row = await lockCase(context, id, sql<boolean>`c.clinic_id = ${clinicId} and ${within(context, EDIT)}`)
  if (row.patientId !== null) await mustReachPatient(context, row.patientId)
  if (row.patientId !== input.patientId) {
    const there = new Set((await inCase(tx, id)).map(({ imageId }) => imageId))
    if (input.images.some(({ imageId }) => there.has(imageId))) throw fieldError('CASE_OTHER_PATIENT', 'patientId')
  }
  await mustBeHis(context, input)
  const changed = await tx.update(
    'doctor_case',
    { id, ...(input.version === null ? {} : { version: input.version }) },
    { ...rowOf(input), updated_at: tx.now },
    { patientId: input.patientId },
  )
  return { id, version: changed.version, status: row.status, clinicId, authorId: row.authorId, scope: row.scope }
}

const kinds = select(columns('clinic_image', 'i', 'id', 'type', 'guessed'))

/** Brings the pictures of a case in line with what was sent. What is there keeps what has been covered of it. */
async function keepPictures(context: ClinicContext, caseId: string, { images, patientId }: Input): Promise<void> {
  const { tx, services, clinicId } = context
  const note = { patientId }
  const there = await inCase(tx, caseId)
  const wanted = new Set(images.map(({ imageId }) => imageId))
  const gone = there.filter(({ imageId }) => !wanted.has(imageId))
  for (const { id } of gone) await tx.remove('doctor_case_image', { id }, note)
  await dropCopies(
    tx,
    services,
    gone.flatMap(({ fileId }) => fileId ?? []),
  )
  const known = new Map(there.map((each) => [each.imageId, each]))
  const fresh = images.map(({ imageId }) => imageId).filter((imageId) => !known.has(imageId))
  const found = patientId === null ? [] : await picturesAmong(context, patientId, fresh)
  if (found.length !== fresh.length) throw fieldError('NOT_FOUND', 'images')
  const shows = new Map(
    (await tx.rows(kinds.keptFrom`clinic_image i where ${tx.own('i')} and i.id = any(${fresh}::uuid[])`)).map(
      (each) => [each.id, each],
    ),
  )
  for (const [sortNo, { imageId, stage }] of images.entries()) {
    const before = known.get(imageId)
    if (before) {
      if (before.stage !== stage || before.sortNo !== sortNo)
        await tx.update('doctor_case_image', { id: before.id }, { stage, sort_no: sortNo, updated_at: tx.now }, note)
      continue
    }
    const { type, guessed } = shows.get(imageId) ?? { type: OTHER_KIND, guessed: true }
    if (kindsOutsideCases.includes(type)) throw fieldError('CASE_PICTURE_KIND', 'images')
    // What nobody has looked at may be a face.
    const isOpen = faceKinds.includes(type) || type === OTHER_KIND || guessed
    await tx.insert(
      'doctor_case_image',
      {
        id: uuidv7(),
        clinic_id: clinicId,
        case_id: caseId,
        image_id: imageId,
        stage,
        sort_no: sortNo,
        mask: isOpen ? maskStates.open : maskStates.none,
        created_at: tx.now,
        updated_at: tx.now,
      },
      note,
    )
  }
}

/** Deletes a case that nobody is shown. Its covered copies go; that it was shown to somebody stays. */
export async function removeCase(context: ClinicContext, { id }: { id: string }): Promise<null> {
  const { tx, services, clinicId } = context
  const row = await lockCase(context, id, sql<boolean>`c.clinic_id = ${clinicId} and ${within(context, EDIT)}`)
  if (!caseStates.may('remove', row.status)) throw new AppError('CASE_PUBLISHED')
  const note = { patientId: row.patientId }
  const pictures = await inCase(tx, id)
  for (const each of pictures) await tx.remove('doctor_case_image', { id: each.id }, note)
  await dropCopies(
    tx,
    services,
    pictures.flatMap(({ fileId }) => fileId ?? []),
  )
  await tx.update('doctor_case', { id }, { deleted_at: tx.now, updated_at: tx.now }, { ...note, action: 'delete' })
  tx.publish('doctorCase', id)
  return null
}

const held = select(columns('doctor_case_image', 'm', 'image_id'), {
  by: sql<string>`'案例「' || min(c.title) || '」'`,
})

/** Which pictures stand in a case, and in which: they are not deleted. */
export const heldByCases = (tx: TenantTx, imageIds: readonly string[]): Promise<{ imageId: string; by: string }[]> =>
  tx.rows(
    held.from`doctor_case_image m join doctor_case c on ${tx.own('c')} and c.id = m.case_id
      where ${tx.own('m')} and m.image_id = any(${imageIds}::uuid[]) group by m.image_id`,
  )
