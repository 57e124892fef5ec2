import type { TenantTx } from '../../platform/database/tx.ts'

/** The visit of a record, and what was done. */
export interface DoneAtVisit {
  clinicId: string
  patientId: string
  tariffIds: readonly string[]
  /** null: written without a registration. */
  registrationId: string | null
  visitTime: Date
}
/** The consents that what was done asks for and that nobody has signed in time. */
export type ConsentsOfRecord = (tx: TenantTx, done: DoneAtVisit) => Promise<{ key: string; name: string }[]>

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    record?: { consentsLacking?: ConsentsOfRecord }
  }
}

/** What the modules that keep consents say of a visit. */
export async function consentsLacking(tx: TenantTx, done: DoneAtVisit): Promise<string[]> {
  const asked = tx.parts('record').flatMap(({ consentsLacking: ask }) => ask ?? [])
  const answers = await Promise.all(asked.map((ask) => ask(tx, done)))
  return answers.flat().map(({ name }) => name)
}
