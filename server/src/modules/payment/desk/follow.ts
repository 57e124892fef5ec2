import type { Gateway, Paid } from '../gateways/gateway.ts'
import { apply, receive } from '../commands/receive.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { Services } from '../../../platform/services.ts'
import type { Trade } from '../queries.ts'
import type { TradeStatus } from '../rules.ts'
import { endDesk } from './arrive.ts'
import { scanById } from './books.ts'
import { clinicGateway } from './merchants.ts'
import { barCodeStep } from './rules.ts'

/** The gateway has said that a trade was paid: into the books first, then on to the bill. */
export async function taken(services: Services, trade: Trade, gateway: Gateway, paid: Paid): Promise<TradeStatus> {
  await services.database.withPlatform((tx) => receive(tx, services, sourceOf(trade, gateway), paid))
  return apply(services, trade.id)
}

const sourceOf = (trade: Trade, { name, merchant }: Pick<Gateway, 'name' | 'merchant'>) => ({
  name,
  merchant,
  clinic: { tenantId: trade.tenantId, clinicId: trade.clinicId, merchantId: trade.merchantId },
})

/** What the trade of one fen has come to. */
export async function followTest(services: Services, trade: Trade): Promise<TradeStatus> {
  const { database, clock } = services
  const found = await clinicGateway(services, trade, trade.gateway)
  if (found?.merchantId === trade.merchantId) {
    const standing = await found.gateway.ask(trade.outTradeNo)
    if (standing.state === 'paid') return taken(services, trade, found.gateway, standing.paid)
    if (standing.state !== 'closed' && trade.expiresAt > clock.realNow()) return trade.status
  }
  return database.withPlatform<TradeStatus>(async (tx) => {
    await tx.rows(
      keptSql`update gateway_trade set status = 'closed', ended_at = ${tx.realNow} where id = ${trade.id} and status = 'open'`,
    )
    return 'closed'
  })
}

/** What a clinic's trade has come to, asked of its gateway. @throws GatewayUnsure */
export async function followDesk(services: Services, trade: Trade, close: boolean): Promise<TradeStatus> {
  const { database, clock } = services
  const found = await clinicGateway(services, trade, trade.gateway)
  const scan = await database.withTenant(trade.tenantId, trade.clinicId, (tx) => scanById(tx, trade.orderId))
  if (found?.gateway.merchant !== trade.merchant || found.merchantId !== trade.merchantId) {
    // The clinic has changed its merchant meanwhile; what the former one says is no longer heard.
    if (trade.expiresAt > clock.realNow()) return trade.status
    return endDesk(services, trade.id, '收款商户已更换，没有得到支付结果')
  }
  const { gateway } = found
  const standing = await gateway.ask(trade.outTradeNo)
  if (standing.state === 'paid') return taken(services, trade, gateway, standing.paid)
  if (standing.state === 'closed') return endDesk(services, trade.id, '支付平台已关闭这笔交易')
  const age = clock.realNow().getTime() - trade.createdAt.getTime()
  if (scan.way === 2) {
    const step = barCodeStep(trade.gateway, age, close)
    if (step === 'wait') return trade.status
    const reversed = await gateway.reverse(trade.outTradeNo)
    if (reversed.state === 'paid') return taken(services, trade, gateway, reversed.paid)
    if (reversed.state === 'open') return trade.status
    return endDesk(services, trade.id, close ? '收银员已撤销，没有扣款' : '患者没有及时确认，付款已撤销')
  }
  if (!close && trade.expiresAt > clock.realNow()) return trade.status
  const closed = await gateway.close(trade.outTradeNo)
  if (closed.state === 'paid') return taken(services, trade, gateway, closed.paid)
  if (closed.state === 'open') return trade.status
  return endDesk(services, trade.id, close ? '收银员已停止收款' : '二维码已过期，没有收到付款')
}
