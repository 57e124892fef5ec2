import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    card?: {
      /** What member prices and percentages of these cards have taken off charged bills, without what was refunded. */
      discountsGiven?: (tx: TenantTx, cardIds: readonly string[]) => Promise<Fen>
      /** The number of a patient's bill that waits or was charged; undefined when there is none of that id. */
      billNoOf?: (tx: TenantTx, billId: string, patientIds: readonly string[]) => Promise<string | undefined>
    }
  }
}
