import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'

/** What member cards ask of whoever charges bills. */
export interface AskedByCard {
  /** What member prices and percentages of these cards have taken off charged bills, without what was refunded. */
  discountsGiven?: (tx: TenantTx, cardIds: readonly string[]) => Promise<Fen>
  /** The number of a patient's bill that waits or was charged, locked; undefined when there is none of that id. */
  billNoOf?: (tx: TenantTx, billId: string, patientIds: readonly string[]) => Promise<string | undefined>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    card?: AskedByCard
  }
}
