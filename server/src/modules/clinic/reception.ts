import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf, type Parts } from '../../platform/wiring.ts'

/** Whether a doctor receives in a clinic: 0 receives, 1 has stopped, 2 takes only those who are booked. */
export type ReceptionStatus = 0 | 1 | 2

/** The module that knows who works where keeps it. */
export interface Reception {
  /** A member of staff in a clinic, as the switch needs it. */
  of(
    tx: TenantTx,
    clinicId: string,
    employeeId: string,
  ): Promise<{ isDoctor: boolean; registrationStatus: number } | undefined>
  /** A doctor stops, resumes or limits receiving. @throws AppError NOT_A_DOCTOR */
  set(tx: TenantTx, clinicId: string, employeeId: string, status: ReceptionStatus): Promise<void>
}

/** Somebody who waits for a doctor. */
export interface Waiting {
  registrationId: string
  queueNo: number
  name: string
}

/** Who keeps whether doctors receive. */
export function receptionIn(parts: Parts): Reception {
  return answerOf(parts, 'clinic', ({ reception }) => reception)
}

/** Who of today still waits for a doctor. */
export async function waitingFor(tx: TenantTx, clinicId: string, doctorId: string): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const { waitingFor: tell } of tx.parts('clinic')) if (tell) found.push(...(await tell(tx, clinicId, doctorId)))
  return found
}
