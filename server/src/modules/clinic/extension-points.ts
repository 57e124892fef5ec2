import type { TenantTx } from '../../platform/database/tx.ts'
import type { People } from './people.ts'
import type { Reception, Waiting } from './reception.ts'
import type { Licence, SetUpCounts } from './rules.ts'

/** An item of the price list, as far as others hang something on it. */
export interface LinkedTariff {
  id: string
  name: string
  categoryName: string
}
/** A consent that an item asks for, or a rule that follows it up. */
export interface TariffLink {
  kind: 'consent' | 'followRule'
  name: string
  /** It names the item itself, not its category or a word of its name. */
  direct: boolean
}

/** What the clinic asks of modules that know more: each answers what is its own. */
export interface AskedByClinic {
  /** What of a module's own a company begins with, before its first clinic. */
  beginCompany?: (tx: TenantTx) => Promise<void>
  /** What of a module's own a clinic begins with. */
  beginClinic?: (tx: TenantTx, clinicId: string) => Promise<void>
  /** What of a module's own begins with the starting prices, by their codes. */
  beginTariffs?: (tx: TenantTx, tariffs: ReadonlyMap<string, { id: string }>) => Promise<void>
  /** What of a module's own follows from an item of the price list. */
  tariffLinks?: (tx: TenantTx, clinicId: string, item: LinkedTariff) => Promise<readonly TariffLink[]>
  /** Where of a module's own an item was used, in words with their measure: 3 份治疗计划. */
  tariffUses?: (tx: TenantTx, tariffId: string) => Promise<readonly string[]>
  /** How many payments were taken by each way to pay. */
  paymentsByMethod?: (tx: TenantTx) => Promise<ReadonlyMap<string, number>>
  /** How much of what a new clinic needs there is. */
  countForSetUp?: (tx: TenantTx, clinicId: string) => Promise<Partial<SetUpCounts>>
  /** Who works in a clinic. */
  people?: People
  /** Whether doctors receive. */
  reception?: Reception
  /** Who of today still waits for a doctor. */
  waitingFor?: (tx: TenantTx, clinicId: string, doctorId: string) => Promise<Waiting[]>
  /** How many bookings to come each chair has. */
  bookedChairs?: (tx: TenantTx, clinicId: string) => Promise<ReadonlyMap<string, number>>
  /** How many patients name each source. */
  filesBySource?: (tx: TenantTx) => Promise<ReadonlyMap<string, number>>
  /** The licence of a clinic, as it says of itself. */
  licenceOf?: (tx: TenantTx, clinicId: string) => Promise<Licence | undefined>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    clinic?: AskedByClinic
  }
}

/** What several modules count each for themselves, as one. */
export async function counted(
  tx: TenantTx,
  ask: (part: AskedByClinic) => Promise<ReadonlyMap<string, number>> | undefined,
): Promise<ReadonlyMap<string, number>> {
  const all = new Map<string, number>()
  for (const part of tx.parts('clinic'))
    for (const [key, count] of (await ask(part)) ?? []) all.set(key, (all.get(key) ?? 0) + count)
  return all
}
