import type { TenantTx } from '../../platform/database/tx.ts'

/** How the rest of a bill is to be paid, as something else of the patient's has it. */
export interface ProposedTerms {
  count: number
  /** Day of the month. */
  day: number
  /** Where it stands, in words. */
  source: string
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    instalment?: { proposedTerms?: (tx: TenantTx, billId: string) => Promise<ProposedTerms | null> }
  }
}
