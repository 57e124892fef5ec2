import { fenToYuan, formatYuan, type Fen } from '@dentin/kit/money'
import { Button, cx, Field, MoneyInput, TextField } from '../../ui/index.ts'
import type { PayMethod } from './hooks.ts'
import { missingOf, sumsOf, toggled, type DraftWay } from './ways.ts'
import s from './prepay.module.css'

export interface WaysFieldProps {
  label: string
  due: Fen
  methods: readonly PayMethod[]
  ways: readonly DraftWay[]
  onWays: (ways: DraftWay[]) => void
  error: string | undefined
  /** Does money come in by a way that wants the number of its trade? */
  numbered?: boolean
  /** Words beside a way: what came by it. */
  hintOf?: (payMethodId: string) => string
}

/** By which ways a sum comes in or goes out: one, or several with a sum each. */
export function WaysField({ label, due, methods, ways, onWays, error, numbered, hintOf }: WaysFieldProps) {
  const sums = sumsOf(ways, due)
  const missing = missingOf(ways, due)
  const set = (payMethodId: string, patch: Partial<DraftWay>) =>
    onWays(ways.map((way) => (way.payMethodId === payMethodId ? { ...way, ...patch } : way)))
  const trouble =
    ways.length > 0 && missing !== 0
      ? missing > 0
        ? `还差 ${formatYuan(missing as Fen)} 元`
        : `多了 ${formatYuan(-missing as Fen)} 元`
      : undefined
  return (
    <Field label={label} group error={error ?? trouble}>
      <div className={s.ways}>
        {methods.map((method) => {
          const chosen = ways.some(({ payMethodId }) => payMethodId === method.id)
          return (
            <Button
              key={method.id}
              size="sm"
              className={cx(chosen && s.wayChosen)}
              aria-pressed={chosen}
              onClick={() => onWays(toggled(ways, method.id))}
            >
              {method.name}
            </Button>
          )
        })}
      </div>
      {ways.map((way, n) => {
        const method = methods.find(({ id }) => id === way.payMethodId)
        if (!method) return null
        const asksNumber = numbered && method.needTradeNo
        if (ways.length === 1 && !asksNumber && !hintOf) return null
        return (
          <div key={method.id} className={s.wayLine}>
            <span className="t-13">
              {method.name}
              {hintOf && <span className="t-12 tertiary">　{hintOf(method.id)}</span>}
            </span>
            {asksNumber && (
              <TextField
                aria-label={`${method.name}交易号`}
                size="sm"
                placeholder="交易号（必填）"
                maxLength={64}
                value={way.tradeNo}
                onChange={(event) => set(method.id, { tradeNo: event.target.value })}
              />
            )}
            <MoneyInput
              aria-label={`${method.name}金额`}
              size="sm"
              boxClassName={s.wayAmount}
              value={way.amount ?? fenToYuan(sums[n] as Fen)}
              onChange={(amount) => set(method.id, { amount })}
            />
          </div>
        )
      })}
    </Field>
  )
}
