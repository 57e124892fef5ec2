import { createHash, createHmac } from 'node:crypto'
import { fenToYuan, sum, today, yuanToFen } from '@dentin/kit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import { amounts, columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import type { Services } from '../../../platform/services.ts'
import { sandboxApiV3Key } from '../../payment/index.ts'
import { answerSignature, requestSignature, sameSignature } from '../platform.ts'

/** Where the stand-in for a platform is, on this server. */
export const INVOICE_SANDBOX = '/sandbox-invoice'

/** The secret of an app at the stand-in. */
export async function sandboxSecret(database: Database, appId: string): Promise<string> {
  return createHmac('sha256', await sandboxApiV3Key(database))
    .update(`invoice:${appId}`)
    .digest('hex')
}

/**
 * How the stand-in plays, by a word in the buyer's title: it takes two questions' time, issues and loses its answer, refuses, is
 * out of order, or forgets the number. A red plays as the reason's note says it. A firm that is no more it refuses as well.
 */
const PLAYS = ['模拟慢', '模拟丢应答', '模拟拒绝', '模拟故障', '模拟不认单号'] as const
type Play = (typeof PLAYS)[number] | ''
const playOf = (text: string): Play => PLAYS.find((play) => text.includes(play)) ?? ''
/** How often it is asked before a slow one is issued. */
const SLOW_ASKS = 2

const list = select(
  columns(
    'sandbox_invoice',
    's',
    'no',
    'kind',
    'of_no',
    'play',
    'status',
    'platform_no',
    'issued_on',
    'file_hash',
    'why',
    'asked',
  ),
  amounts('sandbox_invoice', 's', 'amount', 'tax'),
)
type Row = RowIn<typeof list>
const byNo = (tx: PlatformTx, appId: string, kind: string, no: string) =>
  tx.row(list.keptFrom`sandbox_invoice s where s.app_id = ${appId} and s.kind = ${kind} and s.no = ${no} for update`)

interface Told {
  no: string
  amount: string
  tax: string
  buyer?: { title: string; taxNo: string; titleType: number }
  blueNo?: string
  reason?: string
}

/**
 * The stand-in for the platform of electronic invoices: verifies the signatures of what it is told, issues under each number
 * once, and signs its answers. The product reaches it as it would the real one.
 */
