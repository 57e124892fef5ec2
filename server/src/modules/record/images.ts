import { recordStates } from '@dentin/contract/core/status'
import { pictureKindNames, type PictureKind } from '@dentin/contract/picture'
import { MOST_ON_RECORD } from '@dentin/contract/record-image'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { parseTeeth, toothText } from '@dentin/clinical'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { hungPicture, picturesToHang, thumbsOf } from '../picture/index.ts'
import { ADD, mayWriteFor, mustWriteFor, readable } from './access.ts'
import { picturesIn, readContent } from './rules.ts'

type Calls = typeof contract.recordImage

const head = select(columns('medical_record', 'r', 'id', 'clinic_id', 'patient_id', 'doctor_id', 'status'))
const headWithText = select(
  columns('medical_record', 'r', 'id', 'clinic_id', 'patient_id', 'doctor_id', 'status', 'content'),
)
const links = select(columns('record_image', 'x', 'id', 'image_id'))

const hungOn = (tx: TenantTx, recordId: string) =>
  tx.rows(
    hungPicture.keptFrom`record_image x join clinic_image i on ${tx.own('i')} and i.id = x.image_id and i.deleted_at is null
      join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
      where ${tx.own('x')} and x.record_id = ${recordId} order by x.created_at, x.id`,
  )

const linksOf = (tx: TenantTx, recordId: string) =>
  tx.rows(links.keptFrom`record_image x where ${tx.own('x')} and x.record_id = ${recordId}`)

const signedVersion = select(columns('medical_record_version', 'v', 'id'))
/** Whether a line of what was signed shows a picture: it stays, whatever an amendment says. */
const isSignedFor = async (tx: TenantTx, recordId: string, imageId: string): Promise<boolean> =>
  (await tx.row(
    signedVersion.keptFrom`medical_record_version v where ${tx.own('v')} and v.record_id = ${recordId}
      and jsonb_path_exists(v.content, '$.auxExams[*].imageIds[*] ? (@ == $id)', jsonb_build_object('id', ${imageId}::text)) limit 1`,
  )) !== undefined

/** What hangs on a record, by its ids. */
export const idsHungOn = async (tx: TenantTx, recordId: string): Promise<string[]> =>
  (await linksOf(tx, recordId)).map(({ imageId }) => imageId)

/** What hangs on a record, for whoever may see pictures. */
async function imagesOfRecord(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<Calls['ofRecord']>> {
  const { tx, clinicId } = context
  const record = await tx.need(
    head.from`medical_record r where ${tx.own('r')} and r.id = ${id} and ${readable(context)}`,
  )
  const sees = context.can('/imageData:view')
  const list = await picturesOnRecord(context, id)
  const writes = sees && record.clinicId === clinicId && (await mayWriteFor(context, ADD, record))
  return {
    list,
    mayAttach: writes && !recordStates.is(record.status, 'deleted'),
    mayDetach: writes && recordStates.may('edit', record.status),
  }
}

/** A record of the clinic at hand that the person may write, locked. */
async function recordToHangOn(context: ClinicContext, id: string) {
  const { tx, clinicId } = context
  const record = await tx.need(
    headWithText.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${id} and r.clinic_id = ${clinicId} for no key update of r`,
  )
  await mustWriteFor(context, ADD, record)
  return record
}

/** Hangs pictures of the patient on a record. A film that is developed after the signature still comes to it. */
async function attach(
  context: ClinicContext,
  { recordId, imageIds }: ParsedInput<Calls['attach']>,
): Promise<HandlerOutput<Calls['attach']>> {
  const { tx } = context
  const record = await recordToHangOn(context, recordId)
  if (recordStates.is(record.status, 'deleted')) throw new AppError('STATUS_CHANGED')
  const there = await linksOf(tx, recordId)
  const fresh = await picturesToHang(context, record.patientId, imageIds, {
    there,
    most: MOST_ON_RECORD,
    full: 'RECORD_IMAGES_FULL',
  })
  for (const imageId of fresh)
    await tx.insert(
      'record_image',
      {
        id: uuidv7(),
        clinic_id: record.clinicId,
        record_id: recordId,
        image_id: imageId,
        created_by: context.employeeId,
        created_name: context.actorName,
        created_at: tx.now,
        updated_at: tx.now,
      },
      { patientId: record.patientId },
    )
  if (fresh.length > 0) tx.publish('record', recordId)
  return { count: fresh.length }
}

/** Takes a picture off a record that is still being written. */
async function detach(context: ClinicContext, { recordId, imageId }: ParsedInput<Calls['detach']>): Promise<null> {
  const { tx } = context
  const record = await recordToHangOn(context, recordId)
  if (!recordStates.may('edit', record.status) || (await isSignedFor(tx, recordId, imageId)))
    throw new AppError('RECORD_IMAGE_FIXED')
  if (picturesIn(readContent(record.content)).includes(imageId)) throw new AppError('RECORD_IMAGE_ON_LINE')
  const link = await tx.need(
    links.keptFrom`record_image x where ${tx.own('x')} and x.record_id = ${recordId} and x.image_id = ${imageId}`,
  )
  await tx.remove('record_image', { id: link.id }, { patientId: record.patientId })
  tx.publish('record', recordId)
  return null
}

const held = select(columns('record_image', 'x', 'image_id'), { by: sql<string>`'病历 ' || min(r.record_no)` })

/** Which pictures hang on a record, and on which: they are not deleted. */
export const heldByRecords = (tx: TenantTx, imageIds: readonly string[]): Promise<{ imageId: string; by: string }[]> =>
  tx.rows(
    held.from`record_image x join medical_record r on ${tx.own('r')} and r.id = x.record_id
      where ${tx.own('x')} and x.image_id = any(${imageIds}::uuid[]) group by x.image_id`,
  )

export const recordImageHandlers: Handlers<Calls> = { ofRecord: imagesOfRecord, attach, detach }

export type PictureOnRecord = RowIn<typeof hungPicture>
/** What hangs on a record that the person may read, for whoever may see pictures. */
export const picturesOnRecord = async (context: ClinicContext, recordId: string): Promise<PictureOnRecord[]> =>
  context.can('/imageData:view') ? hungOn(context.tx, recordId) : []

const stored = select(
  columns('clinic_image', 'i', 'type'),
  columns('file_object', 'f', 'storage_key', 'sha256', 'media_type'),
)

/** The files of what hangs on a record, as they were sent in, in their order. */
export const originalsOnRecord = (tx: TenantTx, recordId: string): Promise<RowIn<typeof stored>[]> =>
  tx.rows(
    stored.keptFrom`record_image x join clinic_image i on ${tx.own('i')} and i.id = x.image_id
      join file_object f on ${tx.own('f')} and f.id = i.file_id
      where ${tx.own('x')} and x.record_id = ${recordId} order by x.created_at, x.id`,
  )

/** The pictures of a record as its paper shows them, for whoever may see pictures. */
export async function picturesForPaper(
  context: ClinicContext,
  recordId: string,
): Promise<{ name: string; jpeg: Buffer }[]> {
  const list = await picturesOnRecord(context, recordId)
  if (list.length === 0) return []
  const drawn = await thumbsOf(
    context.tx,
    context.services,
    list.map(({ id }) => id),
  )
  return list.flatMap(({ id, type, toothNo }) => {
    const jpeg = drawn.get(id)
    const teeth = toothNo === '' ? '' : ` ${toothText(parseTeeth(toothNo))}`
    return jpeg ? [{ name: `${pictureKindNames[type as PictureKind]}${teeth}`, jpeg }] : []
  })
}
