import type { Refusals } from '../../platform/wiring.ts'

/** What a broken constraint of its tables means to the user. */
export const constraints: Refusals = {
  sms_order_open_key: 'SMS_ORDER_OPEN',
  sms_template_name_key: { refusal: 'SMS_TEMPLATE_TAKEN', message: '已有同名的模板', field: 'name' },
  sms_scene_key: 'STATUS_CHANGED',
  sms_outbox_resend_key: 'SMS_RESENT',
}
