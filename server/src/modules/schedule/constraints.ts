import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  shift_name_key: { refusal: 'SHIFT_NAME_TAKEN', message: '已有同名的班次', field: 'name' },
  schedule_two_clinics_excl: 'SCHEDULE_TWO_CLINICS',
  schedule_stretch_key: 'SCHEDULE_OVERLAP',
}
