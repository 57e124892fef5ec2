import { useState, type FocusEvent } from 'react'
import { fenToYuan, yuanToFen } from '@dentin/kit/money'
import { TextField, type TextFieldProps } from './TextField.tsx'

/**
 * Half-width digits, twelve before the point, one leading minus when allowed; everything else that was typed or pasted is
 * dropped. @param decimals digits after the point, at most 5; 0: whole numbers
 */
export function cleanNumber(text: string, decimals: number, negative: boolean): string {
  const half = text
    .replace(/[０-９．－]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[。]/g, '.')
    .replace(/−/g, '-')
  const sign = negative && /^\s*-/.test(half) ? '-' : ''
  const places = Math.min(5, Math.max(0, decimals))
  const [whole = '', ...rest] = half.replace(/[^\d.]/g, '').split('.')
  return sign + whole.slice(0, 12) + (rest.length > 0 && places > 0 ? `.${rest.join('').slice(0, places)}` : '')
}

const hasDigit = (text: string) => /\d/.test(text)
const padded = (text: string) => text.replace(/^(-?)\./, '$10.').replace(/\.$/, '')

export interface MoneyInputProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'numeric'> {
  /** Yuan as wire text with two decimals, or '' when empty. */
  value: string
  /** Called while typing with what is a valid amount so far, on leaving with two decimals. */
  onChange: (yuan: string) => void
  /** A minus may be typed. */
  negative?: boolean
}

/** An amount in yuan: right-aligned, all selected on focus, two decimals on leaving. */
export function MoneyInput({ value, onChange, negative = false, onFocus, onBlur, ...rest }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    if (typed !== null) onChange(hasDigit(typed) ? fenToYuan(yuanToFen(padded(typed))) : '')
    setTyped(null)
    onBlur?.(event)
  }
  return (
    <TextField
      {...rest}
      numeric
      inputMode="decimal"
      value={typed ?? value}
      onChange={(event) => {
        const text = cleanNumber(event.target.value, 2, negative)
        setTyped(text)
        onChange(hasDigit(text) ? fenToYuan(yuanToFen(padded(text))) : '')
      }}
      onFocus={(event) => {
        event.target.select()
        onFocus?.(event)
      }}
      onBlur={leave}
    />
  )
}

export interface NumberFieldProps extends Omit<
  TextFieldProps,
  'value' | 'onChange' | 'type' | 'numeric' | 'min' | 'max' | 'step'
> {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  /** Change by ↑ and ↓. */
  step?: number
  /** Digits after the point that may be typed. */
  decimals?: number
  /** Unit behind the number: 颗, mm. */
  unit?: string
}

/** A plain number: right-aligned, selected on focus, ↑ ↓ change it, brought within its bounds on leaving. */
export function NumberField({
  value,
  onChange,
  min = -Infinity,
  max = Infinity,
  step = 1,
  decimals = 0,
  unit,
  suffix,
  onFocus,
  onBlur,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const bounded = (n: number) => Math.min(max, Math.max(min, Number(n.toFixed(decimals))))
  return (
    <TextField
      {...rest}
      numeric
      role="spinbutton"
      aria-valuenow={value ?? undefined}
      aria-valuemin={Number.isFinite(min) ? min : undefined}
      aria-valuemax={Number.isFinite(max) ? max : undefined}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      suffix={unit ?? suffix}
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(event) => {
        const text = cleanNumber(event.target.value, decimals, min < 0)
        setTyped(text)
        onChange(hasDigit(text) ? Number(padded(text)) : null)
      }}
      onKeyDown={(event) => {
        const turn = { ArrowUp: step, ArrowDown: -step }[event.key]
        if (turn !== undefined && !rest.readOnly) {
          event.preventDefault()
          setTyped(null)
          onChange(bounded((value ?? 0) + turn))
        }
        onKeyDown?.(event)
      }}
      onFocus={(event) => {
        event.target.select()
        onFocus?.(event)
      }}
      onBlur={(event) => {
        if (value !== null && value !== bounded(value)) onChange(bounded(value))
        setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
