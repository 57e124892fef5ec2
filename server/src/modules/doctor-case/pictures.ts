import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { faceKinds, maskStates, type CaseFrame } from '@dentin/contract/doctor-case'
import { sql } from 'kysely'
import sharp from 'sharp'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { dropFiles, readAll, saveBytes, through } from '../../platform/files/store.ts'
import type { ClinicContext, FileAnswer } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { drawnPicture } from '../picture/index.ts'
import { EDIT, inLibrary, OPEN, OWN, PUBLISH, within } from './access.ts'

type Calls = typeof contract.doctorCase
export const DROP = 'doctor-case.drop-copies'
const THUMB_POINTS = 420

/** Lays a block of its own mean colour over each frame: what was there can't be reckoned back. */
export async function covered(picture: Buffer, frames: readonly CaseFrame[]): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const blocks = await Promise.all(
    frames.map(async ({ x, y, w, h }) => {
      const left = Math.min(width - 1, Math.floor(x * width))
      const top = Math.min(height - 1, Math.floor(y * height))
      const place = {
        left,
        top,
        width: Math.max(1, Math.min(width - left, Math.ceil(w * width))),
        height: Math.max(1, Math.min(height - top, Math.ceil(h * height))),
      }
      const { channels } = await sharp(picture).extract(place).stats()
      const [r = 0, g = r, b = r] = channels.map(({ mean }) => Math.round(mean))
      const size = { width: place.width, height: place.height }
      const input = await sharp({ create: { ...size, channels: 3, background: { r, g, b } } })
        .png()
        .toBuffer()
      return { input, left: place.left, top: place.top }
    }),
  )
  return sharp(picture).composite(blocks).jpeg({ quality: 86 }).toBuffer()
}

const masked = select(
  columns('doctor_case_image', 'm', 'id', 'image_id', 'case_id', 'file_id', 'version'),
  columns('doctor_case', 'c', 'patient_id', 'clinic_id', 'status'),
  columns('clinic_image', 'i', 'type'),
)

/** Confirms what is covered of a picture: the frames are burnt into a copy, from which everything is shown from then on. */
export async function maskPicture(
  context: ClinicContext,
  input: ParsedInput<Calls['mask']>,
): Promise<HandlerOutput<Calls['mask']>> {
  const { tx, services, clinicId } = context
  const { state, frames } = input
  const row = await tx.need(
    masked.keptFrom`doctor_case_image m join doctor_case c on ${tx.own('c')} and c.id = m.case_id and c.deleted_at is null
      join clinic_image i on ${tx.own('i')} and i.id = m.image_id
      where ${tx.own('m')} and m.id = ${input.id} and c.clinic_id = ${clinicId} and ${within(context, EDIT)} for no key update of m`,
  )
  const covers = state === maskStates.covered
  if (!covers && faceKinds.includes(row.type)) throw fieldError('CASE_FACE_COVERED', 'state')
  if (covers && frames.length === 0) throw fieldError('CASE_FRAME_NEEDED', 'frames')
  const file = covers ? await burn(tx, services, row, frames) : null
  const changed = await tx.update(
    'doctor_case_image',
    { id: row.id, version: input.version },
    {
      mask: state,
      frames: JSON.stringify(covers ? frames : []),
      file_id: file,
      masked_name: context.actorName,
      masked_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: row.patientId },
  )
  if (row.fileId) await dropCopies(tx, services, [row.fileId])
  tx.publish('doctorCase', row.caseId)
  return { id: changed.id, version: changed.version }
}

async function burn(
  tx: TenantTx,
  services: Services,
  { imageId, clinicId }: { imageId: string; clinicId: string },
  frames: readonly CaseFrame[],
): Promise<string> {
  const bytes = await covered(await readAll(await drawnPicture(tx, services, imageId, 'screen')), frames)
  return (await saveBytes(tx, services, clinicId, { bytes, name: '案例图片.jpg', mediaType: 'image/jpeg' })).id
}

/** Forgets covered copies; their objects go when the transaction has been committed. */
export async function dropCopies(tx: TenantTx, services: Services, fileIds: readonly string[]): Promise<void> {
  const keys = await dropFiles(tx, fileIds)
  if (keys.length > 0) await services.jobs.enqueue(tx, DROP, { keys })
}

const shown = select(columns('doctor_case_image', 'm', 'image_id', 'mask'), {
  copy: sql<string | null>`o.storage_key`,
})

/** A picture of a case as anybody sees it: covered, or of no face. There is no way from here to the picture of the file. */
export async function openPicture(
  context: ClinicContext,
  { id, size }: ParsedInput<Calls['picture']>,
): Promise<FileAnswer> {
  const { tx, services } = context
  const inside = [OWN, EDIT, PUBLISH, OPEN].map((each) => within(context, each))
  const row = await tx.need(
    shown.from`doctor_case_image m join doctor_case c on ${tx.own('c')} and c.id = m.case_id and c.deleted_at is null
      left join file_object o on ${tx.own('o')} and o.id = m.file_id
      where ${tx.own('m')} and m.id = ${id} and (${inLibrary(context)} or ${sql.join(inside, sql` or `)})`,
  )
  if (row.mask === maskStates.open) throw new AppError('NOT_FOUND')
  const name = '案例图片.jpg'
  if (!row.copy) return { name, type: 'image/jpeg', stream: await drawnPicture(tx, services, row.imageId, size) }
  const copy = await services.files.get(row.copy)
  const small = () => sharp().resize(THUMB_POINTS, THUMB_POINTS, { fit: 'inside', withoutEnlargement: true }).jpeg()
  return { name, type: 'image/jpeg', stream: size === 'screen' ? copy : through(copy, small()) }
}
