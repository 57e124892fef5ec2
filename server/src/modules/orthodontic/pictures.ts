import { lackingOf, lackingText, caseDays, type Lacking } from '@dentin/clinical/orthodontics/picture-set'
import type { OrthoPictureRule } from '@dentin/contract/orthodontic'
import { addDays, today } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { orthoTermsKey, type OrthoTerms } from '@dentin/contract/core/ortho-words'
import { orthoTermsSigned } from '../consent/index.ts'
import { kindsBetween } from '../picture/index.ts'

/** Refuses to go on without the pictures of a set, where the clinic has it so. */
export function mustHavePictures(rule: OrthoPictureRule, lacking: readonly Lacking[]): void {
  if (rule === 'block' && lacking.length > 0)
    throw new AppError('ORTHO_PICTURES', { message: `影像不齐，缺${lackingText(lacking)}`, data: { lacking } })
}

/** What of a case the sets of pictures go by, and what of it is signed. */
interface Dated extends OrthoTerms {
  id: string
  patientId: string
  beganOn: string
  startDate: string | null
  debondDate: string | null
}

/** Whether the plan was signed as it stands, whether it was signed before it was changed, and what the sets at start and end lack; nothing is lacking at the end before its day is known. */
export async function picturesOfCase(
  tx: TenantTx,
  found: Dated,
): Promise<{ planSigned: boolean; planChanged: boolean; lackingAtStart: Lacking[]; lackingAtEnd: Lacking[] }> {
  const { patientId, beganOn, startDate, debondDate } = found
  const earliest = addDays(beganOn, -caseDays.beforeFirst)
  const [signed, start, end] = await Promise.all([
    orthoTermsSigned(tx, found.id),
    kindsBetween(tx, patientId, earliest, addDays(startDate ?? today(tx.now), caseDays.around)),
    debondDate === null ? null : kindsBetween(tx, patientId, addDays(debondDate, -caseDays.around), null),
  ])
  const planSigned = signed.includes(orthoTermsKey(found))
  return {
    planSigned,
    planChanged: signed.length > 0 && !planSigned,
    lackingAtStart: lackingOf(start, planSigned),
    // A plan that was changed under treatment was signed when it began.
    lackingAtEnd: end === null ? [] : lackingOf(end, signed.length > 0),
  }
}
