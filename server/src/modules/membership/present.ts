import { orderStates } from '@dentin/contract/core/order-states'
import { parseDateTime, subtract } from '@dentin/kit'
import type { Config } from '../../platform/config.ts'
import type { OrderRow, PackageRow, TermRow } from './queries.ts'
import { dayOf, extended, isFirstCharge, payable, payUrl, standingOf } from './rules.ts'

/** The account that takes transfers; without one of its own, an installation that is not in production shows a sample. */
function transferAccount(config: Config): { name: string; bank: string; account: string; sample: boolean } | null {
  const { TRANSFER_ACCOUNT_NAME: name, TRANSFER_BANK: bank, TRANSFER_ACCOUNT_NO: account } = config
  if (name && bank && account) return { name, bank, account, sample: false }
  if (config.isProduction) return null
  return { name: '演示收款户名（请勿转账）', bank: '演示银行', account: '0000 0000 0000 0000', sample: true }
}

/** Payment methods on offer: with keys of their own, or, outside production, through the sandbox. */
export function offeredPayTypes(config: Config): number[] {
  const offered = [config.ALIPAY_APP_ID, config.WECHAT_PAY_APP_ID].map((id) => id !== undefined || !config.isProduction)
  return [...offered, transferAccount(config) !== null].flatMap((is, payType) => (is ? [payType] : []))
}

/** An order as it goes to the screen. */
export function orderView(order: OrderRow, config: Config, now: Date) {
  const waits = orderStates.is(order.status, 'unpaid') && order.closesAt > now
  const transfer = orderStates.is(order.status, 'unconfirmed') ? transferAccount(config) : null
  return {
    orderId: order.id,
    orderNo: order.orderNo,
    title: order.title,
    count: order.count,
    totalAmount: order.totalAmount,
    url: waits ? payUrl(order.kind, order) : null,
    payType: order.payType,
    orderChannel: order.orderChannel,
    invoiceType: order.invoiceType,
    // Past its time it is closed for everybody, also in the minute before the job writes it down.
    status: orderStates.is(order.status, 'unpaid') && order.closesAt <= now ? 3 : order.status,
    createdTime: order.createdAt,
    closesTime: order.closesAt,
    paidTime: order.paidAt,
    buyerName: order.buyerName,
    corporate: transfer ? { ...transfer, orderNo: order.orderNo, totalAmount: order.totalAmount } : null,
  }
}

/** Packages with what this clinic would pay for them. The second is the recommended one. */
export function settingViews(packages: readonly PackageRow[], term: TermRow | null, now: Date) {
  return packages.map((each, index) => {
    const cost = payable(each, isFirstCharge(term))
    const struck = each.listPrice > cost ? each.listPrice : null
    return {
      settingId: each.id,
      count: each.count,
      price: each.price,
      discountPrice: each.discountPrice,
      listPrice: struck,
      saved: struck === null ? null : subtract(struck, cost),
      tip: each.tip,
      payable: cost,
      newEndDate: extended(term?.endDate ?? null, { years: each.count, days: 0 }, dayOf(now)).endDate,
      recommended: index === 1,
    }
  })
}

/** Where a clinic stands, as it goes to the screen. */
export function standingView(term: TermRow | null, now: Date) {
  return {
    ...standingOf(term, dayOf(now)),
    isFirstCharge: isFirstCharge(term),
    createdTime: term?.createdAt ?? null,
    expiredTime: term ? parseDateTime(`${term.endDate} 23:59:59`) : null,
  }
}
