import type { Fen } from '@dentin/kit'
import type { IncomingHttpHeaders } from 'node:http'

export type GatewayName = 'alipay' | 'wechat'
export const GATEWAY_NAMES: Readonly<Record<GatewayName, string>> = { alipay: '支付宝', wechat: '微信支付' }
/** The payment method of an order (its index in the specification) that goes through each gateway. */
export const PAY_METHODS: Readonly<Record<GatewayName, number>> = { alipay: 0, wechat: 1 }

/** Where gateways send their notifications, below our origin. */
export const NOTICE_PATHS: Readonly<Record<GatewayName, string>> = {
  alipay: '/bill-api/v1/pay/notify/alipay',
  wechat: '/bill-api/v1/pay/notify/wxpay',
}

/** A trade to be paid, as a gateway is told of it. */
export interface NewTrade {
  outTradeNo: string
  title: string
  amount: Fen
  expiresAt: Date
  /** The order's page of ours to come back to. */
  returnPath: string
}

/** What somebody paid, as a gateway tells it. */
export interface Paid {
  outTradeNo: string
  gatewayTradeNo: string
  amount: Fen
  currency: string
  paidAt: Date
}

/** What a trade has come to. missing: the gateway does not know it (nobody has begun to pay). */
export type Standing = { state: 'paid'; paid: Paid } | { state: 'open' | 'closed' | 'missing' }

/** What a patient's code came to. refused: it was not taken, and why. */
export type Charged = Standing | { state: 'refused'; expired: boolean; why: string }

/** Money that goes back. Told again with the same number, it is the same refund. */
export interface NewRefund {
  outTradeNo: string
  refundNo: string
  /** What was paid, and what of it goes back. */
  total: Fen
  amount: Fen
  reason: string
}

/** What a refund has come to. running: accepted, which is not paid back. missing: the gateway does not know it. */
export type RefundStanding =
  { state: 'running' | 'missing' } | { state: 'done'; amount: Fen } | { state: 'failed'; why: string }

/** A notification whose signature, address and form are right. other: nothing that concerns us (a refund, a wait). */
export type Notice =
  | { state: 'paid'; paid: Paid }
  | { state: 'closed' | 'other'; outTradeNo: string }
  /** A refund has moved on; the gateway is asked how it stands. */
  | { state: 'refund'; outTradeNo: string; refundNo: string }

/** A way to take money through somebody else. Talks to the gateway; knows no order and no database. */
export interface Gateway {
  readonly name: GatewayName
  /** App or merchant number at which the money arrives. */
  readonly merchant: string
  readonly sandbox: boolean
  /** Tells the gateway of the trade where it wants to know beforehand. @returns an address, or the text of a QR code */
  begin(trade: NewTrade): Promise<{ url: string | null; codeUrl: string | null }>
  ask(outTradeNo: string): Promise<Standing>
  /** Closes an unpaid trade; says what it has come to. */
  close(outTradeNo: string): Promise<Standing>
  /** The text of a code that the patient scans. */
  code(trade: Omit<NewTrade, 'returnPath'>): Promise<string>
  /** Takes the money of whoever showed this code. @throws GatewayUnsure when it may have been taken */
  charge(trade: Omit<NewTrade, 'returnPath'> & { authCode: string }): Promise<Charged>
  /** Undoes a trade whose outcome nobody knows: unpaid it is closed, paid the money goes back. */
  reverse(outTradeNo: string): Promise<Standing>
  refund(refund: NewRefund): Promise<RefundStanding>
  askRefund(refund: Pick<NewRefund, 'outTradeNo' | 'refundNo'>): Promise<RefundStanding>
  /** Reads a notification. @throws NoticeRefused for whatever is not certainly from the gateway and for us */
  read(raw: Buffer, headers: IncomingHttpHeaders): Promise<Notice>
}

/** Why a notification is not believed. */
export type Disbelief = 'malformed' | 'forged' | 'stale' | 'wrong-merchant'

/** A notification that is not believed. Harmless: it changes nothing. */
export class NoticeRefused extends Error {
  constructor(readonly verdict: Disbelief) {
    super(verdict)
  }
}

/** The gateway did not answer, or not in a way that can be believed: the outcome is unknown. Carries no content. */
export class GatewayUnsure extends Error {}
