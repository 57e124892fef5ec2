import { memberCard } from '@dentin/contract/card'
import { fen, fenToYuan, formatYuan, formatYuanText, yuanToFen, type Fen } from '@dentin/kit/money'
import { Button, cx, Icon, IconButton, MoneyInput, PasswordField } from '../../ui/index.ts'
import { useSend } from '../../lib/query.ts'
import type { PayCard } from './hooks.ts'
import { asksPassword, cardSplit, type CardLine, type DraftPayment } from './payments.ts'
import s from './billing.module.css'

export interface CardBlockProps {
  card: PayCard
  payment: DraftPayment
  amount: Fen
  lines: readonly CardLine[]
  problem: string
  onChange: (patch: Partial<DraftPayment>) => void
  onRemove: () => void
}

/** A payment with a member card: what of it is principal and bonus, and what the card holds before and after. */
export function CardBlock({ card, payment, amount, lines, problem, onChange, onRemove }: CardBlockProps) {
  const { principal, bonus, times } = cardSplit(card, amount, lines)
  const name = `${card.typeName} ${card.cardNo.slice(-4)}`
  const [p, b] = [yuanToFen(card.principalAmount), yuanToFen(card.bonusAmount)]
  const uses = card.kind === 3
  const send = useSend(memberCard.sendCode)
  return (
    <div className={s.method} data-testid="card-payment">
      <div className={s.methodLine}>
        <span className={cx(s.methodIcon, s.cardIcon)}>
          <Icon name="crown" size={18} />
        </span>
        <span className={s.methodName}>
          {name}
          <span className="t-12 tertiary num">
            {uses ? `剩 ${card.timesLeft} 次` : `余额 ${formatYuan(fen(p + b))}`}
            {card.mainName && `　用${card.mainName}的卡`}
          </span>
        </span>
        {!uses && (
          <MoneyInput
            aria-label={`${name}金额`}
            boxClassName={s.methodAmount}
            value={payment.amount ?? fenToYuan(amount)}
            onChange={(yuan) => onChange({ amount: yuan })}
            autoFocus
            invalid={problem !== '' && payment.amount !== ''}
          />
        )}
        {uses && <b className="num">{formatYuan(amount)}</b>}
        <IconButton icon="x" label={`去掉${name}`} size="xs" onClick={onRemove} />
      </div>
      {uses ? (
        <div className={s.quick}>
          {card.uses.slice(0, 4).map((_, n) => {
            const sum = fen(card.uses.slice(0, n + 1).reduce((all, each) => all + yuanToFen(each), 0))
            return (
              <Button
                key={n}
                size="sm"
                className={cx(times === n + 1 && s.quickChosen)}
                aria-pressed={times === n + 1}
                onClick={() => onChange({ amount: fenToYuan(sum) })}
              >
                用 {n + 1} 次
              </Button>
            )
          })}
        </div>
      ) : (
        <>
          <div className={s.cardBar} aria-hidden>
            <span className={s.cardBarPrincipal} style={{ flexGrow: principal }} />
            <span className={s.cardBarBonus} style={{ flexGrow: bonus }} />
          </div>
          <div className={s.cardParts}>
            <span>
              <i className={s.dotPrincipal} /> 本金 <b className="num">{formatYuan(principal)}</b>
            </span>
            <span>
              <i className={s.dotBonus} /> 赠金 <b className="num">{formatYuan(bonus)}</b>
            </span>
          </div>
          <div className="t-12 tertiary num">
            收前本金 {formatYuanText(card.principalAmount)} + 赠金 {formatYuanText(card.bonusAmount)} → 收后余{' '}
            {formatYuan(fen(p + b - principal - bonus))} = 本金 {formatYuan(fen(p - principal))} + 赠金{' '}
            {formatYuan(fen(b - bonus))}
          </div>
        </>
      )}
      {asksPassword(card, amount) && (
        <div className={s.cardCode}>
          <PasswordField
            aria-label={`${name}密码`}
            size="sm"
            autoComplete="off"
            inputMode="numeric"
            maxLength={6}
            placeholder="卡密码或短信验证码"
            value={payment.password ?? ''}
            onChange={(event) => onChange({ password: event.target.value })}
          />
          <Button size="sm" busy={send.isPending} onClick={() => send.mutate({ id: card.id } as never)}>
            发验证码
          </Button>
        </div>
      )}
      {send.data && <div className="t-12 tertiary">验证码已发到 {send.data.mobile}</div>}
      {send.error && <div className="t-12 danger">{send.error.message}</div>}
      {problem && problem !== '请填写金额' && <div className="t-12 danger">{problem}</div>}
    </div>
  )
}
