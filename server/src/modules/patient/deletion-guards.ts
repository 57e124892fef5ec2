import type { DB } from '../../platform/database/builder.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Parts } from '../../platform/wiring.ts'

/** One thing of a patient, in words for the person at work. */
export interface Hindrance {
  patientId: string
  text: string
}

/** A module that hangs something on patients says what of it stands in the way of archiving and of deleting. */
export interface DeletionGuard {
  /** The tables it answers for: their rows keep a file from being deleted, or let go of it. */
  tables: readonly (keyof DB & string)[]
  /** Not finished: no archiving meanwhile. */
  open?(tx: TenantTx, patientIds: readonly string[]): Promise<Hindrance[]>
  /** Was ever there: no deletion, the file can only be archived. */
  kept?(tx: TenantTx, patientIds: readonly string[]): Promise<Hindrance[]>
  /** The file goes for good: what `kept` does not count lets go of it. */
  letGo?(tx: TenantTx, patientId: string): Promise<void>
}

const guardsOf = (parts: Parts): readonly DeletionGuard[] =>
  parts.parts('patient').flatMap(({ deletionGuard }) => deletionGuard ?? [])

/** Every table that somebody answers for when a file goes. */
export const guardedTables = (parts: Parts): readonly string[] => guardsOf(parts).flatMap(({ tables }) => tables)

/** What is open, or was ever there, by patient. */
export async function hindrancesOf(
  tx: TenantTx,
  kind: 'open' | 'kept',
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const guard of guardsOf(tx)) {
    for (const { patientId, text } of (await guard[kind]?.(tx, patientIds)) ?? [])
      found.set(patientId, [...(found.get(patientId) ?? []), text])
  }
  return found
}

/** Lets go of a file that is about to be gone. */
export async function letGoOf(tx: TenantTx, patientId: string): Promise<void> {
  for (const guard of guardsOf(tx)) await guard.letGo?.(tx, patientId)
}
