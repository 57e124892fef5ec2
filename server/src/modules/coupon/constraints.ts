import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  coupon_type_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
}
