import type { LocalDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'

/** An appointment whose doctor does not receive at that time, as the shifts now stand. */
export interface Displaced {
  id: string
  name: string
  doctorId: string
  doctorName: string
  startTime: Date
  endTime: Date
  title: string
  /** Why it cannot stay, in words. */
  reason: string
}

/** The module that books doctors' time tells what stands outside of it. */
export type DisplacedSource = (tx: TenantTx, clinicId: string, from: LocalDate, to: LocalDate) => Promise<Displaced[]>

/** The bookings of these days that stand outside of their doctor's shifts. */
export async function displacedIn(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  to: LocalDate,
): Promise<Displaced[]> {
  const found: Displaced[] = []
  for (const { displaced } of tx.parts('schedule')) found.push(...(await displaced(tx, clinicId, from, to)))
  return found
}
