import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'

type OfVisit<T> = (tx: TenantTx, registrationId: RawBuilder<unknown>) => RawBuilder<T>

/** Parts of statements that the module of the bills lends: what was charged for a visit decides whether the patient may go. */
export interface ChargesOfVisit {
  /** Is a bill of the visit still to be charged? One that was agreed to be owed is settled. */
  unsettled: OfVisit<boolean>
  /** Has the fee of its registration been charged? */
  feeCharged: OfVisit<boolean>
  /** Is there a bill for this fee, charged or not? */
  feeBilled: OfVisit<boolean>
  /** Has it been paid and not been given back? */
  feeKept: OfVisit<boolean>
}

/** What the reception asks of the modules of bills and records. */
export interface AskedByVisit {
  charges?: ChargesOfVisit
  /** A part of a statement: id and status of what was written of a treatment. */
  recordOf?: (tx: TenantTx, treatmentId: RawBuilder<unknown>) => RawBuilder<unknown>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    visit?: AskedByVisit
  }
}
