import { fen, fenToYuan, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ApartContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { newTradeNo } from '../numbers.ts'
import { GatewayUnsure, type GatewayName } from '../gateways/gateway.ts'
import { tradeById, type Trade } from '../queries.ts'
import type { TradeStatus } from '../rules.ts'
import { gatewayActor } from './books.ts'
import { MERCHANT_TEST } from './kinds.ts'
import { keepTest, merchantToTest, testResultOf } from './merchants.ts'

const FEN = fen(1)
const HOLDS_MS = 5 * 60_000
const SCAN = '请用手机扫码付 0.01 元'

/** A test of a merchant: the one named, else the one that is still open. */
async function testOf(tx: TenantTx, merchantId: string, testId: string | undefined): Promise<Trade | null> {
  const row = await tx.row<{ id: string }>(
    sql`select id from gateway_trade where tenant_id = ${tx.tenantId} and kind = ${MERCHANT_TEST} and order_no = ${merchantId}
        and ${testId ? sql`id = ${testId}` : sql`status = 'open' and expires_at > ${tx.realNow}`}
      order by created_at desc, id desc limit 1`,
  )
  return row ? tradeById(tx, row.id) : null
}

/**
 * Tests a clinic's merchant with one fen: shows a code, and once it is paid gives the fen back.
 * @param testId the test that is asked about; none begins one
 */
export async function testMerchant(
  ctx: ApartContext,
  { gateway: name, testId }: { gateway: GatewayName; testId?: string | undefined },
  ask: (tradeId: string) => Promise<TradeStatus>,
) {
  const { services, clinicId } = ctx
  const { merchantId, gateway } = await merchantToTest(services, ctx, name)
  const test = await ctx.open((tx) => testOf(tx, merchantId, testId))
  if (!test) {
    if (testId) throw new AppError('NOT_FOUND')
    return begin(ctx, merchantId, name, gateway)
  }
  const status = ['open', 'received'].includes(test.status) ? await ask(test.id).catch(() => test.status) : test.status
  const of = { testId: test.id, codeUrl: null }
  if (status === 'open') return { ...of, state: 'waiting' as const, codeUrl: test.codeUrl, message: SCAN }
  if (status === 'received') return { ...of, state: 'goingBack' as const, message: '已收到 0.01 元，正在退回' }
  if (status === 'applied') return { ...of, state: 'passed' as const, message: '测试通过：0.01 元已收到并退回' }
  const result = await ctx.open((tx) => testResultOf(tx, clinicId, name))
  const why = status === 'closed' ? '二维码已过期，没有收到付款' : result
  return { ...of, state: 'failed' as const, message: why }
}

async function begin(
  ctx: ApartContext,
  merchantId: string,
  name: GatewayName,
  gateway: Awaited<ReturnType<typeof merchantToTest>>['gateway'],
) {
  const { services } = ctx
  const id = uuidv7()
  const outTradeNo = newTradeNo(services.clock.realNow())
  const expiresAt = new Date(services.clock.realNow().getTime() + HOLDS_MS)
  const title = '收款商户测试'
  await ctx.open((tx) =>
    tx.rows(
      keptSql`insert into gateway_trade (id, out_trade_no, gateway, merchant, merchant_id, tenant_id, clinic_id, kind, order_id, order_no, title,
          amount, created_at, expires_at)
        values (${id}, ${outTradeNo}, ${name}, ${gateway.merchant}, ${merchantId}, ${ctx.tenantId}, ${ctx.clinicId}, ${MERCHANT_TEST},
          ${uuidv7()}, ${merchantId}, ${title}, ${fenToYuan(FEN)}, ${tx.realNow}, ${expiresAt})`,
    ),
  )
  try {
    const codeUrl = await gateway.code({ outTradeNo, title, amount: FEN, expiresAt })
    await services.database.withPlatform((tx) =>
      tx.rows(keptSql`update gateway_trade set code_url = ${codeUrl} where id = ${id}`),
    )
    return { testId: id, state: 'waiting' as const, codeUrl, message: SCAN }
  } catch (error) {
    if (!(error instanceof GatewayUnsure)) throw error
    services.log.warn({ err: error }, 'merchant test not begun')
    await ctx.open(async (tx) => {
      await tx.rows(keptSql`update gateway_trade set status = 'closed', ended_at = ${tx.realNow} where id = ${id}`)
      await keepTest(tx, merchantId, false, '支付平台没有接受：请检查商户号、证书序列号与密钥')
    })
    throw new AppError('PAYMENT_GATEWAY_BUSY', { message: '支付平台没有接受，请检查商户号、证书序列号与密钥' })
  }
}

/** Gives the fen back that tested a merchant: always under one number, so that it goes back once. */
export async function giveTestBack(services: Services, trade: Trade): Promise<TradeStatus> {
  const of = { outTradeNo: trade.outTradeNo, refundNo: `R${trade.outTradeNo}` }
  const open = <T>(work: (tx: TenantTx) => Promise<T>) =>
    services.database.withTenant(trade.tenantId, trade.clinicId, work, gatewayActor(trade.gateway))
  const { merchantId, gateway } = await merchantToTest(services, trade, trade.gateway)
  if (merchantId !== trade.merchantId) return trade.status
  let standing = await gateway.askRefund(of)
  if (standing.state === 'missing')
    standing = await gateway.refund({ ...of, total: trade.amount, amount: trade.amount, reason: '收款商户测试' })
  if (standing.state === 'running' || standing.state === 'missing') return trade.status
  const passed = standing.state === 'done'
  const status = passed ? 'applied' : 'strayed'
  await open(async (tx) => {
    await tx.rows(
      keptSql`update gateway_trade set status = ${status}, ended_at = ${tx.realNow} where id = ${trade.id} and status = 'received'`,
    )
    await keepTest(tx, merchantId, passed, standing.state === 'failed' ? `0.01 元没有退回：${standing.why}` : '通过')
  })
  return status
}
