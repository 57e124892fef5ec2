import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'

/** What the appointments ask of the module that receives patients. */
export interface AskedByAppointment {
  /** A part of a statement: the status of the visit that came of an appointment, once the chair is left. */
  visitStatus: (tx: TenantTx, appointmentId: RawBuilder<unknown>) => RawBuilder<number | null>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    appointment?: AskedByAppointment
  }
}
