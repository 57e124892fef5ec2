import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import type { Membership } from './members.ts'

/** Gift days of the clinic that somebody who comes in has not heard of. */
export interface GiftInfo {
  endDate: string
}
type GiftQuestion = (tx: TenantTx, place: { clinicId: string; employeeId: string }) => Promise<GiftInfo | null>

let question: GiftQuestion = () => Promise.resolve(null)

/** Lets the membership module, which this one may not know, say what a sign-in tells. Called where modules are wired. */
export function onEntry(answer: GiftQuestion): void {
  question = answer
}

/** What a person who enters this clinic is told about gift days. */
export async function giftAtEntry(tx: PlatformTx, place: Membership): Promise<GiftInfo | null> {
  return question(await tx.enter(place.tenantId, place.clinicId), place)
}
