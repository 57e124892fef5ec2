import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { MOST_PICTURES_LISTED } from '@dentin/contract/picture'
import { sql, type RawBuilder } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import { fieldError } from '../../platform/errors.ts'
import { dropFiles, readAll } from '../../platform/files/store.ts'
import type { ClinicContext, FileAnswer } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { readable } from './access.ts'
import { DRAW, drawnFrom, turned, type Size } from './drawing.ts'
import { mustBeHere, stageHere } from './stages.ts'
import { look, makePicture, twin } from './taking-in.ts'

type Calls = typeof contract.picture

const listed = select(
  columns('clinic_image', 'i', 'id', 'clinic_id', 'image_stage_id', 'patient_id', 'photo_name', 'tooth_no', 'type'),
  columns('clinic_image', 'i', 'guessed', 'mime', 'bytes', 'width', 'height', 'rotate', 'flip', 'shot_time', 'device'),
  columns(
    'clinic_image',
    'i',
    'by_phone',
    'remark',
    'tags',
    'hidden',
    'user_id',
    'created_name',
    'created_at',
    'version',
  ),
  columns('image_stage', 's', 'stage_time'),
  named('image_stage', 's', { stageName: 'name' }),
  named('file_object', 'o', { url: 'storage_key' }),
)

/** The pictures of a patient, or of one stage, in the order of taking. */
export async function picturesOf(
  context: ClinicContext,
  { patientId, imageStageId, type }: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  await mustReachPatient(context, patientId, 'patientId')
  const ofStage = imageStageId === null ? sql`true` : sql`i.image_stage_id = ${imageStageId}`
  const ofKind = type === null ? sql`true` : sql`i.type = ${type}`
  return tx.rows(
    listed.from`clinic_image i
      join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
      join file_object o on ${tx.own('o')} and o.id = i.file_id
      where ${tx.own('i')} and i.patient_id = ${patientId} and ${ofStage} and ${ofKind} and i.deleted_at is null and ${readable(context, 'i')}
      order by s.stage_time desc, s.id, coalesce(i.shot_time, i.created_at), i.id limit ${MOST_PICTURES_LISTED}`,
  )
}

const sent = select(
  columns('clinic_image_object', 'x', 'id'),
  named('file_object', 'o', { fileId: 'id', mime: 'media_type' }),
  columns('file_object', 'o', 'storage_key', 'sha256'),
  { bytes: sql<number>`o.bytes::float8` },
)

/** Makes a picture of what was sent to a signed address, or changes what is said of one. */
export async function addPicture(
  context: ClinicContext,
  input: ParsedInput<Calls['add']>,
): Promise<HandlerOutput<Calls['add']>> {
  if (input.id !== null) return changePicture(context, { ...input, id: input.id })
  const { tx, clinicId, employeeId, services } = context
  mustBeHere(context, input.clinicId)
  if (input.userId !== null && input.userId !== employeeId) throw fieldError('NOT_FOUND', 'userId')
  const stage = await stageHere(context, input.imageStageId, 'imageStageId')
  if (stage.patientId !== input.patientId) throw fieldError('NOT_FOUND', 'imageStageId')
  const object = await tx.row(
    sent.keptFrom`clinic_image_object x join file_object o on ${tx.own('o')} and o.id = x.file_id
      where ${tx.own('x')} and x.clinic_id = ${clinicId} and x.employee_id = ${employeeId} and o.storage_key = ${input.url} for update of x`,
  )
  if (!object) throw fieldError('PICTURE_NOT_SENT', 'url')
  await tx.rows(
    keptSql`delete from clinic_image_object where tenant_id = ${tx.tenantId} and id = ${object.id} returning id`,
  )
  const before = await twin(tx, stage.id, object.sha256)
  if (before) {
    for (const key of await dropFiles(tx, [object.fileId])) await services.files.remove(key)
    return { ...before, twice: true }
  }
  const file = { ...object, id: object.fileId }
  const seen = await look(await readAll(await services.files.get(object.storageKey)))
  const made = await makePicture(tx, services, file, seen, {
    clinicId,
    patientId: stage.patientId,
    stageId: stage.id,
    type: input.type,
    guessed: input.guessed,
    name: input.photoName,
    toothNo: input.toothNo,
    byPhone: false,
    employeeId,
    by: context.actorName,
  })
  return { ...made, twice: false }
}

const one = select(
  columns('clinic_image', 'i', 'id', 'clinic_id', 'patient_id', 'image_stage_id', 'rotate', 'flip', 'photo_name'),
  columns('clinic_image', 'i', 'mime', 'version', 'deleted_at', 'sha256'),
  named('file_object', 'o', { url: 'storage_key' }),
)
export type Picture = RowIn<typeof one>

/** A picture of the clinic at hand, locked. @throws AppError NOT_FOUND */
export async function pictureHere(
  context: ClinicContext,
  id: string,
  more: RawBuilder<unknown> = sql`i.deleted_at is null`,
): Promise<Picture> {
  const { tx, clinicId } = context
  const row = await tx.need(
    one.from`clinic_image i join file_object o on ${tx.own('o')} and o.id = i.file_id
      where ${tx.own('i')} and i.id = ${id} and i.clinic_id = ${clinicId} and ${more} for no key update of i`,
  )
  await mustReachPatient(context, row.patientId)
  return row
}

