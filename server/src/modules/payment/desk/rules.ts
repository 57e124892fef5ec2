import type { GatewayName } from '../gateways/gateway.ts'

/** From when on a payment by a patient's code is undone that nobody has confirmed, and before which it never is. */
const UNDO_FROM_MS: Readonly<Record<GatewayName, number>> = { wechat: 30_000, alipay: 60_000 }
const NEVER_BEFORE_MS: Readonly<Record<GatewayName, number>> = { wechat: 15_000, alipay: 0 }

/** What is next with a payment by a patient's code that the gateway still calls open. @param stop the desk wants no more of it */
export function barCodeStep(gateway: GatewayName, ageMs: number, stop: boolean): 'wait' | 'reverse' {
  if (ageMs < NEVER_BEFORE_MS[gateway]) return 'wait'
  return stop || ageMs >= UNDO_FROM_MS[gateway] ? 'reverse' : 'wait'
}

const DAY_MS = 86_400_000
const MAX_AGE_DAYS = 365
const MAX_REFUNDS = 50
const APART_MS = 60_000

/** What WeChat would refuse, known before it is asked: why a payment can't go back through the gateway any more. */
export function refundProblem(gateway: GatewayName, of: { paidAt: Date; refunds: number }, now: Date): string | null {
  if (now.getTime() - of.paidAt.getTime() > MAX_AGE_DAYS * DAY_MS) return `付款已超过 ${MAX_AGE_DAYS} 天，不能原路退回`
  if (gateway === 'wechat' && of.refunds >= MAX_REFUNDS) return `这笔付款已退过 ${MAX_REFUNDS} 次，不能再原路退回`
  return null
}

/** When the next refund of a payment may be asked for: WeChat takes one a minute. */
export function refundMoment(gateway: GatewayName, last: Date | null, now: Date): Date {
  if (gateway !== 'wechat' || last === null) return now
  return new Date(Math.max(now.getTime(), last.getTime() + APART_MS))
}
