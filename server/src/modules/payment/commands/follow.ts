import { fenToYuan } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { sql } from 'kysely'
import type { Services } from '../../../platform/services.ts'
import { gatewayOf } from '../gateways/index.ts'
import { GatewayUnsure, type Standing } from '../gateways/gateway.ts'
import { followDesk, followTest } from '../desk/follow.ts'
import { DESK, MERCHANT_TEST } from '../desk/kinds.ts'
import { payableOf } from '../payables.ts'
import { lockTrade, tradeById, unendedTrades, type Trade } from '../queries.ts'
import type { TradeStatus } from '../rules.ts'
import { apply, receive } from './receive.ts'

/** A page that waits has the gateway asked about its trade at most so often. */
const POLL_EVERY_MS = 10_000
/** A trade of which nothing was heard for so long is asked about; the notification may be lost. */
const QUIET_MS = 3 * 60_000
const BATCH = 200
const MAX_ASKING = 8

/** How closely a trade is looked at. */
interface Look {
  /** Not when the gateway was asked less than so long ago. */
  notWithinMs?: number
  /** Close it at the gateway, whoever waits for it. */
  close?: boolean
}

const asking = new WeakMap<Services, Map<string, Promise<TradeStatus>>>()

/**
 * Asks the gateway what a trade has come to and acts on it: brings paid money to its order, closes what is overdue or whose
 * order takes no money any more. Asked by several at once, it asks once. @returns the trade's status afterwards
 * @throws GatewayUnsure when the gateway does not answer; the trade stays as it is
 */
export function follow(services: Services, tradeId: string, look: Look = {}): Promise<TradeStatus> {
  const running = asking.get(services) ?? new Map<string, Promise<TradeStatus>>()
  asking.set(services, running)
  const known = running.get(tradeId)
  if (known && !look.close) return known
  if (running.size >= MAX_ASKING && !look.close) return Promise.reject(new GatewayUnsure('too many questions at once'))
  const outcome = followOnce(services, tradeId, look).finally(() => running.delete(tradeId))
  running.set(tradeId, outcome)
  return outcome
}

/** As `follow`, for a page that waits: now and then, and nobody waits for the answer. */
export function followSoon(services: Services, tradeId: string, notWithinMs = POLL_EVERY_MS): void {
  follow(services, tradeId, { notWithinMs }).catch((error: unknown) => {
    if (!(error instanceof GatewayUnsure)) services.log.warn({ err: error }, 'trade not followed')
  })
}

async function followOnce(services: Services, tradeId: string, look: Look): Promise<TradeStatus> {
  const { database, clock } = services
  const trade = await database.withPlatform((tx) => tradeById(tx, tradeId))
  if (!trade) throw new Error(`no trade ${tradeId}`)
  if (trade.status === 'received') return apply(services, tradeId)
  if (trade.status !== 'open') return trade.status
  if (!(await mayAsk(services, trade, look.notWithinMs ?? 0))) return trade.status
  if (trade.kind === DESK) return followDesk(services, trade, look.close ?? false)
  if (trade.kind === MERCHANT_TEST) return followTest(services, trade)
  const gateway = await gatewayOf(services, trade.gateway)
  // Begun at an account that is no longer ours to ask: what it still tells us is no longer believed either.
  if (gateway?.merchant !== trade.merchant) {
    if (trade.expiresAt > clock.realNow()) return trade.status
    return end(services, trade)
  }
  const standing = await gateway.ask(trade.outTradeNo)
  if (standing.state === 'paid' || standing.state === 'closed') return settle(services, trade, standing)
  if (!look.close && trade.expiresAt > clock.realNow() && (await orderIsOpen(services, trade))) return trade.status
  return settle(services, trade, await gateway.close(trade.outTradeNo))
}

/** Takes the turn to ask, so that many pages and many processes ask once. */
async function mayAsk({ database }: Services, trade: Trade, notWithinMs: number): Promise<boolean> {
  return database.withPlatform(async (tx) => {
    const before = new Date(tx.realNow.getTime() - notWithinMs)
    const mine = await tx.row(
      sql`update gateway_trade set asked_at = ${tx.realNow}
          where id = ${trade.id} and status = 'open' and (asked_at is null or asked_at <= ${before}) returning id`,
    )
    return mine !== undefined
  })
}

async function orderIsOpen({ database }: Services, trade: Trade): Promise<boolean> {
  return database.withTenant(trade.tenantId, trade.clinicId, async (tx) => {
    const order = await payableOf(tx, trade.kind).find(tx, trade.orderNo)
    return order?.open ?? false
  })
}

async function settle(services: Services, trade: Trade, standing: Standing): Promise<TradeStatus> {
  if (standing.state === 'open') return 'open'
  if (standing.state !== 'paid') return end(services, trade)
  const { paid } = standing
  const { receipt } = await services.database.withPlatform(async (tx) => {
    const received = await receive(tx, services, { name: trade.gateway, merchant: trade.merchant }, paid)
    // The gateway itself says that another amount was paid: there is nothing left to wait for.
    if (received.receipt === 'amount' || received.receipt === 'currency')
      await tx.rows(
        keptSql`update gateway_trade set status = 'strayed', gateway_trade_no = ${paid.gatewayTradeNo},
              paid_amount = ${fenToYuan(paid.amount)}, paid_at = ${paid.paidAt}, ended_at = ${tx.realNow}
            where id = ${trade.id} and status = 'open'`,
      )
    return received
  })
  services.log.info({ outTradeNo: trade.outTradeNo, receipt }, 'payment found by asking')
  return apply(services, trade.id)
}

async function end({ database }: Services, trade: Trade): Promise<TradeStatus> {
  return database.withPlatform(async (tx) => {
    const now = await lockTrade(tx, trade.id)
    if (now?.status !== 'open') return now?.status ?? 'closed'
    await tx.rows(keptSql`update gateway_trade set status = 'closed', ended_at = ${tx.realNow} where id = ${trade.id}`)
    return 'closed'
  })
}

/**
 * Reconciliation: money received and not yet brought to its order, trades whose notification may be lost, trades that are
 * overdue or whose order was cancelled. One that fails does not stop the others. @returns how many by what came of them
 */
export async function reconcile(services: Services, signal?: AbortSignal): Promise<Record<string, number>> {
  const { database, clock, log } = services
  const quiet = new Date(clock.realNow().getTime() - QUIET_MS)
  const ids = await database.withPlatform((tx) => unendedTrades(tx, quiet, BATCH))
  const counts: Record<string, number> = {}
  for (const id of ids) {
    if (signal?.aborted) break
    const outcome = await follow(services, id).catch((error: unknown) => {
      log.warn({ err: error, tradeId: id }, 'trade not reconciled')
      return error instanceof GatewayUnsure ? 'unsure' : 'failed'
    })
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
