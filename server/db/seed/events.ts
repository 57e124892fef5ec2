import type { OrthoTerms } from '@dentin/contract/core/ortho-words'
import type { Fen } from '@dentin/kit'
import type { Mark, VisitText } from './catalogue/courses.ts'
import type { Clinic, Doctor, Item, Staff } from './organisation.ts'
import type { Run, Slot } from './story/course.ts'
import type { Patient } from './story/patients.ts'
import type { Person } from './world.ts'

/** An appointment while the story goes on. */
export interface Booking {
  id: string
  slot: Slot
  patient: Patient
  doctor: Doctor
  clinic: Clinic
  chairId: string | null
  startsAt: Date
  endsAt: Date
  bookedAt: Date
  by: Person
  source: number
  /** Booked online, and nobody has answered yet. */
  pending: boolean
  title: string
  teeth: string
  treatType: 1 | 2 | 3
  consultantId: string | null
  item: Item | undefined
  remark: string
  /** When something last became of it. */
  touchedAt: Date
}

/** Minutes of the day. */
export interface VisitTimes {
  arrive: number
  call: number
  start: number
  end: number
  charge: number
  leave: number
}

/** Somebody is here, from arrival to leaving. */
export interface Visit {
  booking: Booking | null
  slot: Slot
  run: Run
  patient: Patient
  doctor: Doctor
  clinic: Clinic
  chairId: string | null
  day: number
  title: string
  teeth: string
  treatType: 1 | 2 | 3
  /** By these ids rows of other modules name it; its listeners fill them in as the visit goes on. */
  ids: { registration: string; treatment: string; record: string }
  /** Lines of the patient's treatment plan that this visit does, by the code of the item; its listener says which. */
  planLines?: ReadonlyMap<string, string> | undefined
}

interface AtBooking {
  booking: Booking
  at: Date
  by: Person
}
interface AtVisit {
  visit: Visit
  at: Date
}

/** What happens in the clinics, each with those who were part of it. */
export interface StoryEvents {
  fileOpened: { patient: Patient }
  /** Already wears braces when the half year begins. */
  bracesWorn: { patient: Patient }
  /** What somebody had in the mouth when the file was opened. */
  mouthCharted: {
    patient: Patient
    doctor: Doctor
    at: Date
    marks: readonly Mark[]
  }
  booked: { booking: Booking }
  /** It had another time before. */
  rebooked: AtBooking & { reason: string; from: { startsAt: Date; endsAt: Date } }
  confirmed: AtBooking
  cancelled: AtBooking & { reason: string }
  missed: AtBooking
  missLookedInto: AtBooking & { handled: number }
  arrived: AtVisit & { by: Staff }
  gaveUpWaiting: AtVisit & { by: Staff; reason: string }
  called: AtVisit
  seated: AtVisit
  /** The doctor has begun to write; `ended` when the treatment is over by now. */
  examined: AtVisit & { writtenAt: Date; text: VisitText; ended: boolean }
  treated: AtVisit & { text: VisitText; end: number; seatedAt: Date }
  charged: AtVisit & { minute: number; cashier: Staff }
  left: AtVisit & { cashier: Staff }
  /** Told by the visit's listener: what the appointment follows. */
  visitMoved: AtVisit & { to: 'inChair' | 'done' | 'gaveUp'; by: Person }
  /** Told by the record's listener. */
  recordSigned: AtVisit
  /** Told by the consents' listener: the patient has signed a text, by its key. */
  consented: { patient: Patient; key: string; at: Date }
  /** Told by the pictures' listener: a stage of pictures, by kind. */
  pictured: {
    patient: Patient
    doctor: Doctor
    clinicId: string
    at: Date
    stageName: string
    teeth: string
    images: readonly { id: string; type: number; bytes: Buffer }[]
  }
  /** Told by the orthodontic cases' listener once a case has its course; what did not happen is null. */
  caseTold: {
    patient: Patient
    doctor: Doctor
    clinic: Clinic
    status: number
    /** The record of the first examination. */
    recordId: string
    /** The row of the case. */
    caseId: string
    planName: string
    terms: OrthoTerms
    examinedAt: Date
    debondedAt: Date | null
  }
  /** Told by billing's listener: the bill is settled, or what is left of it is owed. */
  paid: AtVisit & { cashier: Staff }
  /** Told by billing's listener: money came in, or went back (below zero). */
  moneyMoved: { patient: Patient; amount: Fen }
}
export type StoryEvent = keyof StoryEvents

/** What comes after the last day, in this order: sums and numbers; what is seen in the present; what came to the demo since. */
export type Closing = 'daysLived' | 'presentReached' | 'addedSince'
