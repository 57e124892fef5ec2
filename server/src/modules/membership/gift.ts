import type { LocalDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { putAway } from './commands/notice.ts'
import { giftOf, seesMembership, noticeOf } from './queries.ts'
import { dayOf } from './rules.ts'

/**
 * The gift days that a person who signs in has not heard of yet: told once to each who may see the membership, while they
 * last.
 */
export async function giftNotice(
  tx: TenantTx,
  place: { clinicId: string; employeeId: string },
): Promise<{ endDate: LocalDate } | null> {
  const endDate = await giftOf(tx, place.clinicId)
  if (endDate === null || endDate < dayOf(tx.now)) return null
  if ((await noticeOf(tx, place.clinicId, place.employeeId, 'gift')) !== undefined) return null
  if (!(await seesMembership(tx, place))) return null
  await putAway(tx, place, 'gift', null)
  return { endDate }
}
