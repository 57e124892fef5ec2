import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { TimedScene } from './public-api.ts'

type OfPatient = (tx: TenantTx, patientId: RawBuilder<unknown>, clinicId: string) => RawBuilder<unknown>

/** Parts of statements that modules lend for what a text says of a patient. */
export interface LentToSms {
  /** His next booking in a clinic: `starts_at`, `title`, `doctor_id`. */
  nextBooking?: OfPatient
  /** His last visit there: `title`, `doctor`. */
  lastVisit?: OfPatient
}

/** What the messages ask of other modules. */
interface AskedBySms {
  /** Scenes that the clock sets off: whom each means now. */
  scenes?: readonly TimedScene[]
  lends?: LentToSms
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    sms?: AskedBySms
  }
}
