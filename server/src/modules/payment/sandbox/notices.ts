import { createCipheriv, createSign, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fenToYuan, formatDateTime, type Fen } from '@dentin/kit'
import type { Database } from '../../../platform/database/database.ts'
import type { GatewayName } from '../gateways/gateway.ts'
import {
  SANDBOX_ALIPAY_APP,
  SANDBOX_KEY_ID,
  SANDBOX_MERCHANT,
  SANDBOX_SELLER,
  SANDBOX_WECHAT_APP,
  sandboxApiV3Key,
  sandboxKey,
} from './settings.ts'

/** What the sandbox tells about a trade. */
export interface Told {
  gateway: GatewayName
  outTradeNo: string
  tradeNo: string
  title: string
  amount: Fen
  status: 'open' | 'paid' | 'closed'
  createdAt: Date
  paidAt: Date | null
}

export interface SignedNotice {
  body: string
  headers: Record<string, string>
}

/** A notification as the gateway would send it now, with its signature. `change` alters what is told before it is signed. */
export async function signedNotice(
  database: Database,
  told: Told,
  now: Date,
  change: Record<string, unknown> = {},
): Promise<SignedNotice> {
  return told.gateway === 'alipay'
    ? alipayNotice(database, told, now, change)
    : wechatNotice(database, told, now, change)
}

const ALIPAY_STATUS = { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' } as const

async function alipayNotice(
  database: Database,
  told: Told,
  now: Date,
  change: Record<string, unknown>,
): Promise<SignedNotice> {
  const fields: Record<string, string> = {
    notify_time: formatDateTime(now),
    notify_type: 'trade_status_sync',
    notify_id: randomBytes(17).toString('hex'),
    charset: 'utf-8',
    version: '1.0',
    app_id: SANDBOX_ALIPAY_APP,
    seller_id: SANDBOX_SELLER,
    out_trade_no: told.outTradeNo,
    trade_no: told.tradeNo,
    trade_status: ALIPAY_STATUS[told.status],
    total_amount: fenToYuan(told.amount),
    subject: told.title,
    gmt_create: formatDateTime(told.createdAt),
    ...(told.paidAt ? { gmt_payment: formatDateTime(told.paidAt) } : {}),
    ...(change as Record<string, string>),
  }
  const { privateKey } = await sandboxKey(database, 'alipay')
  const sign = createSign('RSA-SHA256').update(alipayText(fields)).sign(privateKey, 'base64')
  return {
    body: new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  }
}

/** The text that Alipay signs: the fields in the order of their names. */
export function alipayText(fields: Record<string, string>): string {
  return Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&')
}

const WECHAT_STATE = { open: 'PAYERROR', paid: 'SUCCESS', closed: 'CLOSED' } as const
const WECHAT_EVENT = { open: 'TRANSACTION.FAIL', paid: 'TRANSACTION.SUCCESS', closed: 'TRANSACTION.CLOSED' } as const

/** A trade as WeChat writes it. */
export function wechatTransaction(told: Told): Record<string, unknown> {
  return {
    appid: SANDBOX_WECHAT_APP,
    mchid: SANDBOX_MERCHANT,
    out_trade_no: told.outTradeNo,
    trade_type: 'NATIVE',
    trade_state: told.status === 'open' ? 'NOTPAY' : WECHAT_STATE[told.status],
    ...(told.paidAt
      ? {
          transaction_id: told.tradeNo,
          success_time: told.paidAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
          amount: { total: told.amount, payer_total: told.amount, currency: 'CNY', payer_currency: 'CNY' },
        }
      : {}),
  }
}

async function wechatNotice(
  database: Database,
  told: Told,
  now: Date,
  change: Record<string, unknown>,
): Promise<SignedNotice> {
  const plain = { ...wechatTransaction(told), trade_state: WECHAT_STATE[told.status], ...change }
  return sealedNotice(database, now, WECHAT_EVENT[told.status], 'transaction', plain)
}

async function sealedNotice(
  database: Database,
  now: Date,
  event: string,
  kind: 'transaction' | 'refund',
  plain: Record<string, unknown>,
): Promise<SignedNotice> {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', await sandboxApiV3Key(database), nonce)
  cipher.setAAD(Buffer.from(kind))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(plain), 'utf8'), cipher.final(), cipher.getAuthTag()])
  const body = JSON.stringify({
    id: randomBytes(16).toString('hex'),
    create_time: now.toISOString(),
    event_type: event,
    resource_type: 'encrypt-resource',
    resource: {
      original_type: kind,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      nonce,
      associated_data: kind,
    },
  })
  return { body, headers: { 'content-type': 'application/json', ...(await wechatSignature(database, body, now)) } }
}

/** The headers with which WeChat signs what it says. */
export async function wechatSignature(database: Database, body: string, now: Date): Promise<Record<string, string>> {
  const { privateKey } = await sandboxKey(database, 'wechat')
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': SANDBOX_KEY_ID,
    'wechatpay-signature': createSign('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${body}\n`)
      .sign(privateKey, 'base64'),
  }
}

/** How long the sandbox waits before it tells again what was not understood. */
const AGAIN_MS = [2_000, 10_000, 60_000]

/** Sends a notification and, until it is understood, sends it again a few times. @returns after the first attempt */
export async function deliver(url: string, gateway: GatewayName, make: () => Promise<SignedNotice>): Promise<boolean> {
  const once = async (): Promise<boolean> => {
    try {
      const { body, headers } = await make()
      const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5_000) })
      const text = await response.text()
      return response.ok && (gateway === 'wechat' || text === 'success')
    } catch {
      return false
    }
  }
  if (await once()) return true
  void (async () => {
    for (const pause of AGAIN_MS) {
      await sleep(pause, undefined, { ref: false })
      if (await once()) return
    }
  })()
  return false
}

/** A refund has gone back, as the gateway would tell it now. */
export async function signedRefundNotice(
  database: Database,
  gateway: GatewayName,
  told: { outTradeNo: string; refundNo: string; amount: Fen; total: Fen },
  now: Date,
): Promise<SignedNotice> {
  if (gateway === 'alipay') {
    const trade: Told = {
      gateway,
      outTradeNo: told.outTradeNo,
      tradeNo: '2026112022001400000000000001',
      title: '退款',
      amount: told.total,
      status: 'paid',
      createdAt: now,
      paidAt: now,
    }
    return alipayNotice(database, trade, now, {
      out_biz_no: told.refundNo,
      refund_fee: fenToYuan(told.amount),
      gmt_refund: formatDateTime(now),
    })
  }
  return sealedNotice(database, now, 'REFUND.SUCCESS', 'refund', {
    mchid: SANDBOX_MERCHANT,
    out_trade_no: told.outTradeNo,
    out_refund_no: told.refundNo,
    refund_status: 'SUCCESS',
    amount: { total: told.total, refund: told.amount },
  })
}
