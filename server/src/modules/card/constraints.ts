import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  card_type_name_key: { refusal: 'SETTING_NAME_TAKEN', field: 'name' },
  member_card_no_key: { refusal: 'CARD_NO_TAKEN', field: 'cardNo' },
  card_log_reverses_key: 'CARD_MOVED_SINCE',
  card_refund_open_key: 'CARD_REFUND_OPEN',
  card_right_use_reverses_key: 'CARD_RIGHT_BACK',
}
