import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import type { PlannedLine } from './extension-points.ts'

/** The lines of a patient's accepted treatment plans with these ids, as far as they still hold: id → line. */
export async function planLinesAmong(
  tx: TenantTx,
  patientId: string | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PlannedLine>> {
  const found = new Map<string, PlannedLine>()
  if (patientId === null || ids.length === 0) return found
  for (const { planLines } of tx.parts('patient'))
    for (const line of (await planLines?.(tx, patientId, [...new Set(ids)])) ?? []) found.set(line.id, line)
  return found
}

/**
 * The same, refusing an id of another patient, of a plan that nobody has accepted and of a line that was cancelled, beside the
 * field that `fieldOf` names for its place in `ids`.
 */
export async function planLinesOf(
  tx: TenantTx,
  patientId: string | null,
  ids: readonly string[],
  fieldOf: (place: number) => string,
): Promise<ReadonlyMap<string, PlannedLine>> {
  const found = await planLinesAmong(tx, patientId, ids)
  const unknown = ids.findIndex((id) => !found.has(id))
  if (unknown >= 0) throw fieldError('PLAN_LINE_UNKNOWN', fieldOf(unknown))
  return found
}
