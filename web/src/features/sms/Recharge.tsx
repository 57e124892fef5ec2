import { vipPayTypeNames } from '@dentin/contract/membership'
import { useState } from 'react'
import { ApiError } from '../../lib/client.ts'
import { useCan } from '../../lib/permission.ts'
import {
  Button,
  confirm,
  cx,
  EmptyState,
  ErrorLine,
  Field,
  Money,
  Notice,
  RadioGroup,
  SkeletonRows,
  Tag,
  toast,
} from '../../ui/index.ts'
import { useAccount, useCancelRecharge, usePackages, useRecharge, type Order } from './hooks.ts'
import { minute } from './words.ts'
import s from './sms.module.css'

const openPage = (url: string) => window.open(url, '_blank', 'noopener')

/** Buying messages: a package, a way to pay, the payment page in a tab of its own; the balance follows by itself. */
export function Recharge() {
  const account = useAccount()
  const found = usePackages()
  const can = useCan()
  if (found.error && !found.data)
    return <ErrorLine onRetry={() => void found.refetch()}>套餐没有读到：{found.error.message}</ErrorLine>
  if (!found.data)
    return (
      <div className={s.column}>
        <SkeletonRows rows={6} />
      </div>
    )
  return (
    <div className={`${s.column} ${s.narrow}`}>
      <div className={s.due}>
        <span className="t-14 secondary">现有余额</span>
        <span className={cx(s.number, 'num')}>
          {(account.data?.balance ?? 0).toLocaleString('zh-CN')}
          <span className={s.unit}>条</span>
        </span>
      </div>
      {!can('/SMSmanagement:recharge') ? (
        <EmptyState layout="stack" icon="lock" title="没有充值的权限" hint="请机构管理员或财务充值" />
      ) : found.data.unpaid ? (
        <Unpaid order={found.data.unpaid} />
      ) : (
        <Choose packages={found.data.packages} />
      )}
    </div>
  )
}

function Choose({ packages }: { packages: readonly { id: string; count: number; price: string; tip: string }[] }) {
  const recharge = useRecharge()
  const [packageId, setPackageId] = useState<string | null>(packages.find((each) => each.tip)?.id ?? null)
  const [payType, setPayType] = useState<0 | 1>(1)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = packages.find((each) => each.id === packageId)
  const submit = async () => {
    if (!packageId) return setProblem('请选择套餐')
    try {
      const order = await recharge.mutateAsync({ packageId, payType })
      openPage(order.url)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Error')
    }
  }
  if (packages.length === 0) return <EmptyState layout="stack" title="暂时没有在售的套餐，请联系平台客服" />
  return (
    <>
      <Field label="短信套餐" required group>
        <div className={s.packages} role="group" aria-label="短信套餐">
          {packages.map((each) => (
            <button
              key={each.id}
              type="button"
              className={cx(s.package, each.id === packageId && s.chosen)}
              aria-pressed={each.id === packageId}
              onClick={() => setPackageId(each.id)}
            >
              <span className="t-16 bold num">{each.count.toLocaleString('zh-CN')} 条</span>
              <Money yuan={each.price} sign strong />
              <span className="t-12 tertiary">每条约 {((Number(each.price) * 100) / each.count).toFixed(1)} 分</span>
              {each.tip && <Tag tone="member">{each.tip}</Tag>}
            </button>
          ))}
        </div>
      </Field>
      <Field label="支付方式" required group>
        <RadioGroup
          label="支付方式"
          value={payType}
          onChange={setPayType}
          options={[
            { value: 1 as const, label: vipPayTypeNames[1] },
            { value: 0 as const, label: vipPayTypeNames[0] },
          ]}
        />
      </Field>
      {problem && <ErrorLine>{problem}</ErrorLine>}
      <div className={s.due}>
        <span className="t-13 secondary">应付</span>
        {chosen ? <Money yuan={chosen.price} sign strong /> : '—'}
        <Button variant="primary" busy={recharge.isPending} onClick={() => void submit()}>
          提交订单
        </Button>
      </div>
    </>
  )
}

/** An order that waits for its money; it goes by itself when it was paid. */
function Unpaid({ order }: { order: Order }) {
  const cancel = useCancelRecharge()
  const drop = async () => {
    const yes = await confirm({
      title: `取消订单 ${order.orderNo}？`,
      body: '已经付款的请不要取消，稍等片刻会自动到账。',
      okText: '取消订单',
      cancelText: '不取消',
      danger: true,
    })
    if (yes)
      cancel.mutate(
        { id: order.orderId },
        { onSuccess: () => toast.success('订单已取消'), onError: (error) => toast.error(error.message) },
      )
  }
  return (
    <div className={s.panel}>
      <div className={s.panelHead}>
        <span className="t-14 bold">{order.title}</span>
        <Tag tone="wait">待支付</Tag>
        <span className={s.push}>
          <Money yuan={order.totalAmount} sign strong />
        </span>
      </div>
      <dl className={s.facts}>
        <dt>订单号</dt>
        <dd className="num">{order.orderNo}</dd>
        <dt>支付方式</dt>
        <dd>{vipPayTypeNames[order.payType]}</dd>
        <dt>关闭时间</dt>
        <dd className="num">{minute(order.closesTime)}，到时没有付款自动关闭</dd>
      </dl>
      <Notice icon="clock">支付页面在新标签页打开，付款完成后余额自动更新。</Notice>
      <div className={s.due}>
        <Button variant="primary" onClick={() => openPage(order.url)}>
          去支付
        </Button>
        <Button variant="text" busy={cancel.isPending} onClick={() => void drop()}>
          取消订单
        </Button>
      </div>
    </div>
  )
}
