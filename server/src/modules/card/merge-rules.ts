import { followsPatient, type Following } from '../patient/index.ts'

/** Both files' cards stand side by side afterwards; what they hold is never added up. */
export const mergeRules: readonly Following[] = [
  followsPatient('member_card', { name: '会员卡', number: 'card_no', topic: 'memberCard' }),
  followsPatient('card_refund', {
    name: '退卡单',
    number: 'refund_no',
    partOf: { member_card: 'card_id' },
    topic: 'memberCard',
  }),
]
