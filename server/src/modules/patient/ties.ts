import type { DB } from '../../platform/database/builder.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** One thing of a patient, in words for the person at work. */
export interface Tie {
  patientId: string
  text: string
}

/** A module that hangs something on patients tells here what of it stands in the way of archiving and of deleting. */
export interface TieSource {
  /** The tables it answers for: their rows keep a file from being deleted, or let go of it. */
  tables: readonly (keyof DB & string)[]
  /** Not finished: no archiving meanwhile. */
  open?(tx: TenantTx, patientIds: readonly string[]): Promise<Tie[]>
  /** Was ever there: no deletion, the file can only be archived. */
  kept?(tx: TenantTx, patientIds: readonly string[]): Promise<Tie[]>
  /** The file goes for good: what `kept` does not count lets go of it. */
  letGo?(tx: TenantTx, patientId: string): Promise<void>
}

const sources: TieSource[] = []

/** Called once by each module that has something of patients, when it is loaded. */
export function tellsTies(source: TieSource): void {
  sources.push(source)
}

/** Every table that somebody answers for when a file goes. */
export const tiedTables = (): readonly string[] => sources.flatMap(({ tables }) => tables)

/** What is open, or was ever there, by patient. */
export async function tiesOf(
  tx: TenantTx,
  kind: 'open' | 'kept',
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const source of sources) {
    for (const { patientId, text } of (await source[kind]?.(tx, patientIds)) ?? [])
      found.set(patientId, [...(found.get(patientId) ?? []), text])
  }
  return found
}

/** Lets go of a file that is about to be gone. */
export async function letGoOf(tx: TenantTx, patientId: string): Promise<void> {
  for (const source of sources) await source.letGo?.(tx, patientId)
}
