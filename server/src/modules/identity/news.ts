import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import type { Membership } from './members.ts'

/** Gift days of the clinic that somebody who comes in has not heard of. */
export interface GiftInfo {
  endDate: string
}
/** The module that gives days answers it. */
export type GiftQuestion = (tx: TenantTx, place: { clinicId: string; employeeId: string }) => Promise<GiftInfo | null>

/** What a person who enters this clinic is told about gift days. */
export async function giftAtEntry(tx: PlatformTx, place: Membership): Promise<GiftInfo | null> {
  const inside = await tx.enter(place.tenantId, place.clinicId)
  for (const { giftAtEntry: answer } of tx.parts('identity')) {
    const gift = await answer(inside, place)
    if (gift) return gift
  }
  return null
}
