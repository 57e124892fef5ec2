import type { Fen } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
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

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    billing?: { gatewayRefunds?: GatewayRefunds }
  }
}
