import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import { usePutAway } from '../../lib/put-away.ts'
import { ownKey } from '../../lib/session.ts'
import { confirm, toast, urlOptional, useUrlState } from '../../ui/index.ts'
import { useCancel, usePreCharge } from './hooks.ts'
import type { Kind, Order } from './model.ts'
import { openPayPage, PayDialog } from './PayDialog.tsx'
import { PurchaseDialog } from './PurchaseDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { UnpaidDialog } from './UnpaidDialog.tsx'

/** buy: the purchase, with a package id or `1`; pay: an order that waits for its money. */
export const orderCodecs = { buy: urlOptional, pay: urlOptional }
const LISTS: Readonly<Record<Kind, string>> = { vip: '/orderRecord', medical: '/medicareOrderRecord' }
const uri = { vip: '/vipInfoDetail', medical: '/medicareOrderRecord' } as const

const putOffKey = (orderNo: string) => ownKey(`vip-later.${orderNo}`)

/**
 * Buying and paying, as the address says it: choose, order, pay in a tab of its own, wait for it. Who comes upon an
 * unpaid order is reminded of it once in this tab.
 */
export function OrderDialogs({ kind }: { kind: Kind }) {
  const can = useCan()
  const mayBuy = can(`${uri[kind]}:buy`)
  const mayPay = can(`${uri[kind]}:pay`)
  const [url, setUrl] = useUrlState(orderCodecs)
  const navigate = useNavigate()
  const before = usePreCharge(kind, mayBuy || mayPay)
  const cancel = useCancel(kind)
  // The order that is being paid: once it is paid it is no longer the open one, and the dialog still has to tell so.
  const [kept, setKept] = useState<Order | null>(null)
  const { isAway, putAway } = usePutAway()
  const unpaid = before.data?.unpaid ?? null
  if (unpaid && unpaid.orderNo === url.pay && unpaid !== kept) setKept(unpaid)
  if (!mayBuy && !mayPay) return null

  const close = () => setUrl({ buy: null, pay: null })
  const later = (order: Order) => {
    putAway(putOffKey(order.orderNo))
    close()
  }
  /** On the list of orders, with the payment page in a new tab. */
  const pay = (order: Order) => {
    putAway(putOffKey(order.orderNo))
    if (order.url) openPayPage(order.url)
    void navigate(`${LISTS[kind]}?pay=${order.orderNo}`)
  }
  const cancelOrder = async (order: Order) => {
    const sure = await confirm({
      title: `取消订单 ${order.orderNo}？`,
      body: '已经付款的请不要取消，稍等片刻会自动更新。',
      okText: '取消订单',
      cancelText: '不取消',
      danger: true,
    })
    if (!sure) return
    try {
      await cancel.mutateAsync({ id: order.orderId })
      toast.success('订单已取消')
      close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      void before.refetch()
    }
  }
  const cancelOf = (order: Order) => (mayBuy ? () => void cancelOrder(order) : undefined)

  const paying = unpaid?.orderNo === url.pay ? unpaid : kept?.orderNo === url.pay ? kept : null
  if (paying) {
    const { corporate } = paying
    if (corporate)
      return <TransferDialog order={{ ...paying, corporate }} onCancelOrder={cancelOf(paying)} onClose={close} />
    return <PayDialog kind={kind} order={paying} onCancelOrder={cancelOf(paying)} onClose={close} />
  }
  const isNews = unpaid && !isAway(putOffKey(unpaid.orderNo))
  if (unpaid && (isNews || url.buy))
    return (
      <UnpaidDialog
        order={unpaid}
        onPay={() => pay(unpaid)}
        onCancelOrder={cancelOf(unpaid)}
        onClose={() => later(unpaid)}
      />
    )
  if (!url.buy || !mayBuy) return null
  return (
    <PurchaseDialog
      kind={kind}
      preset={url.buy === '1' ? null : url.buy}
      onOrdered={pay}
      onUnpaid={() => void before.refetch()}
      onClose={close}
    />
  )
}
