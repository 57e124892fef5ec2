import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fenToYuan, type Fen } from '@dentin/kit'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { callOutward } from '../../platform/outward.ts'

const TIMEOUT_MS = 8_000
const LONGEST_ANSWER = 64 * 1024

/** The app of a clinic at a platform. */
export interface PlatformApp {
  origin: string
  appId: string
  secret: string
  /** The stand-in of this server, not an address that somebody typed. */
  isStandIn?: boolean
}

/** An invoice as the platform is told of it, under one number however often. */
export interface Blue {
  no: string
  seller: { taxNo: string; name: string }
  buyer: { titleType: number; title: string; taxNo: string; mail: string; phone: string }
  amount: Fen
  tax: Fen
  taxRate: number
}

/** What takes some or all of an invoice back. */
export interface Red {
  no: string
  /** The platform's number of the invoice. */
  blueNo: string
  amount: Fen
  tax: Fen
  reason: string
}

/** What the platform says of a number. running: accepted, which is not issued. missing: it does not know the number. */
export type Standing =
  | { state: 'running' | 'missing' }
  | { state: 'issued'; platformNo: string; issuedOn: string; fileHash: string }
  | { state: 'refused'; why: string }

/** The platform of electronic invoices. Talks to it; knows no bill and no database. @throws PlatformUnsure */
export interface InvoicePlatform {
  issue(blue: Blue): Promise<Standing>
  ask(no: string): Promise<Standing>
  red(red: Red): Promise<Standing>
  askRed(no: string): Promise<Standing>
}

/** The platform did not answer, or not in a way that can be believed: nobody knows whether it has issued. */
export class PlatformUnsure extends Error {}

const answered = z.object({
  no: z.string(),
  state: z.enum(['running', 'missing', 'issued', 'refused']),
  invoiceNo: z.string().max(40).default(''),
  day: z.iso.date().optional(),
  fileHash: z.string().max(128).default(''),
  reason: z.string().default(''),
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The signature of a request. */
export const requestSignature = (
  secret: string,
  {
    method,
    path,
    timestamp,
    nonce,
    body,
  }: { method: string; path: string; timestamp: string; nonce: string; body: string },
): string =>
  createHmac('sha256', secret)
    .update([method, path, timestamp, nonce, hashOf(body)].join('\n'))
    .digest('hex')

/** The signature of an answer: bound to what was asked by its nonce. */
export const answerSignature = (
  secret: string,
  { status, nonce, body }: { status: number; nonce: string; body: string },
): string =>
  createHmac('sha256', secret)
    .update([String(status), nonce, hashOf(body)].join('\n'))
    .digest('hex')

/** Are two signatures the same? Takes as long either way. */
export function sameSignature(given: string, right: string): boolean {
  const [one, two] = [Buffer.from(given), Buffer.from(right)]
  return one.length === two.length && timingSafeEqual(one, two)
}

/** The platform over HTTP: requests and answers signed with the app's secret. */
export function invoicePlatform(app: PlatformApp, clock: Clock): InvoicePlatform {
  async function exchange(method: 'GET' | 'POST', path: string, no: string, asked?: object): Promise<Standing> {
    const body = asked ? JSON.stringify(asked) : ''
    const nonce = randomBytes(16).toString('hex')
    const timestamp = String(Math.floor(clock.realNow().getTime() / 1000))
    const { status, text, header } = await callOutward(app.origin.replace(/\/$/, '') + path, {
      method,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-app-id': app.appId,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': requestSignature(app.secret, { method, path, timestamp, nonce, body }),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      longest: LONGEST_ANSWER,
      mayBeInside: app.isStandIn ?? false,
    }).catch(() => {
      throw new PlatformUnsure(`${method} ${path} without an answer`)
    })
    const signature = header('x-signature')
    if (!sameSignature(signature, answerSignature(app.secret, { status, nonce, body: text })))
      throw new PlatformUnsure(`${method} ${path}: not signed by the platform`)
    return read(status, text, no)
  }

  return {
    issue: (blue) =>
      exchange('POST', '/invoices', blue.no, {
        no: blue.no,
        seller: blue.seller,
        buyer: blue.buyer,
        items: [{ name: '医疗服务', amount: fenToYuan(blue.amount), taxRate: blue.taxRate }],
        amount: fenToYuan(blue.amount),
        tax: fenToYuan(blue.tax),
      }),
    ask: (no) => exchange('GET', `/invoices/${no}`, no),
    red: (red) =>
      exchange('POST', '/reds', red.no, {
        no: red.no,
        blueNo: red.blueNo,
        amount: fenToYuan(red.amount),
        tax: fenToYuan(red.tax),
        reason: red.reason,
      }),
    askRed: (no) => exchange('GET', `/reds/${no}`, no),
  }
}

/** What a signed answer says of a number. */
function read(status: number, text: string, no: string): Standing {
  if (status >= 500) throw new PlatformUnsure(`the platform answered ${status}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new PlatformUnsure('unreadable')
  }
  const found = answered.safeParse(json)
  if (!found.success || found.data.no !== no) throw new PlatformUnsure('an answer about something else')
  const { state, invoiceNo, day, fileHash, reason } = found.data
  if (state === 'issued') {
    if (invoiceNo === '' || !day) throw new PlatformUnsure('issued without a number')
    return { state, platformNo: invoiceNo, issuedOn: day, fileHash }
  }
  return state === 'refused' ? { state, why: reason.slice(0, 200) || '平台没有说明原因' } : { state }
}
