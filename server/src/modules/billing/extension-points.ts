import type { Fen } from '@dentin/kit'
import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'

/** A payment that came in through a gateway, and what of it goes back. */
export interface GatewayPart {
  paymentId: string
  tradeId: string
  payMethodId: string
  amount: Fen
}

/** Gives money back the way it came. */
export interface GatewayRefunds {
  /** Begins to give back these payments of a refund. The refund waits for what the gateway says (`refundArrived`, `refundFailed`). */
  begin(
    tx: TenantTx,
    services: Services,
    refund: { id: string; refundNo: string; clinicId: string; billId: string; reason: string },
    parts: readonly GatewayPart[],
  ): Promise<void>
}

/** A payment with a prepayment, as it came in. */
export interface AskedOfPrepay {
  prepayId: string
  amount: Fen
  /** Where it stands in the request. */
  field: string
}

/** Prepayments as a charge asks for them. What one holds goes down by the posting itself. */
export interface Prepayments {
  /** Locks those that are to pay for a patient; refuses one that isn't theirs, was given back, or holds less than is asked of it. */
  lock(ctx: ClinicContext, patientId: string, asked: readonly AskedOfPrepay[]): Promise<void>
  /** Of some prepayments those that were given back since. */
  givenBackAmong(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** A payment that is charged to a unit, as it came in. */
export interface AskedOfUnit {
  unitId: string
  reference: string
  amount: Fen
  /** Where it stands in the request. */
  field: string
}

/** Units that pay for their people, as a charge asks for them. What one owes goes up by the posting itself. */
export interface PayUnits {
  /**
   * Locks those that are charged; refuses one that is switched off, wants a reference, or would owe more than its limit.
   * @param isAsked was asked when a gateway was asked for the rest, whose money is there now: nothing is refused any more
   */
  lock(ctx: ClinicContext, asked: readonly AskedOfUnit[], isAsked?: boolean): Promise<void>
  /** The name of a unit, lent for statements over payments. */
  nameOf(tx: TenantTx, unitId: RawBuilder<unknown>): RawBuilder<string | null>
  /** Did a unit pay for one of these payments already? */
  isSettled(tx: TenantTx, paymentIds: readonly string[]): Promise<boolean>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    billing?: {
      gatewayRefunds?: GatewayRefunds
      prepayments?: Prepayments
      payUnits?: PayUnits
      /** How far a bill is invoiced: 0 not, 1 a receipt was printed, 2 invoiced, 3 taken back. */
      invoiceStatusOf?: (tx: TenantTx, billId: string) => Promise<number>
    }
  }
}
