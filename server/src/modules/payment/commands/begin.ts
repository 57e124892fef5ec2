import { fenToYuan, uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import type { PayableOrder } from '../../membership/index.ts'
import { GatewayUnsure, PAY_METHODS, type Gateway, type GatewayName } from '../gateways/gateway.ts'
import { gatewayOf, isSandbox } from '../gateways/index.ts'
import { newTradeNo } from '../numbers.ts'
import { orderByNo, type FoundOrder, type Rights } from '../payables.ts'
import { tradesOf, type Trade } from '../queries.ts'
import { payState } from '../rules.ts'
import { follow } from './follow.ts'

/** How long one way to pay holds. */
const TRADE_MINUTES = 15
/** With less time left than this a trade is not handed out again. */
const LEAST_LEFT_MS = 60_000

/** Whoever pays: with transactions in the clinic whose order it is, and with what they may do there. */
export interface Payer extends Rights {
  open<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** How an order stands with its payment, for the page that pays it. */
export interface Standing {
  kind: string
  orderNo: string
  title: string
  totalAmount: PayableOrder['amount']
  payType: number
  state: ReturnType<typeof payState>
  expireTime: Date | null
  secondsLeft: number
  sandbox: boolean
}
export type Way = Standing & { url: string | null; codeUrl: string | null }

function standingOf(order: FoundOrder, trades: readonly Trade[], sandbox: boolean, now: Date): Standing {
  const running = trades.find((trade) => trade.status === 'open')
  const left = running ? Math.floor((running.expiresAt.getTime() - now.getTime()) / 1000) : 0
  return {
    kind: order.kind,
    orderNo: order.orderNo,
    title: order.title,
    totalAmount: order.amount,
    payType: order.payMethod,
    state: payState(order.open, trades),
    expireTime: running?.expiresAt ?? null,
    secondsLeft: Math.max(0, left),
    sandbox,
  }
}

export function gatewayFor(payMethod: number): GatewayName | null {
  return payMethod === PAY_METHODS.alipay ? 'alipay' : payMethod === PAY_METHODS.wechat ? 'wechat' : null
}

/** How an order stands, and which trade of it is still to be decided. */
export async function standing(
  tx: TenantTx,
  services: Services,
  orderNo: string,
  by: Rights,
): Promise<{ standing: Standing; undecided: string | null }> {
  const order = await orderByNo(tx, orderNo, by)
  const trades = await tradesOf(tx, { ...order, tenantId: tx.tenantId })
  const name = gatewayFor(order.payMethod)
  const sandbox = name !== null && isSandbox(services.config, name)
  const undecided = trades.find((trade) => trade.status === 'open' || trade.status === 'received')
  return { standing: standingOf(order, trades, sandbox, tx.realNow), undecided: undecided?.id ?? null }
}

/**
 * Begins to pay an order through a gateway, or goes on with the trade that is already there. The trade is in the books
 * before the gateway hears of it.
 */
export async function begin(services: Services, payer: Payer, name: GatewayName, orderNo: string): Promise<Way> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const step = await payer
      .open(async (tx) => nextStep(tx, services, name, await orderByNo(tx, orderNo, payer)))
      .catch(busyWhenUnsure)
    if ('standing' in step) return { ...step.standing, url: null, codeUrl: null }
    if ('stale' in step) await endStale(services, step.stale)
    else return handOut(services, step.gateway, step.trade, step.now)
  }
  throw new AppError('PAYMENT_UNDER_WAY')
}

function busyWhenUnsure(error: unknown): never {
  throw error instanceof GatewayUnsure ? new AppError('PAYMENT_GATEWAY_BUSY') : error
}

type Step = { standing: Standing } | { stale: Trade } | { gateway: Gateway; trade: Trade; now: Standing }

async function nextStep(tx: TenantTx, services: Services, name: GatewayName, order: FoundOrder): Promise<Step> {
  if (order.payMethod !== PAY_METHODS[name]) throw new AppError('PAYMENT_OTHER_WAY')
  const whose = { ...order, tenantId: tx.tenantId }
  const trades = await tradesOf(tx, whose)
  const sandbox = isSandbox(services.config, name)
  const standsAs = (held: readonly Trade[]) => standingOf(order, held, sandbox, tx.realNow)
  if (standsAs(trades).state !== 'open') return { standing: standsAs(trades) }
  const gateway = await gatewayOf(services, name)
  if (!gateway) throw new AppError('PAYMENT_NOT_OFFERED')
  const running = trades.find((trade) => trade.status === 'open')
  if (!running) {
    await tx.rows(
      keptSql`insert into gateway_trade (id, out_trade_no, gateway, merchant, tenant_id, clinic_id, kind, order_id, order_no, title, amount,
            created_at, expires_at)
          values (${uuidv7()}, ${newTradeNo(tx.realNow)}, ${name}, ${gateway.merchant}, ${tx.tenantId}, ${order.clinicId}, ${order.kind},
            ${order.orderId}, ${order.orderNo}, ${order.title}, ${fenToYuan(order.amount)}, ${tx.realNow},
            ${new Date(tx.realNow.getTime() + TRADE_MINUTES * 60_000)})
          on conflict (tenant_id, kind, order_id) where status = 'open' do nothing`,
    )
    // Somebody else may have been faster: theirs is the trade then.
    const made = (await tradesOf(tx, whose)).find((trade) => trade.status === 'open')
    if (!made) throw new AppError('PAYMENT_UNDER_WAY')
    return { gateway, trade: made, now: standsAs([made]) }
  }
  const fits =
    running.gateway === name &&
    running.merchant === gateway.merchant &&
    running.amount === order.amount &&
    running.expiresAt.getTime() - tx.realNow.getTime() > LEAST_LEFT_MS
  return fits ? { gateway, trade: running, now: standsAs([running]) } : { stale: running }
}

/** A trade that can't be handed out again is closed at its gateway first: it may have been paid at the last moment. */
async function endStale(services: Services, trade: Trade): Promise<void> {
  const status = await follow(services, trade.id, { close: true }).catch(busyWhenUnsure)
  if (status === 'open') throw new AppError('PAYMENT_UNDER_WAY')
}

async function handOut(services: Services, gateway: Gateway, trade: Trade, now: Standing): Promise<Way> {
  if (trade.codeUrl) return { ...now, url: null, codeUrl: trade.codeUrl }
  try {
    const { url, codeUrl } = await gateway.begin({
      outTradeNo: trade.outTradeNo,
      title: trade.title,
      amount: trade.amount,
      expiresAt: trade.expiresAt,
      returnPath: `/pay?orderNo=${encodeURIComponent(trade.orderNo)}&back=1`,
    })
    if (codeUrl) {
      await services.database.withPlatform((tx) =>
        tx.rows(keptSql`update gateway_trade set code_url = ${codeUrl} where id = ${trade.id}`),
      )
    }
    return { ...now, url: url && gateway.sandbox ? ownPath(url) : url, codeUrl }
  } catch (error) {
    if (!(error instanceof GatewayUnsure)) throw error
    services.log.warn({ err: error, outTradeNo: trade.outTradeNo }, 'payment not begun')
    throw new AppError('PAYMENT_GATEWAY_BUSY')
  }
}

/** The sandbox stands on this server, whatever name the browser calls it by. */
function ownPath(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}
