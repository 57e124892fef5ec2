import type { ReactNode } from 'react'
import { EmptyState, Icon, LinkButton, type IconName } from '../../ui/index.ts'
import type { Standing } from './access.ts'
import s from './payment.module.css'

const ENDS: Readonly<
  Record<
    Exclude<Standing['state'], 'open'>,
    { icon: IconName; tone: 'done' | 'wait' | 'muted'; title: string; hint: string }
  >
> = {
  paid: { icon: 'check-circle', tone: 'done', title: '支付成功', hint: '订单已生效。' },
  confirming: { icon: 'clock', tone: 'wait', title: '款项已到账', hint: '正在更新订单，请稍候，无需再次付款。' },
  closed: {
    icon: 'x-circle',
    tone: 'muted',
    title: '订单已关闭',
    hint: '订单已取消、超时或已用其他方式付款，请不要再付款。',
  },
  strayed: {
    icon: 'alert-circle',
    tone: 'wait',
    title: '已收到付款，但订单已关闭',
    hint: '这笔款项已登记，平台会与您联系处理，请不要再次付款。',
  },
}

export function Ended({ standing, back }: { standing: Standing; back: string | null }) {
  if (standing.state === 'open') return null
  const end = ENDS[standing.state]
  return (
    <Outcome
      icon={end.icon}
      tone={end.tone}
      title={end.title}
      hint={back ? end.hint : `${end.hint}可以关闭此页面。`}
      action={
        back && (
          <LinkButton to={back} variant={standing.state === 'paid' ? 'primary' : 'default'}>
            返回订单记录
          </LinkButton>
        )
      }
    />
  )
}

export function Outcome(props: {
  icon: IconName
  title: string
  hint: string
  tone?: 'done' | 'wait' | 'muted'
  action?: ReactNode
}) {
  const { icon, title, hint, tone, action } = props
  if (!tone)
    return (
      <EmptyState layout="stack" icon={icon} title={<h1 className="t-16">{title}</h1>} hint={hint} action={action} />
    )
  return (
    <div className={s.end} role="status">
      <span className={s.endIcon} data-tone={tone}>
        <Icon name={icon} size={44} />
      </span>
      <h1 className="t-18">{title}</h1>
      <p className="t-14 secondary">{hint}</p>
      {action}
    </div>
  )
}
