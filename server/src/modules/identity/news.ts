import type { PlatformTx } from '../../platform/database/tx.ts'
import type { GiftInfo, Membership } from './extension-points.ts'

/** What a person who enters this clinic is told about gift days. */
export async function giftAtEntry(tx: PlatformTx, place: Membership): Promise<GiftInfo | null> {
  const inside = await tx.enter(place.tenantId, place.clinicId)
  for (const { giftAtEntry: answer } of tx.parts('identity')) {
    const gift = await answer?.(inside, place)
    if (gift) return gift
  }
  return null
}
