import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { mustReach } from '../access.ts'
import { mayMove } from '../rules.ts'
import { noteOpening } from './openings.ts'
import { change, lockVersion, wrongStatus } from './status.ts'

/**
 * Puts an appointment aside: it keeps its patient and what it is for, its place is free for others from now on. Moving it
 * places it anew.
 */
export async function parkAppointment(
  context: ClinicContext,
  input: { id: string; version: number },
): Promise<{ id: string; version: number; status: number }> {
  const { tx, now, actorName } = context
  const row = await lockVersion(tx, input)
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  if (!mayMove(row.status)) throw wrongStatus(row, '放入待安排')
  await mustReach(context, '/myAppointmentBoard:edit', row)
  if (row.parked_at) return { id: row.id, version: row.version, status: row.status }
  const parked = await change(tx, row, { parked_at: now, parked_name: actorName }, '放入待安排')
  await noteOpening(tx, row, 2)
  return { id: parked.id, version: parked.version, status: parked.status }
}
