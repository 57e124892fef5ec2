import { states } from './states.ts'

/** An order to the platform: of membership, of short messages. */
export const orderStates = states(
  {
    unpaid: [0, '待支付', 'due'],
    paid: [1, '已支付', 'done'],
    cancelled: [2, '已取消', 'ended'],
    expired: [3, '超时关闭', 'ended'],
    unconfirmed: [4, '待确认收款', 'waiting'],
    refunded: [5, '已退款', 'ended'],
  },
  {
    /** The money may still come. */
    open: ['unpaid', 'unconfirmed'],
    /** The money came, and may have gone back. */
    received: ['paid', 'refunded'],
  },
)
export const orderStatusNames = orderStates.names
