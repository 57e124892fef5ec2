import type { PlatformTx } from './database/tx.ts'

/** Notes that a session was seen. */
export type SessionSeen = (tx: PlatformTx, tokenHash: string, seenAt: Date) => Promise<unknown>

/** What the platform asks of modules. */
interface AskedByPlatform {
  /** Forgets what is kept for a while only; asked every hour. @returns rows removed by kind */
  removeExpired?: (tx: PlatformTx) => Promise<Record<string, number>>
  /** Sessions of clinics, and of the provider's staff. */
  sessionSeen?: { clinic?: SessionSeen; provider?: SessionSeen }
}

declare module './wiring.ts' {
  interface ModuleParts {
    platform?: AskedByPlatform
  }
}
