import { scanPayStates } from '@dentin/contract/scan-pay'
import { billStates } from '@dentin/contract/core/status'
import { fenToYuan, formatYuan, type Fen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import type { GatewayName, Paid } from '../gateways/gateway.ts'
import { lockTrade, type Trade } from '../queries.ts'
import type { TradeStatus } from '../rules.ts'
import {
  asBegun,
  book,
  bookException,
  byGateway,
  endScan,
  gatewayActor,
  lockScan,
  raise,
  tellScreens,
  type ScanRow,
} from './books.ts'
import { letGo, nameOf, settleScan } from './purposes.ts'

/** A trade ended without money: what it was for waits again, and says why. */
export async function endDesk(
  services: Pick<Services, 'database'>,
  tradeId: string,
  message: string,
): Promise<TradeStatus> {
  return services.database.withPlatform(async (tx) => {
    const trade = await lockTrade(tx, tradeId)
    if (trade?.status !== 'open') return trade?.status ?? 'closed'
    await tx.rows(keptSql`update gateway_trade set status = 'closed', ended_at = ${tx.realNow} where id = ${trade.id}`)
    const inside = await tx.enter(trade.tenantId, trade.clinicId, gatewayActor(trade.gateway))
    const scan = await lockScan(inside, trade.orderId)
    await endScan(inside, scan.id, 'ended', message)
    await letGo(inside, scan, message)
    tellScreens(inside, scan)
    inside.flush()
    return 'closed'
  })
}

/** Money of a trade has come: it lies on the clearing account until what it is for is booked. */
export async function bookReceived(tx: PlatformTx, trade: Trade, paid: Paid): Promise<void> {
  const inside = await tx.enter(trade.tenantId, trade.clinicId, gatewayActor(trade.gateway))
  const scan = await lockScan(inside, trade.orderId)
  await book(inside, {
    kind: 'gatewayIn',
    clinicId: trade.clinicId,
    id: trade.id,
    no: trade.outTradeNo,
    payMethodId: scan.payMethodId,
    amount: paid.amount,
    against: 'clearing',
    mover: scanPayStates.is(scan.status, 'running')
      ? { id: scan.cashierId, name: scan.cashierName }
      : byGateway(trade.gateway),
  })
}

/** Is the money of this number on the list already? */
export async function isKnownStray(tx: PlatformTx, trade: Trade, gatewayTradeNo: string): Promise<boolean> {
  const inside = await tx.enter(trade.tenantId, trade.clinicId)
  const row = await inside.row(
    keptSql`select x.id from pay_exception x where x.tenant_id = ${inside.tenantId} and x.gateway = ${trade.gateway}
      and x.gateway_trade_no = ${gatewayTradeNo}`,
  )
  return row !== undefined
}

/** Money that is not what was asked for: another sum or currency, or a second payment of one trade. It has no place yet. */
export async function strayOnArrival(
  tx: PlatformTx,
  trade: Trade,
  paid: Paid,
  reason: 'amount' | 'currency' | 'double',
): Promise<void> {
  const inside = await tx.enter(trade.tenantId, trade.clinicId, gatewayActor(trade.gateway))
  const scan = await lockScan(inside, trade.orderId)
  const said =
    reason === 'double'
      ? `${nameOf(scan)}的同一次收款付了两次`
      : reason === 'amount'
        ? `${nameOf(scan)}应付 ${formatYuan(trade.amount)} 元，实付 ${formatYuan(paid.amount)} 元`
        : `${nameOf(scan)}以 ${paid.currency.slice(0, 8)} 付款，不是人民币`
  const raised = await raise(inside, {
    type: reason === 'double' ? 2 : 3,
    clinicId: trade.clinicId,
    gateway: trade.gateway,
    billId: scan.billId,
    tradeId: trade.id,
    scanPaymentId: scan.id,
    gatewayTradeNo: paid.gatewayTradeNo,
    payMethodId: scan.payMethodId,
    amount: paid.amount,
    expected: reason === 'double' ? null : trade.amount,
    reason: said,
  })
  await book(inside, {
    kind: 'gatewayIn',
    clinicId: trade.clinicId,
    id: raised.id,
    no: raised.exceptionNo,
    payMethodId: scan.payMethodId,
    amount: paid.amount,
    against: 'suspense',
    mover: byGateway(trade.gateway),
  })
  if (reason !== 'double') {
    await tx.rows(
      keptSql`update gateway_trade set status = 'strayed', gateway_trade_no = ${paid.gatewayTradeNo}, paid_amount = ${fenToYuan(paid.amount)},
          paid_at = ${paid.paidAt}, ended_at = ${tx.realNow} where id = ${trade.id} and status in ('open', 'closed')`,
    )
    if (scanPayStates.is(scan.status, 'running')) {
      await endScan(inside, scan.id, 'strayed', said)
      await letGo(inside, scan, said)
    }
  }
  tellScreens(inside, scan)
  inside.flush()
}

/**
 * Brings received money to what it is for, by the one way to charge, to recharge or to take a prepayment: with everything that was
 * typed at the desk. What can't be booked any more is an exception, and its money waits on the suspense account.
 */
export async function applyDesk(services: Services, found: Trade): Promise<TradeStatus> {
  return services.database.withTenant(
    found.tenantId,
    found.clinicId,
    async (tx) => {
      const trade = await lockTrade(tx, found.id)
      if (trade?.status !== 'received' || !trade.gatewayTradeNo) return trade?.status ?? 'closed'
      const scan = await lockScan(tx, trade.orderId)
      const { booked, message } = scanPayStates.is(scan.status, 'running')
        ? await settle(tx, services, scan, trade)
        : { booked: false, message: `${nameOf(scan)}的收款已结束（${scan.message || '已超时'}），随后才收到付款` }
      const status = booked ? 'applied' : 'strayed'
      await tx.rows(
        keptSql`update gateway_trade set status = ${status}, ended_at = ${tx.realNow} where id = ${trade.id}`,
      )
      if (booked) await endScan(tx, scan.id, 'paid', message)
      else await strayLater(tx, scan, trade, message)
      tellScreens(tx, scan)
      services.log.info({ outTradeNo: trade.outTradeNo, status }, 'scan payment applied')
      return status
    },
    gatewayActor(found.gateway),
  )
}

/** Books it. @returns what the desk should know besides, or why it can't be booked */
async function settle(
  tx: TenantTx,
  services: Services,
  scan: ScanRow,
  trade: Trade,
): Promise<{ booked: boolean; message: string }> {
  const came = { tradeNo: trade.gatewayTradeNo ?? '', through: { tradeId: trade.id, account: 'clearing' as const } }
  const desk = asBegun(tx, services, { clinicId: scan.clinicId, employeeId: scan.cashierId, name: scan.cashierName })
  try {
    return { booked: true, message: await tx.attempt(() => settleScan(desk, scan, came)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { booked: false, message: `${nameOf(scan)}已付款，但不能入账：${error.message}` }
  }
}

async function strayLater(tx: TenantTx, scan: ScanRow, trade: Trade, reason: string): Promise<void> {
  const twice = scan.billStatus !== null && billStates.is(scan.billStatus, 'received')
  const raised = await raise(tx, {
    type: twice ? 2 : 1,
    clinicId: scan.clinicId,
    gateway: trade.gateway,
    billId: scan.billId,
    tradeId: trade.id,
    scanPaymentId: scan.id,
    gatewayTradeNo: trade.gatewayTradeNo ?? '',
    payMethodId: scan.payMethodId,
    amount: trade.amount,
    reason: twice ? `${nameOf(scan)}已另行收费，之后又收到这笔付款` : reason,
  })
  await bookToSuspense(tx, scan, trade.amount, raised)
  await endScan(tx, scan.id, 'strayed', reason)
  await letGo(tx, scan, reason)
}

async function bookToSuspense(
  tx: TenantTx,
  scan: ScanRow,
  amount: Fen,
  raised: { id: string; exceptionNo: string },
): Promise<void> {
  await bookException(tx, { ...raised, clinicId: scan.clinicId }, byGateway(scan.gateway as GatewayName), [
    { account: 'clearing', payMethodId: scan.payMethodId, amount },
    { account: 'suspense', payMethodId: scan.payMethodId, amount: -amount as Fen },
  ])
}
