import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  patient_merge_open_key: 'MERGE_ALREADY',
}
