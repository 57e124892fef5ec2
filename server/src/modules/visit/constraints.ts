import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  referral_file_slot_check: 'REFERRAL_FILES_FULL',
  registration_appointment_key: 'REGISTRATION_EXISTS',
}
