import type { ProviderRole } from '@dentin/contract/core/call'
import type { RawBuilder } from 'kysely'
import type { PlatformTx, TenantTx } from './database/tx.ts'

/** Notes that a session was seen. */
export type SessionSeen = (tx: PlatformTx, tokenHash: string, seenAt: Date) => Promise<unknown>

/** A live session of the provider's staff. */
export interface ProviderSessionRow {
  id: string
  account_id: string
  last_seen_at: Date
  name: string
  role: ProviderRole
}

/** What the platform asks of modules. */
interface AskedByPlatform {
  /** Forgets what is kept for a while only; asked every hour. @returns rows removed by kind */
  removeExpired?: (tx: PlatformTx) => Promise<Record<string, number>>
  /** Sessions of clinics, and of the provider's staff. */
  sessionSeen?: { clinic?: SessionSeen; provider?: SessionSeen }
  /** The live session of the provider's staff behind a token; sent in the round trip that begins its transaction. */
  providerSession?: (tokenHash: string, now: Date, seenAfter: Date) => RawBuilder<ProviderSessionRow>
  /** The clinics that somebody's posts name beside the one at work. */
  chosenClinics?: (tx: TenantTx, clinicId: string | null, employeeId: string | null) => Promise<string[]>
  /** Every company in which anybody works. */
  companies?: (tx: PlatformTx) => Promise<string[]>
}

declare module './wiring.ts' {
  interface ModuleParts {
    platform?: AskedByPlatform
  }
}
