import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  appointment_doctor_excl: 'APPOINTMENT_SLOT_TAKEN',
  appointment_chair_excl: 'APPOINTMENT_CHAIR_TAKEN',
}
