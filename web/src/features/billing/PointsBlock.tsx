import { fenToYuan } from '@dentin/kit/money'
import { Icon, IconButton, MoneyInput } from '../../ui/index.ts'
import type { CardBlockProps } from './CardBlock.tsx'
import { pointsSplit } from './payments.ts'
import s from './billing.module.css'

/** A payment with points: how many leave the card, and how many stay. */
export function PointsBlock({ card, payment, amount, lines, problem, onChange, onRemove }: CardBlockProps) {
  const { points } = pointsSplit(card, amount, lines)
  const name = `积分 ${card.cardNo.slice(-4)}`
  return (
    <div className={s.method} data-testid="points-payment">
      <div className={s.methodLine}>
        <span className={s.methodIcon}>
          <Icon name="ticket" size={18} />
        </span>
        <span className={s.methodName}>
          {name}
          <span className="t-12 tertiary num">
            {card.typeName}　{card.rules.pointsPerYuan} 分抵 1 元
          </span>
        </span>
        <MoneyInput
          aria-label={`${name}金额`}
          boxClassName={s.methodAmount}
          value={payment.amount ?? fenToYuan(amount)}
          onChange={(yuan) => onChange({ amount: yuan })}
          autoFocus
          invalid={problem !== '' && payment.amount !== ''}
        />
        <IconButton icon="x" label={`去掉${name}`} size="xs" onClick={onRemove} />
      </div>
      {problem === '' && (
        <div className="t-12 tertiary num">
          收前 {card.points} 分 − {points} 分 → 收后 {card.points - points} 分
        </div>
      )}
      {problem && problem !== '请填写金额' && <div className="t-12 danger">{problem}</div>}
    </div>
  )
}
