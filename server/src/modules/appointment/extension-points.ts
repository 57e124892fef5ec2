import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

/** A record that has to do with an appointment. */
export interface RecordOfAppointment {
  id: string
  recordNo: string
  visitTime: Date
  /** Of the visit that came of it; else of the one on whose day it was booked. */
  came: boolean
}

/** What the appointments ask of the modules that receive patients and write records. */
export interface AskedByAppointment {
  /** A part of a statement: the status of the visit that came of an appointment, once the chair is left. */
  visitStatus: (tx: TenantTx, appointmentId: RawBuilder<unknown>) => RawBuilder<number | null>
  /** The records that the person may read of the visit that came of it, and of the patient's visits of the day of booking. */
  recordsOf: (
    context: ClinicContext,
    appointment: { id: string; patientId: string; bookedAt: Date },
  ) => Promise<RecordOfAppointment[]>
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    appointment?: Partial<AskedByAppointment>
  }
}
