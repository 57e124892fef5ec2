import { orderStates } from '@dentin/contract/core/order-states'
import { useEffect, useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { Button, ErrorLine, Icon, Notice, Tag, toast } from '../../ui/index.ts'
import { Dialog } from '../../ui/heavy.ts'
import { Copy } from './Copy.tsx'
import { useAskGateway, useGatewayState, useOrderCheck, usePollOrder, useRefresh } from './hooks.ts'
import { OrderDialog, OrderFacts, OrderHead } from './OrderDialog.tsx'
import { NAMES, timeLeft, type Kind, type Order } from './model.ts'
import s from './membership.module.css'

/** The payment page of an order, in a tab of its own. */
export function openPayPage(url: string): void {
  window.open(url, '_blank', 'noopener')
}

/** While the payment is made in the other tab: waits for it, asks when told to, and says how it ended. */
export function PayDialog({
  kind,
  order,
  onCancelOrder,
  onClose,
}: {
  kind: Kind
  order: Order
  /** Without it this person may not cancel. */
  onCancelOrder?: (() => void) | undefined
  onClose: () => void
}) {
  const check = useOrderCheck(kind, order.orderNo)
  const state = check.data?.status ?? order.status
  const waits = state === 0
  usePollOrder(kind, order.orderNo, waits)
  const gateway = useGatewayState(order.orderNo, waits)
  const ask = useAskGateway()
  const refresh = useRefresh(kind)
  const left = useTimeLeft(check.data?.secondsLeft, check.dataUpdatedAt, waits)
  useEffect(() => {
    if (!waits) void refresh()
  }, [waits, refresh])
  const paid = async () => {
    try {
      const answer = await ask.mutateAsync({ orderNo: order.orderNo })
      const { data } = await check.refetch()
      if (orderStates.is(data?.status, 'unpaid'))
        toast.info(answer.state === 'confirming' ? '款项已到，正在确认' : '还没有收到付款，请稍后再试')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
  }

  if (state === 1)
    return (
      <Dialog
        open
        title="在线支付"
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            完成
          </Button>
        }
      >
        <div className={s.result}>
          <span className={s.resultIcon}>
            <Icon name="check-circle" size={40} />
          </span>
          <p className="t-18">支付成功</p>
          <p className="t-14 secondary">
            {NAMES[kind]}有效期至 <b className="num">{check.data?.endDate}</b>
          </p>
        </div>
      </Dialog>
    )
  return (
    <OrderDialog
      sticky
      title="在线支付"
      onCancelOrder={waits ? onCancelOrder : undefined}
      onClose={onClose}
      buttons={
        <>
          {waits ? (
            <>
              <Button busy={ask.isPending} onClick={() => void paid()}>
                我已支付
              </Button>
              <Button
                variant="primary"
                icon="external"
                disabled={!order.url}
                onClick={() => order.url && openPayPage(order.url)}
              >
                打开支付页面
              </Button>
            </>
          ) : (
            <Button variant="primary" onClick={onClose}>
              知道了
            </Button>
          )}
        </>
      }
    >
      <OrderHead order={order}>{gateway.data?.sandbox && <Tag tone="wait">模拟支付</Tag>}</OrderHead>
      <OrderFacts order={order} beside={<Copy what="订单号" text={order.orderNo} />}>
        <div>
          <dt>剩余时间</dt>
          <dd className="num">{waits && left ? left : '—'}</dd>
        </div>
      </OrderFacts>
      {check.error ? (
        <ErrorLine onRetry={() => void check.refetch()} retrying={check.isFetching}>
          支付状态没有读到：{check.error.message}
        </ErrorLine>
      ) : waits ? (
        <Notice icon="clock">
          支付页面已在新标签页打开，付款完成后这里会自动更新。没有打开时，请点“打开支付页面”。
        </Notice>
      ) : (
        <Notice tone="wait">
          {state === 2 ? '订单已取消。' : '订单已超时关闭，请重新下单。'}若已付款，平台会与您联系处理。
        </Notice>
      )}
    </OrderDialog>
  )
}

/** Counts down from what the server said last. */
function useTimeLeft(seconds: number | undefined, saidAt: number, running: boolean): string | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  return seconds === undefined ? null : timeLeft(seconds - Math.max(0, now - saidAt) / 1000)
}
