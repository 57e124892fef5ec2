import { fenToYuan, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { systemActor } from '../../../platform/database/ids.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { GATEWAY_NAMES, PAY_METHODS, type Gateway, type Paid } from '../gateways/gateway.ts'
import { payableOf } from '../payables.ts'
import { lockTrade, lockTradeByNo, tradeById, type Trade } from '../queries.ts'
import { applyDesk, bookReceived, isKnownStray, strayOnArrival } from '../desk/arrive.ts'
import { DESK, isOfClinic, MERCHANT_TEST } from '../desk/kinds.ts'
import { giveTestBack } from '../desk/test-merchant.ts'
import { judge, type StrayReason, type TradeStatus } from '../rules.ts'

/** Brings received money to its order; queued in the transaction that received it. */
export const APPLY = 'payment.apply'

/** What came of the news of a payment. reused: the gateway's number belongs to another trade, so it is no news at all. */
export type Receipt = 'taken' | 'repeated' | 'reused' | 'foreign' | StrayReason

/** Who says so: a gateway, and the clinic whose merchant it is told of; none: the provider's. */
export interface Source extends Pick<Gateway, 'name' | 'merchant'> {
  clinic?: { tenantId: string; clinicId: string; merchantId: string | null }
}

/** May this source speak of a trade? One clinic's keys say nothing of another's money, nor of the provider's. */
export function speaksOf({ clinic }: Source, trade: Trade): boolean {
  if (!clinic) return !isOfClinic(trade.kind)
  const { tenantId, clinicId, merchantId } = clinic
  return (
    isOfClinic(trade.kind) &&
    trade.tenantId === tenantId &&
    trade.clinicId === clinicId &&
    trade.merchantId === merchantId
  )
}

/**
 * A gateway says that somebody has paid. Writes down, once, that the money is there, and queues its way to the order; money
 * that fits no order goes on the list of strayed payments. Whatever is said again changes nothing.
 */
export async function receive(
  tx: PlatformTx,
  services: Pick<Services, 'jobs'>,
  gateway: Source,
  paid: Paid,
): Promise<{ receipt: Receipt; tradeId: string | null }> {
  const trade = await lockTradeByNo(tx, gateway.name, paid.outTradeNo)
  const tradeId = trade?.id ?? null
  // What a clinic's merchant is told of trades that are not ours is the clinic's own affair.
  if (trade ? !speaksOf(gateway, trade) : gateway.clinic !== undefined) return { receipt: 'foreign', tradeId: null }
  const judged = judge(trade, paid)
  if (judged === 'repeated') return { receipt: 'repeated', tradeId }
  const holder = await tx.row<{ id: string }>(
    sql`select id from gateway_trade where gateway = ${gateway.name} and gateway_trade_no = ${paid.gatewayTradeNo}
        and merchant_id is not distinct from ${trade?.merchantId ?? null}`,
  )
  if (holder) return { receipt: 'reused', tradeId }
  const desk = trade?.kind === DESK
  if (desk && (await isKnownStray(tx, trade, paid.gatewayTradeNo))) return { receipt: 'repeated', tradeId }
  if (desk && judged !== 'take' && judged !== 'unknown') {
    await strayOnArrival(tx, trade, paid, judged)
    return { receipt: judged, tradeId }
  }
  if (judged !== 'take' || !trade) {
    const reason = judged === 'take' ? 'unknown' : judged
    await stray(tx, gateway, paid, reason, trade)
    return { receipt: reason, tradeId }
  }
  await tx.rows(
    keptSql`update gateway_trade set status = 'received', gateway_trade_no = ${paid.gatewayTradeNo},
          paid_amount = ${fenToYuan(paid.amount)}, paid_at = ${paid.paidAt}, ended_at = null
        where id = ${trade.id}`,
  )
  if (desk) await bookReceived(tx, trade, paid)
  // A wrong amount was told before the right one: what was put on the list is accounted for.
  await tx.rows(
    sql`update strayed_payment set settled_as = 'credited', settled_by = ${systemActor.name}, settled_at = ${tx.realNow},
          note = '随后收到金额正确的通知，已入账'
        where gateway = ${gateway.name} and gateway_trade_no = ${paid.gatewayTradeNo} and settled_at is null`,
  )
  await services.jobs.enqueue(tx, APPLY, { tradeId: trade.id })
  return { receipt: 'taken', tradeId: trade.id }
}

/** Puts a payment on the list of those that fit no order, once. */
async function stray(
  tx: PlatformTx,
  gateway: Pick<Gateway, 'name' | 'merchant'>,
  paid: Paid,
  reason: StrayReason,
  trade: Trade | null,
): Promise<void> {
  await tx.rows(
    keptSql`insert into strayed_payment (id, gateway, gateway_trade_no, out_trade_no, merchant, amount, currency, paid_at, reason, trade_id,
          tenant_id, clinic_id, kind, order_no, title, expected, found_at)
        values (${uuidv7()}, ${gateway.name}, ${paid.gatewayTradeNo}, ${paid.outTradeNo.slice(0, 64)}, ${gateway.merchant},
          ${fenToYuan(paid.amount)}, ${paid.currency.slice(0, 16)}, ${paid.paidAt}, ${reason}, ${trade?.id ?? null},
          ${trade?.tenantId ?? null}, ${trade?.clinicId ?? null}, ${trade?.kind ?? null}, ${trade?.orderNo ?? null},
          ${trade?.title ?? null}, ${trade ? fenToYuan(trade.amount) : null}, ${tx.realNow})
        on conflict (gateway, gateway_trade_no) do nothing`,
  )
}

/**
 * Brings a received payment to its order, in the tenant's own transaction: once, however often it is tried and wherever a
 * former attempt was cut off. @returns the trade's status afterwards
 */
export async function apply(services: Services, tradeId: string): Promise<TradeStatus> {
  const { database, log } = services
  const found = await database.withPlatform((tx) => tradeById(tx, tradeId))
  if (!found) throw new Error(`no trade ${tradeId}`)
  if (found.status !== 'received') return found.status
  if (found.kind === DESK) return applyDesk(services, found)
  if (found.kind === MERCHANT_TEST) return giveTestBack(services, found)
  return database.withTenant(
    found.tenantId,
    found.clinicId,
    async (tx) => {
      const trade = await lockTrade(tx, tradeId)
      if (trade?.status !== 'received' || !trade.gatewayTradeNo || !trade.paidAt) return trade?.status ?? 'closed'
      const { gateway, gatewayTradeNo, paidAt } = trade
      const outcome = await tx
        .attempt(() =>
          payableOf(tx, trade.kind).paid(tx, trade.orderId, {
            tradeId: trade.outTradeNo,
            payMethod: PAY_METHODS[gateway],
            // The gateway speaks of the world's time, the order's own moments are the clinic's.
            paidAt: new Date(paidAt.getTime() - (tx.realNow.getTime() - tx.now.getTime())),
          }),
        )
        .catch((error: unknown) => {
          if (error instanceof AppError && error.refusal === 'NOT_FOUND') return 'missing' as const
          throw error
        })
      const paidBefore = await tx.row(
        keptSql`select id from gateway_trade where tenant_id = ${trade.tenantId} and kind = ${trade.kind} and order_id = ${trade.orderId}
              and status = 'applied'`,
      )
      // already: the order knows this very payment.
      const credited = (outcome === 'applied' || outcome === 'already') && !paidBefore
      const status = credited ? 'applied' : 'strayed'
      await tx.rows(
        keptSql`update gateway_trade set status = ${status}, ended_at = ${tx.realNow} where id = ${trade.id}`,
      )
      if (!credited) {
        const reason = outcome === 'missing' ? 'no-order' : paidBefore ? 'double' : 'closed'
        const paid = { ...trade, gatewayTradeNo, paidAt, currency: 'CNY' }
        await stray(tx, { name: gateway, merchant: trade.merchant }, paid, reason, trade)
      }
      log.info({ outTradeNo: trade.outTradeNo, status, outcome }, 'payment applied')
      return status
    },
    { ...systemActor, name: GATEWAY_NAMES[found.gateway] },
  )
}
