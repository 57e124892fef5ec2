import { createSign, createVerify, randomBytes, randomInt } from 'node:crypto'
import { addDays, formatDate, formatDateTime, today, yuanToFen } from '@dentin/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keptSql } from '../../../platform/database/plans.ts'
import { amounts, columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { hashOfBytes } from '../../../platform/files/store.ts'
import type { Services } from '../../../platform/services.ts'
import { sandboxKey } from '../../payment/index.ts'
import { SKEW_MS, signedText } from '../platform/http.ts'
import { pictureOf, type ToldInvoice } from './document.ts'
import { INVOICE_SANDBOX, SANDBOX_APP } from './settings.ts'

/** How a sum plays, by its last two digits; any other is issued at once. */
const PLAYS = {
  failsFirst: 12,
  fails: 13,
  stays: 14,
  loses: 15,
  slow: 16,
  oddDay: 17,
  altered: 18,
  elsewhere: 19,
} as const
/** A buyer of this name is refused. */
const REFUSED = '拒绝'
/** A slow one is issued when it is asked about for the third time. */
const SLOW_TIMES = 3

const book = select(
  columns(
    'sandbox_invoice',
    'v',
    'request_no',
    'blue_no',
    'seller_tax_no',
    'told',
    'status',
    'number',
    'why',
    'times',
    'created_at',
    'issued_at',
  ),
  amounts('sandbox_invoice', 'v', 'amount'),
)
type Booked = RowIn<typeof book>
const byNo = (tx: PlatformTx, requestNo: string): Promise<Booked | undefined> =>
  tx.row(book.keptFrom`sandbox_invoice v where v.request_no = ${requestNo} for update of v`)
const playOf = (row: Booked): number => row.amount % 100

/**
 * The stand-in of an invoice platform: issues for clinics that have none of their own, outside of production. It checks the
 * signatures of our requests and signs its answers; the product reaches it over HTTP as it would a real one. Its invoices say on
 * their face that they are none.
 */
export function invoiceSandboxRoutes(app: FastifyInstance, services: Services): void {
  if (services.config.isProduction) throw new Error('the stand-in of an invoice platform does not exist in production')
  const { database, clock } = services
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 256 * 1024 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    const bodyOf = async (request: FastifyRequest): Promise<Record<string, unknown> | null> => {
      const text = typeof request.body === 'string' ? request.body : ''
      const header = (name: string) => String(request.headers[name] ?? '')
      const moment = header('x-timestamp')
      const { publicKey } = await sandboxKey(database, 'invoice-app')
      const right =
        header('x-app-id') === SANDBOX_APP &&
        Math.abs(clock.realNow().getTime() - Number(moment) * 1000) <= SKEW_MS &&
        createVerify('RSA-SHA256')
          .update(signedText('POST', request.url.split('?')[0] ?? '', moment, header('x-nonce'), text))
          .verify(publicKey, header('x-signature'), 'base64')
      return right ? (JSON.parse(text) as Record<string, unknown>) : null
    }
    const answer = async (reply: FastifyReply, http: number, json: object): Promise<FastifyReply> => {
      const text = JSON.stringify(json)
      const moment = String(Math.floor(clock.realNow().getTime() / 1000))
      const nonce = randomBytes(12).toString('hex')
      const { privateKey } = await sandboxKey(database, 'invoice')
      return reply
        .code(http)
        .headers({
          'x-timestamp': moment,
          'x-nonce': nonce,
          'x-signature': createSign('RSA-SHA256')
            .update(signedText(moment, nonce, text))
            .sign(privateKey, 'base64'),
        })
        .type('application/json; charset=utf-8')
        .send(text)
    }
    const refuse = (reply: FastifyReply) => reply.code(401).send({ message: '验签出错' })
    const originOf = (request: FastifyRequest) => `http://${request.host}`

    /** How a request stands, as it is told. */
    const told = (row: Booked, origin: string): object => {
      const of = { requestNo: row.requestNo, status: row.status }
      if (row.status === 'failed') return { ...of, message: row.why }
      if (row.status !== 'issued') return of
      const day = formatDate(row.issuedAt ?? row.createdAt)
      const play = playOf(row)
      const picture = pictureOf(row.told as unknown as ToldInvoice, row.number, day)
      return {
        ...of,
        number: row.number,
        issueDate: play === PLAYS.oddDay ? addDays(today(clock.now()), 40) : day,
        amount: (row.told as unknown as ToldInvoice).amount,
        fileUrl:
          play === PLAYS.elsewhere
            ? `http://files.example.com/${row.number}.svg`
            : `${origin}${INVOICE_SANDBOX}/file/${row.number}.svg`,
        fileHash: play === PLAYS.altered ? hashOfBytes(Buffer.from('another')) : hashOfBytes(Buffer.from(picture)),
      }
    }

    /** Takes a request into the book; told again, it is the same. */
    const enter = (tx: PlatformTx, body: Record<string, unknown>, blueNo: string | null): Promise<Booked> =>
      (async () => {
        const requestNo = String(body.requestNo)
        const known = await byNo(tx, requestNo)
        if (known) return known
        const sum = yuanToFen(String(body.amount))
        const play = sum % 100
        const buyer = body.buyer as { title: string } | undefined
        const first = !/A[2-9]$/.test(requestNo)
        const why = buyer?.title.includes(REFUSED)
          ? '购买方名称有误，开票平台不接受'
          : play === PLAYS.fails || (play === PLAYS.failsFirst && first)
            ? '授信额度不足'
            : ''
        const status = why ? 'failed' : play === PLAYS.stays || play === PLAYS.slow ? 'running' : 'issued'
        const number = `26${formatDateTime(clock.now()).replace(/\D/g, '').slice(2, 14)}${String(randomInt(1_000_000)).padStart(6, '0')}`
        await tx.rows(
          keptSql`insert into sandbox_invoice (request_no, blue_no, seller_tax_no, amount, told, status, number, why, created_at, issued_at)
            values (${requestNo}, ${blueNo}, ${String(body.sellerTaxNo)}, ${String(body.amount)}, ${JSON.stringify(body)}::jsonb, ${status}, ${number},
              ${why}, ${clock.now()}, ${status === 'issued' ? clock.now() : null}) on conflict (request_no) do nothing`,
        )
        return (await byNo(tx, requestNo)) as Booked
      })()

    /** A lost answer: what was asked for is done, and nobody says so. */
    const lose = (reply: FastifyReply) => {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }

    scope.post(`${INVOICE_SANDBOX}/v1/invoice/issue`, async (request, reply) => {
      const body = await bodyOf(request)
      if (!body) return refuse(reply)
      const row = await database.withPlatform((tx) => enter(tx, body, null))
      if (playOf(row) === PLAYS.loses && row.times === 1) {
        await database.withPlatform((tx) =>
          tx.rows(keptSql`update sandbox_invoice set times = times + 1 where request_no = ${row.requestNo}`),
        )
        return lose(reply)
      }
      return answer(reply, 200, told(row, originOf(request)))
    })

    scope.post(`${INVOICE_SANDBOX}/v1/invoice/red`, async (request, reply) => {
      const body = await bodyOf(request)
      if (!body) return refuse(reply)
      const requestNo = String(body.requestNo)
      const row = await database.withPlatform(async (tx) => {
        const blue = await byNo(tx, String(body.blueRequestNo))
        if (blue?.status !== 'issued' || blue.number !== body.blueNumber) return '没有对应的蓝字发票'
        const { gone } = await tx.need<{ gone: string }>(
          keptSql`select coalesce(sum(amount), 0)::text as gone from sandbox_invoice
            where blue_no = ${blue.requestNo} and status <> 'failed' and request_no <> ${requestNo}`,
        )
        if (yuanToFen(gone) + yuanToFen(String(body.amount)) > blue.amount) return '超过蓝字发票的金额'
        return enter(tx, body, blue.requestNo)
      })
      return answer(
        reply,
        200,
        typeof row === 'string' ? { requestNo, status: 'failed', message: row } : told(row, originOf(request)),
      )
    })

    scope.post(`${INVOICE_SANDBOX}/v1/invoice/query`, async (request, reply) => {
      const body = await bodyOf(request)
      if (!body) return refuse(reply)
      const requestNo = String(body.requestNo)
      const row = await database.withPlatform(async (tx) => {
        const found = await byNo(tx, requestNo)
        if (!found || found.sellerTaxNo !== body.sellerTaxNo) return null
        const ready = found.status === 'running' && playOf(found) === PLAYS.slow && found.times + 1 >= SLOW_TIMES
        await tx.rows(
          keptSql`update sandbox_invoice set times = times + 1, status = ${ready ? 'issued' : found.status},
            issued_at = ${ready ? clock.now() : found.issuedAt} where request_no = ${requestNo}`,
        )
        return (await byNo(tx, requestNo)) as Booked
      })
      return answer(reply, 200, row ? told(row, originOf(request)) : { requestNo, status: 'missing' })
    })

    scope.get<{ Params: { name: string } }>(`${INVOICE_SANDBOX}/file/:name`, async (request, reply) => {
      const number = /^(\d{8,20})\.svg$/.exec(request.params.name)?.[1] ?? ''
      const row = await database.withPlatform((tx) =>
        tx.row(book.keptFrom`sandbox_invoice v where v.number = ${number} and v.status = 'issued'`),
      )
      if (!row) return reply.code(404).send({ message: '没有这张发票' })
      return reply
        .type('image/svg+xml')
        .send(pictureOf(row.told as unknown as ToldInvoice, row.number, formatDate(row.issuedAt ?? row.createdAt)))
    })
    done()
  })
}