export function invoiceSandboxRoutes(app: FastifyInstance, services: Services): void {
  if (services.config.isProduction) throw new Error('the stand-in for invoices does not exist in production')
  const { database, clock } = services
  const textOf = (request: FastifyRequest) => (typeof request.body === 'string' ? request.body : '')
  const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '')

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (appId: string, tx: PlatformTx) => Promise<{ status?: number; body: object; lost?: boolean }>,
  ): Promise<FastifyReply> {
    const appId = header(request, 'x-app-id')
    const secret = await sandboxSecret(database, appId)
    const nonce = header(request, 'x-nonce')
    const timestamp = header(request, 'x-timestamp')
    const path = request.url.slice(INVOICE_SANDBOX.length)
    const right = requestSignature(secret, { method: request.method, path, timestamp, nonce, body: textOf(request) })
    const age = Math.abs(Number(timestamp) * 1000 - clock.realNow().getTime())
    const isOurs = sameSignature(header(request, 'x-signature'), right) && age <= 5 * 60_000
    const { status, body, lost } = isOurs
      ? await database.withPlatform((tx) => work(appId, tx))
      : { status: 401, body: { error: '验签出错' }, lost: false }
    if (lost) {
      reply.hijack()
      request.raw.socket.destroy()
      return reply
    }
    const code = status ?? 200
    const text = JSON.stringify(body)
    return reply
      .code(code)
      .header('x-signature', answerSignature(secret, { status: code, nonce, body: text }))
      .type('application/json; charset=utf-8')
      .send(text)
  }

  const said = (row: Row) => ({
    no: row.no,
    state: row.status === 'done' ? 'issued' : row.status,
    ...(row.status === 'done'
      ? { invoiceNo: row.platformNo, day: row.issuedOn, fileHash: row.fileHash }
      : { reason: row.why }),
  })

  /** Issues, or says what became of what it was told before: a number is one invoice. */
  async function enter(tx: PlatformTx, appId: string, kind: 'blue' | 'red', told: Told) {
    const known = await byNo(tx, appId, kind, told.no)
    if (known) {
      await tx.rows(sql`update sandbox_invoice set told = told + 1 where app_id = ${appId} and no = ${told.no}`)
      return { body: said(known) }
    }
    const play = playOf(`${told.buyer?.title ?? ''}${told.reason ?? ''}`)
    if (play === '模拟故障') return { status: 503, body: { error: '系统维护' } }
    if (play === '模拟不认单号') return { body: { no: told.no, state: 'running' } }
    const isGone = told.buyer?.title.includes('已注销')
    const why =
      play === '模拟拒绝'
        ? '购方信息有误'
        : isGone
          ? '购方纳税人已注销，请核对抬头'
          : kind === 'red'
            ? await redProblem(tx, appId, told)
            : ''
    const status = why ? 'refused' : play === '模拟慢' ? 'running' : 'done'
    const { day, platformNo, hash } = numbered(told.no)
    await tx.rows(sql`insert into sandbox_invoice (app_id, no, kind, of_no, play, amount, tax, status, platform_no, issued_on, file_hash, why, created_at)
      values (${appId}, ${told.no}, ${kind}, ${told.blueNo ?? ''}, ${play}, ${told.amount}, ${told.tax}, ${status}, ${platformNo}, ${day},
        ${hash}, ${why}, ${tx.realNow})`)
    const made = await byNo(tx, appId, kind, told.no)
    return { body: said(made as Row), lost: play === '模拟丢应答' }
  }

  function numbered(no: string) {
    const day = today(clock.now())
    const hash = createHash('sha256').update(no).digest('hex')
    const digits = BigInt(`0x${hash.slice(0, 16)}`)
      .toString()
      .padStart(20, '0')
      .slice(-20)
    return { day, hash, platformNo: digits }
  }

  /** Why a red is refused: no such invoice, or more than is left of it. */
  async function redProblem(tx: PlatformTx, appId: string, told: Told): Promise<string> {
    const blue = await tx.row(
      list.keptFrom`sandbox_invoice s where s.app_id = ${appId} and s.kind = 'blue' and s.platform_no = ${told.blueNo ?? ''} and s.status = 'done'`,
    )
    if (!blue) return '没有这张蓝字发票'
    const gone = await tx.rows(
      list.keptFrom`sandbox_invoice s where s.app_id = ${appId} and s.kind = 'red' and s.of_no = ${told.blueNo ?? ''} and s.status = 'done'`,
    )
    const total = (key: 'amount' | 'tax') => sum([yuanToFen(told[key]), ...gone.map((row) => row[key])])
    if (total('amount') > blue.amount) return `红冲超过蓝字发票 ${fenToYuan(blue.amount)} 元`
    return total('tax') > blue.tax ? '红冲税额超过蓝字发票' : ''
  }

  async function look(tx: PlatformTx, appId: string, kind: 'blue' | 'red', no: string) {
    const row = await byNo(tx, appId, kind, no)
    if (!row) return { body: { no, state: 'missing' } }
    const done = row.status === 'running' && row.asked + 1 >= SLOW_ASKS
    await tx.rows(sql`update sandbox_invoice set asked = asked + 1, status = ${done ? 'done' : row.status}
      where app_id = ${appId} and no = ${no}`)
    return { body: said(done ? { ...row, status: 'done' } : row) }
  }

  void app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const [path, kind] of [
      ['invoices', 'blue'],
      ['reds', 'red'],
    ] as const) {
      scope.post(`${INVOICE_SANDBOX}/${path}`, (request, reply) =>
        answer(request, reply, (appId, tx) => enter(tx, appId, kind, JSON.parse(textOf(request)) as Told)),
      )
      scope.get<{ Params: { no: string } }>(`${INVOICE_SANDBOX}/${path}/:no`, (request, reply) =>
        answer(request, reply, (appId, tx) => look(tx, appId, kind, request.params.no)),
      )
    }
    ready()
  })
}
