import type { ErrorName } from '@dentin/contract'
import { columns, named, select } from '../../platform/database/select.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { picturesAmong } from './images.ts'

/** What hangs on a record or a plan: picture `i` in stage `s`. */
export const hungPicture = select(
  columns('clinic_image', 'i', 'id', 'type', 'photo_name', 'tooth_no', 'version'),
  named('image_stage', 's', { stageName: 'name' }),
)

/**
 * Which of the pictures that a person chose are still to be hung on something of a patient.
 * @param there those that hang there
 * @param most so many may hang there
 * @throws AppError NOT_FOUND, or `full`, beside imageIds
 */
export async function picturesToHang(
  context: ClinicContext,
  patientId: string,
  imageIds: readonly string[],
  { there, most, full }: { there: readonly { imageId: string }[]; most: number; full: ErrorName },
): Promise<string[]> {
  const wanted = [...new Set(imageIds)]
  const found = await picturesAmong(context, patientId, wanted)
  if (found.length !== wanted.length) throw fieldError('NOT_FOUND', 'imageIds')
  const fresh = wanted.filter((id) => !there.some(({ imageId }) => imageId === id))
  if (there.length + fresh.length > most) throw fieldError(full, 'imageIds')
  return fresh
}
