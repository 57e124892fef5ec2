import { createPublicKey, createSign, createVerify, randomBytes } from 'node:crypto'
import { fenToYuan, today, yuanToFen, type Fen } from '@dentin/kit'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import { dayOf, ownAddress, type InvoiceItem } from '../rules.ts'
import {
  PlatformUnsure,
  type InvoicePlatform,
  type NewInvoice,
  type NewRed,
  type Seller,
  type Standing,
} from './platform.ts'

export interface PlatformSettings {
  /** Where the platform's calls stand, without a slash at its end. */
  url: string
  appId: string
  /** PEM: with ours requests are signed, with the platform's its answers are checked. */
  privateKey: string
  publicKey: string
  sandbox: boolean
}

const TIMEOUT_MS = 8_000
/** A signature older or newer than this is a replay or a broken clock. */
export const SKEW_MS = 5 * 60_000
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_FILE_BYTES = 5 * 1024 * 1024

const answered = z.object({
  requestNo: z.string(),
  status: z.enum(['running', 'missing', 'issued', 'failed']),
  number: z
    .string()
    .regex(/^\d{8,20}$/)
    .optional(),
  issueDate: z.string().optional(),
  amount: z
    .string()
    .regex(/^\d{1,12}\.\d{2}$/)
    .optional(),
  fileUrl: z.string().optional(),
  fileHash: z.string().optional(),
  message: z.string().default(''),
})

/** The text that a signature is of. */
export const signedText = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('')

const itemTold = ({ name, kind, amount, rate, tax }: InvoiceItem) => ({
  name,
  kind,
  amount: fenToYuan(amount),
  taxRate: rate,
  taxAmount: fenToYuan(tax),
})
const sellerTold = ({ name, taxNo, ...rest }: Seller) => ({ sellerName: name, sellerTaxNo: taxNo, seller: rest })

/**
 * A platform in the manner of 乐企: JSON over HTTPS, each request signed with our key (RSA-SHA256 over method, path, moment, nonce
 * and body), each answer with the platform's (moment, nonce, body). It is a contract of our own that a provider's connector serves;
 * no provider's text is copied.
 */
export function httpPlatform(settings: PlatformSettings, clock: Clock): InvoicePlatform {
  const key = createPublicKey(settings.publicKey)

  async function request(path: string, body: object, requestNo: string, expected: Fen | null): Promise<Standing> {
    const url = new URL(settings.url + path)
    const text = JSON.stringify(body)
    const moment = String(Math.floor(clock.realNow().getTime() / 1000))
    const nonce = randomBytes(16).toString('hex')
    let status: number
    let answer: string
    let headers: Headers
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'dentin',
          'x-app-id': settings.appId,
          'x-timestamp': moment,
          'x-nonce': nonce,
          'x-signature': createSign('RSA-SHA256')
            .update(signedText('POST', url.pathname, moment, nonce, text))
            .sign(settings.privateKey, 'base64'),
        },
        body: text,
      })
      status = response.status
      headers = response.headers
      answer = await response.text()
      if (answer.length > MAX_ANSWER_BYTES) throw new Error('too long')
    } catch (error) {
      throw new PlatformUnsure(`${path}: ${(error as Error).name}`)
    }
    const told = headers.get('x-timestamp') ?? ''
    const right =
      /^\d{10}$/.test(told) &&
      Math.abs(clock.realNow().getTime() - Number(told) * 1000) <= SKEW_MS &&
      createVerify('RSA-SHA256')
        .update(signedText(told, headers.get('x-nonce') ?? '', answer))
        .verify(key, headers.get('x-signature') ?? '', 'base64')
    if (!right) throw new PlatformUnsure(`${path}: ${status}, not signed by the platform`)
    return standingFrom(answer, path, status, requestNo, expected)
  }

  function standingFrom(answer: string, path: string, http: number, requestNo: string, expected: Fen | null): Standing {
    let read: z.infer<typeof answered>
    try {
      read = answered.parse(JSON.parse(answer))
    } catch {
      throw new PlatformUnsure(`${path}: ${http}, unreadable`)
    }
    // The answer to another question says nothing of this one.
    if (read.requestNo !== requestNo) throw new PlatformUnsure(`${path}: answers another request`)
    if (read.status === 'failed') return { state: 'failed', why: read.message.slice(0, 200) || '开票平台没有说明原因' }
    if (read.status !== 'issued') return { state: read.status }
    if (!read.number) throw new PlatformUnsure(`${path}: issued without a number`)
    const { day, odd } = dayOf(read.issueDate, today(clock.now()))
    return {
      state: 'issued',
      issued: {
        number: read.number,
        issueDate: day as ReturnType<typeof today>,
        oddDay: odd,
        amount: read.amount ? yuanToFen(read.amount) : (expected ?? yuanToFen('0')),
        fileUrl: ownAddress(read.fileUrl, settings.url),
        fileHash: /^[0-9a-f]{64}$/.test(read.fileHash ?? '') ? (read.fileHash as string) : '',
      },
    }
  }

  return {
    appId: settings.appId,
    sandbox: settings.sandbox,
    issue: (invoice: NewInvoice) =>
      request(
        '/v1/invoice/issue',
        {
          requestNo: invoice.requestNo,
          invoiceType: invoice.type,
          ...sellerTold(invoice.seller),
          buyer: invoice.buyer,
          items: invoice.items.map(itemTold),
          amount: fenToYuan(invoice.amount),
          taxAmount: fenToYuan(invoice.taxAmount),
        },
        invoice.requestNo,
        invoice.amount,
      ),
    red: (red: NewRed) =>
      request(
        '/v1/invoice/red',
        {
          requestNo: red.requestNo,
          blueRequestNo: red.blueRequestNo,
          blueNumber: red.blueNumber,
          reason: red.reason,
          ...sellerTold(red.seller),
          items: red.items.map(itemTold),
          amount: fenToYuan(red.amount),
          taxAmount: fenToYuan(red.taxAmount),
        },
        red.requestNo,
        red.amount,
      ),
    ask: (requestNo, sellerTaxNo) => request('/v1/invoice/query', { requestNo, sellerTaxNo }, requestNo, null),
    async file(url) {
      if (ownAddress(url, settings.url) === '') throw new PlatformUnsure('file: not of the platform')
      try {
        const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
        if (!response.ok) throw new Error(String(response.status))
        const bytes = Buffer.from(await response.arrayBuffer())
        if (bytes.length === 0 || bytes.length > MAX_FILE_BYTES) throw new Error('size')
        return bytes
      } catch (error) {
        throw new PlatformUnsure(`file: ${(error as Error).name}`)
      }
    },
  }
}
