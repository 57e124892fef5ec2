import { MOST_WAYS } from '@dentin/contract/core/ways'
import { clinic } from '@dentin/contract/clinic'
import type { WireOutput } from '@dentin/contract/core/call'
import { fenToYuan, formatYuan, type Fen } from '@dentin/kit/money'
import { useMemo, useState } from 'react'
import { useCall } from '../lib/query.ts'
import { Button, cx, Field, MoneyInput, TextField } from '../ui/index.ts'
import { missingOf, sumsOf, toggled, typed, waysBody, type DraftWay } from './pay-ways.ts'
import s from './pay-ways.module.css'

export type PayMethod = WireOutput<typeof clinic.payMethods>[number]

/** Ways in which money for cards and prepayments comes in, or goes out: cash-like ones, outwards those that may. */
export function useCashWays(side: 'in' | 'out' = 'in'): PayMethod[] {
  const { data } = useCall(clinic.payMethods, {}, { staleTime: 5 * 60_000 })
  return useMemo(
    () => (data ?? []).filter((method) => method.type === 1 && (side === 'in' || method.allowRefund)),
    [data, side],
  )
}

/** A form over a call that takes a list of ways. */
interface WaysForm {
  setValue: (name: never, value: never, options?: { shouldDirty?: boolean }) => void
  clearErrors: (name: never) => void
}

/** The ways by which a sum of a form comes in: one that has no sum of its own takes what is left of what is due. */
export function useDraftWays(form: WaysForm, due: Fen) {
  const [ways, setWays] = useState<DraftWay[]>([])
  const fill = (next: readonly DraftWay[], options = {}) =>
    form.setValue('ways' as never, (due > 0 ? waysBody(next, due) : []) as never, options)
  return {
    ways,
    onWays: (next: DraftWay[]) => {
      setWays(next)
      fill(next, { shouldDirty: true })
      form.clearErrors('ways' as never)
    },
    /** Before it is sent: what is due may have changed since the ways were chosen. */
    fill: () => fill(ways),
    /** They come to what is due. */
    isWhole: missingOf(ways, due) === 0,
    /** The only one, which alone can go by a code; null: none, or several. */
    only: ways.length === 1 ? (ways[0] as DraftWay).payMethodId : null,
  }
}

export interface PayWaysProps {
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
export function PayWays({ label, due, methods, ways, onWays, error, numbered, hintOf }: PayWaysProps) {
  const sums = sumsOf(ways, due)
  const missing = missingOf(ways, due)
  const number = (payMethodId: string, tradeNo: string) =>
    onWays(ways.map((way) => (way.payMethodId === payMethodId ? { ...way, tradeNo } : way)))
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
              disabled={!chosen && ways.length >= MOST_WAYS}
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
                boxClassName={s.wayNumber}
                placeholder="交易号（必填）"
                maxLength={64}
                value={way.tradeNo}
                onChange={(event) => number(method.id, event.target.value)}
              />
            )}
            <MoneyInput
              aria-label={`${method.name}金额`}
              size="sm"
              boxClassName={s.wayAmount}
              value={way.amount ?? fenToYuan(sums[n] as Fen)}
              onChange={(amount) => onWays(typed(ways, method.id, amount))}
            />
          </div>
        )
      })}
    </Field>
  )
}
