import { OTHER_KIND } from '@dentin/contract/picture'
import { uuidv7 } from '@dentin/kit'
import { readTaken } from '@dentin/kit/exif'
import sharp from 'sharp'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import { DRAW } from './drawing.ts'

/** Whose a new picture is, and what is said of it. */
export interface NewPicture {
  clinicId: string
  patientId: string
  stageId: string
  type: number
  guessed: boolean
  name: string
  toothNo: string
  byPhone: boolean
  employeeId: string
  by: string
}
/** An object that lies in the store. */
interface Stored {
  id: string
  storageKey: string
  sha256: string
  mime: string
  bytes: number
}

const same = select(columns('clinic_image', 'i', 'id', 'version'))

/** The picture of a stage that has this content already. */
export const twin = (tx: TenantTx, stageId: string, sha256: string) =>
  tx.row(
    same.keptFrom`clinic_image i where ${tx.own('i')} and i.image_stage_id = ${stageId} and i.sha256 = ${sha256} and i.deleted_at is null`,
  )

/** What `look` says of a picture. */
type Seen = Awaited<ReturnType<typeof look>>

/** How large a picture stands, and what its camera wrote down. @throws AppError UPLOAD_WRONG_TYPE when it can't be read */
export async function look(source: string | Buffer) {
  try {
    const { autoOrient, exif } = await sharp(source).metadata()
    return { width: autoOrient.width, height: autoOrient.height, ...readTaken(exif) }
  } catch {
    throw new AppError('UPLOAD_WRONG_TYPE', { message: '图片已损坏，不能打开' })
  }
}

/** Makes a picture of an object in the store, and has drawn what is shown of it. */
export async function makePicture(
  tx: TenantTx,
  services: Services,
  file: Stored,
  seen: Seen,
  made: NewPicture,
): Promise<{ id: string; version: number }> {
  const row = await tx.insert(
    'clinic_image',
    {
      id: uuidv7(),
      clinic_id: made.clinicId,
      patient_id: made.patientId,
      image_stage_id: made.stageId,
      type: made.type,
      guessed: made.guessed && made.type !== OTHER_KIND,
      photo_name: made.name,
      tooth_no: made.toothNo,
      file_id: file.id,
      sha256: file.sha256,
      mime: file.mime,
      bytes: file.bytes,
      width: seen.width,
      height: seen.height,
      shot_time: seen.shotTime,
      device: seen.device,
      by_phone: made.byPhone,
      user_id: made.employeeId,
      created_name: made.by,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: made.patientId },
  )
  await services.jobs.enqueue(tx, DRAW, { tenantId: tx.tenantId, id: row.id })
  tx.publish('picture', made.stageId, made.clinicId)
  return { id: row.id, version: row.version }
}
