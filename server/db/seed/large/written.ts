import type { LocalDate } from '@dentin/kit'
import type { Clinic, Doctor } from '../organisation.ts'

/** Whose records are written. */
export interface Charted {
  id: string
  birth: LocalDate
  gender: 0 | 1
  allergy: string
  diseases: readonly string[]
}
/** A visit that is over. */
export interface WrittenVisit {
  clinic: Clinic
  doctor: Doctor
  registrationId: string
  treatmentId: string
  treatType: 1 | 2 | 3
  begun: Date
  ended: Date
}
