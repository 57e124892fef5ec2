import type { RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf, type Parts } from '../../platform/wiring.ts'

/** A column of the statement that holds an id. */
type Id = RawBuilder<unknown>
type Part<A extends unknown[], T = unknown> = (tx: TenantTx, ...of: A) => RawBuilder<T>

/** What was done, as a rule describes it: words as patterns of `like`. */
export interface Described {
  tariffIds: readonly string[]
  patterns: readonly string[]
  except: readonly string[]
}

/** Parts of statements that modules lend for lists of follow-ups, and for whoever has not come back. */
export interface LentToFollowUp {
  /** When a visit began. */
  visitBegan: Part<[treatmentId: Id], Date | null>
  /** A patient's last visit: `id`, `clinic_id`, `doctor_id`. */
  lastVisit: Part<[patientId: Id]>
  /** The record of a visit: `id`, and by whom, where and of whom it is. */
  recordOf: Part<[treatmentId: Id]>
  /** Whether the records of a patient since a day say that something was done. */
  recorded: Part<[patientId: Id, since: Date, what: Described], boolean>
  /** Whether a patient was charged for something since a day. */
  charged: Part<[patientId: Id, since: Date, what: Described], boolean>
  /** Whether a patient is booked. */
  booked: Part<[patientId: Id], boolean>
  /** Whether a patient booked within so many days of a moment. */
  bookedAfter: Part<[patientId: Id, moment: RawBuilder<unknown>, days: number], boolean>
}

/** A patient's next appointment. */
export interface NextAppointment {
  id: string
  startTime: Date
  doctorName: string
  title: string
}

/** What follow-ups ask of modules that know more. */
interface AskedByFollowUp {
  lends?: Partial<LentToFollowUp>
  appointments?: {
    /** A patient's next appointment in a clinic. */
    nextOf: (tx: TenantTx, clinicId: string, patientId: string) => Promise<NextAppointment | undefined>
    /** Whose an appointment is; null when there is none, or nobody has a file yet. */
    patientOf: (tx: TenantTx, appointmentId: string) => Promise<string | null>
  }
}

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    followUp?: AskedByFollowUp
  }
}

/** A part of a statement, from the module that lends it. */
export const borrowed = <K extends keyof LentToFollowUp>(from: Parts, what: K): LentToFollowUp[K] =>
  answerOf<'followUp', LentToFollowUp[K]>(from, 'followUp', ({ lends }) => lends?.[what])

/** Who knows of appointments. */
export const appointmentsIn = (from: Parts) => answerOf(from, 'followUp', ({ appointments }) => appointments)
