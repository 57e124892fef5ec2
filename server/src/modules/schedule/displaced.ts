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

type Source = (tx: TenantTx, clinicId: string, from: LocalDate, to: LocalDate) => Promise<Displaced[]>

let source: Source | null = null

/** Called once by the module that books doctors' time, when it is loaded. */
export function tellsDisplaced(tell: Source): void {
  source = tell
}

/** The bookings of these days that stand outside of their doctor's shifts. */
export async function displacedIn(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  to: LocalDate,
): Promise<Displaced[]> {
  if (!source) throw new Error('nobody tells displaced bookings')
  return source(tx, clinicId, from, to)
}
