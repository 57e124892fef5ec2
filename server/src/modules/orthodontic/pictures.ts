import { lackingOf, lackingText, type Lacking } from '@dentin/clinical/orthodontics/picture-set'
import type { OrthoPictureRule } from '@dentin/contract/orthodontic'
import { addDays, today } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { signedSince } from '../consent/index.ts'
import { kindsBetween } from '../picture/index.ts'

/** A stage belongs to the start from so many days before the first examination to so many after the start. */
const BEFORE_FIRST = 90
const AROUND = 30
/** The text that is signed with a plan. */
const PLAN_CONSENT = 'orthodontics'

/** Refuses to go on without the pictures of a set, where the clinic has it so. */
export function mustHavePictures(rule: OrthoPictureRule, lacking: readonly Lacking[]): void {
  if (rule === 'block' && lacking.length > 0)
    throw new AppError('ORTHO_PICTURES', { message: `影像不齐，缺${lackingText(lacking)}`, data: { lacking } })
}

/** What of a case the sets of pictures go by. */
interface Dated {
  patientId: string
  beganOn: string
  startDate: string | null
  debondDate: string | null
}

/** Whether the plan was signed, and what the sets at start and end lack; nothing is lacking at the end before its day is known. */
export async function picturesOfCase(
  tx: TenantTx,
  { patientId, beganOn, startDate, debondDate }: Dated,
): Promise<{ planSigned: boolean; lackingAtStart: Lacking[]; lackingAtEnd: Lacking[] }> {
  const earliest = addDays(beganOn, -BEFORE_FIRST)
  const [planSigned, start, end] = await Promise.all([
    signedSince(tx, { patientId, templateKey: PLAN_CONSENT, since: earliest }),
    kindsBetween(tx, patientId, earliest, addDays(startDate ?? today(tx.now), AROUND)),
    debondDate === null ? null : kindsBetween(tx, patientId, addDays(debondDate, -AROUND), null),
  ])
  return {
    planSigned,
    lackingAtStart: lackingOf(start, planSigned),
    lackingAtEnd: end === null ? [] : lackingOf(end, planSigned),
  }
}
