import { fen, fenToYuan, formatYuan, formatYuanText, yuanToFen, type Fen } from '@dentin/kit/money'
import { Icon, IconButton, MoneyInput, TextField, useIsMobile } from '../../ui/index.ts'
import { Select } from '../../ui/heavy.ts'
import type { PayUnit } from './hooks.ts'
import type { DraftPayment } from './payments.ts'
import s from './billing.module.css'

export interface UnitBlockProps {
  units: readonly PayUnit[]
  payment: DraftPayment
  amount: Fen
  problem: string
  onChange: (patch: Partial<DraftPayment>) => void
  onRemove: () => void
}

/** A payment that a unit owes: which one, for whom, and what is left of its limit. */
export function UnitBlock({ units, payment, amount, problem, onChange, onRemove }: UnitBlockProps) {
  const { method, reference = '' } = payment
  const mobile = useIsMobile()
  // What is left of the limit as it is now, not as it was when the unit was chosen.
  const unit = units.find(({ id }) => id === payment.unit?.id) ?? payment.unit
  const left = unit ? fen(yuanToFen(unit.left) - amount) : null
  return (
    <div className={s.method} data-testid="unit-payment">
      <div className={s.methodLine}>
        <span className={s.methodIcon}>
          <Icon name="building" size={18} />
        </span>
        <span className={s.methodName}>{method.name}</span>
        <MoneyInput
          aria-label={`${method.name}金额`}
          boxClassName={s.methodAmount}
          value={payment.amount ?? fenToYuan(amount)}
          onChange={(yuan) => onChange({ amount: yuan })}
          invalid={left !== null && left < 0}
        />
        <IconButton icon="x" label={`去掉${method.name}`} size="xs" onClick={onRemove} />
      </div>
      <Select<string>
        label="记账单位"
        size={mobile ? 'md' : 'sm'}
        placeholder="选择记账单位"
        options={units.map(({ id, name, left: rest }) => ({
          value: id,
          label: name,
          hint: `可记 ${formatYuanText(rest)}`,
        }))}
        value={unit?.id ?? null}
        onChange={(id) => {
          const chosen = units.find((each) => each.id === id)
          onChange(chosen ? { unit: chosen } : {})
        }}
      />
      {unit && (
        <TextField
          aria-label="工号或备注"
          size="sm"
          placeholder={unit.needsReference ? '工号或备注（必填）' : '工号或备注'}
          maxLength={40}
          value={reference}
          onChange={(event) => onChange({ reference: event.target.value })}
        />
      )}
      {unit && left !== null && (
        <div className="t-12 tertiary num">
          额度 {formatYuanText(unit.creditLimit)}，还可记 {formatYuanText(unit.left)}
          {left >= 0 && ` → 收后还可记 ${formatYuan(left)}`}
        </div>
      )}
      {problem && problem !== '请填写金额' && (
        <div className="t-12 danger" role="status">
          {problem}
        </div>
      )}
    </div>
  )
}
