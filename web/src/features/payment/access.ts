import { payment } from '@dentin/contract/payment'
import type { WireOutput } from '@dentin/contract/core/call'
import { send } from '../../lib/client.ts'
import { session } from '../../lib/session.ts'

/** What lets this page pay: the sign-in of this browser, or the key that a ticket was exchanged for. */
export type Access = { orderNo: string; key: null } | { orderNo: null; key: string }
export type Way = WireOutput<typeof payment.wxpay>
export type Standing = WireOutput<typeof payment.checkIsPay>

/** The key of this tab, and the ticket (worth nothing any more) that it came from. */
const KEY = 'dentin.pay-key'
interface Kept {
  ticket: string
  key: string
}
function kept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** A ticket is good once: asked for twice (a re-render), it is exchanged once. */
const exchanged = new Map<string, Promise<string>>()

/** The ticket in the address, exchanged for a key of this tab; it leaves the address and the history at once. */
function redeem(ticket: string): Promise<string> {
  const known = exchanged.get(ticket)
  if (known) return known
  window.history.replaceState(window.history.state, '', window.location.pathname)
  const held = kept()
  // Brought back by a reload of the tab that exchanged it.
  if (held?.ticket === ticket) return Promise.resolve(held.key)
  const key = send(payment.redeemTicket, { ticket }).then((opened) => {
    sessionStorage.setItem(KEY, JSON.stringify({ ticket, key: opened.key } satisfies Kept))
    return opened.key
  })
  exchanged.set(ticket, key)
  return key
}

/** How this page may pay; null when nobody is signed in and no ticket was given. @throws ApiError for a ticket that is gone */
export async function openAccess(address: { search: string; hash: string }): Promise<Access | null> {
  const ticket = new URLSearchParams(address.hash.slice(1)).get('ticket')
  if (ticket) return { orderNo: null, key: await redeem(ticket) }
  const orderNo = new URLSearchParams(address.search).get('orderNo')
  if (session.get() && orderNo) return { orderNo, key: null }
  const held = kept()
  return held ? { orderNo: null, key: held.key } : null
}

/** Begins to pay, or goes on with what is begun. */
export function beginPayment(access: Access, by: 'alipay' | 'wechat', signal: AbortSignal): Promise<Way> {
  if (access.key !== null) return send(payment.payByKey, { key: access.key }, { signal })
  const { orderNo } = access
  return by === 'alipay' ? send(payment.alipay, { orderNo }, { signal }) : send(payment.wxpay, { orderNo }, { signal })
}

/** How the order stands; `ask` has the gateway asked at once. */
export function checkPayment(access: Access, ask: boolean, signal?: AbortSignal): Promise<Standing> {
  const options = signal ? { signal } : {}
  if (access.key !== null) return send(payment.checkByKey, { key: access.key, ask }, options)
  const { orderNo } = access
  return ask ? send(payment.checkIsPayNoPolling, { orderNo }, options) : send(payment.checkIsPay, { orderNo }, options)
}

/** A link with which somebody else can pay this order, on this page, once. */
export async function payLink(orderNo: string): Promise<string> {
  const { ticket } = await send(payment.makeTicket, { orderNo })
  const { origin, pathname } = window.location
  return `${origin}${pathname}#ticket=${ticket}`
}