async function changePicture(
  context: ClinicContext,
  input: ParsedInput<Calls['add']> & { id: string },
): Promise<HandlerOutput<Calls['add']>> {
  const { tx } = context
  mustBeHere(context, input.clinicId)
  const picture = await pictureHere(context, input.id)
  if (picture.patientId !== input.patientId) throw fieldError('NOT_FOUND', 'patientId')
  if (input.imageStageId !== picture.imageStageId) {
    const stage = await stageHere(context, input.imageStageId, 'imageStageId')
    if (stage.patientId !== picture.patientId) throw fieldError('NOT_FOUND', 'imageStageId')
    if (await twin(tx, stage.id, picture.sha256)) throw fieldError('PICTURE_TWICE', 'imageStageId')
  }
  const row = await tx.update(
    'clinic_image',
    { id: picture.id, ...(input.version === null ? {} : { version: input.version }) },
    {
      image_stage_id: input.imageStageId,
      type: input.type,
      guessed: input.guessed,
      photo_name: input.photoName,
      tooth_no: input.toothNo,
      ...(input.remark === null ? {} : { remark: input.remark }),
      ...(input.tags === undefined ? {} : { tags: input.tags }),
      ...(input.hidden === undefined ? {} : { hidden: input.hidden }),
      updated_at: tx.now,
    },
    { patientId: picture.patientId },
  )
  tx.publish('picture', picture.imageStageId)
  return { id: row.id, version: row.version, twice: false }
}

const guesses = select({ id: sql<string>`i.id` })

/** Takes every guess of a stage for right. */
export async function confirmGuesses(
  context: ClinicContext,
  { imageStageId }: { imageStageId: string },
): Promise<{ count: number }> {
  const { tx } = context
  const { patientId } = await stageHere(context, imageStageId, 'imageStageId')
  const open = await tx.rows(
    guesses.keptFrom`clinic_image i where ${tx.own('i')} and i.image_stage_id = ${imageStageId} and i.guessed and i.deleted_at is null
      order by i.id for no key update of i`,
  )
  const ids = open.map(({ id }) => id)
  await tx.updateAll('clinic_image', ids, { guessed: false, updated_at: tx.now }, { patientId })
  if (ids.length > 0) tx.publish('picture', imageStageId)
  return { count: ids.length }
}

/** Turns or mirrors what is shown; the original stays as it came. */
export async function turnPicture(
  context: ClinicContext,
  input: ParsedInput<Calls['rotate']>,
): Promise<HandlerOutput<Calls['rotate']>> {
  const { tx, services } = context
  mustBeHere(context, input.clinicId)
  if (input.angle === 0 && !input.flip) throw fieldError('BAD_INPUT', 'angle', '请选择旋转或翻转')
  const picture = await pictureHere(context, input.imageId)
  if (input.urlName !== null && input.urlName !== picture.url) throw fieldError('NOT_FOUND', 'urlName')
  const row = await tx.update(
    'clinic_image',
    { id: picture.id, ...(input.version === null ? {} : { version: input.version }) },
    { ...turned(picture, { angle: input.angle, mirror: input.flip }), updated_at: tx.now },
    { patientId: picture.patientId },
  )
  await services.jobs.enqueue(tx, DRAW, { tenantId: tx.tenantId, id: row.id })
  tx.publish('picture', picture.imageStageId)
  return { id: row.id, version: row.version, rotate: row.rotate, flip: row.flip }
}

const shown = select(columns('clinic_image', 'i', 'id', 'patient_id', 'photo_name', 'rotate', 'flip', 'mime'), {
  original: sql<string>`o.storage_key`,
  copy: sql<string | null>`k.storage_key`,
})

/** A picture as it is looked at: from its kept copy, or drawn while it is sent. Its original is served to nobody. */
export async function openPicture(
  context: ClinicContext,
  { id, size }: { id: string; size: Size },
): Promise<FileAnswer> {
  const { tx, services } = context
  const row = await tx.need(
    shown.from`clinic_image i join file_object o on ${tx.own('o')} and o.id = i.file_id
      left join clinic_image_copy c on ${tx.own('c')} and c.image_id = i.id and c.size = ${size} and c.rotate = i.rotate and c.flip = i.flip
      left join file_object k on ${tx.own('k')} and k.id = c.file_id
      where ${tx.own('i')} and i.id = ${id} and i.deleted_at is null and ${readable(context, 'i')}`,
  )
  await mustReachPatient(context, row.patientId)
  const isPng = size === 'full' && row.mime === 'image/png'
  const [type, end] = isPng ? ['image/png', 'png'] : ['image/jpeg', 'jpg']
  const name = `${row.photoName.replace(/\.\w+$/, '')}.${end}`
  const stream = row.copy
    ? await services.files.get(row.copy)
    : drawnFrom(await services.files.get(row.original), row, size, row.mime)
  return { name, type, stream }
}

const among = select(columns('clinic_image', 'i', 'id'))

/** Which of these are pictures of the patient that the person may see, kept from going to the bin meanwhile. */
export const picturesAmong = (
  context: ClinicContext,
  patientId: string,
  ids: readonly string[],
): Promise<{ id: string }[]> => {
  const { tx } = context
  return tx.rows(
    among.from`clinic_image i where ${tx.own('i')} and i.id = any(${ids}::uuid[]) and i.patient_id = ${patientId} and i.deleted_at is null
      and ${readable(context, 'i')} order by i.id for share of i`,
  )
}
