import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import s from './orthodontic.module.css'

/** A measured number that may be left out; words are kept in the field and refused beside it. */
export function Figure({
  label,
  unit,
  value,
  onChange,
  readOnly,
  problem,
  whole = false,
  width = 92,
}: {
  label: string
  unit: string
  value: number | null
  onChange: (value: number | null) => void
  readOnly: boolean
  problem?: string | undefined
  whole?: boolean
  width?: number
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : String(value).replace('-', '−'))
  const shown =
    typed !== null && readNumber(typed, whole) === undefined ? `${label}应为${whole ? '整数' : '数字'}` : problem
  return (
    <span className={s.figure}>
      <span style={{ width }}>
        <TextField
          size="sm"
          numeric
          inputMode="decimal"
          aria-label={label}
          invalid={shown !== undefined}
          readOnly={readOnly}
          suffix={<span className="tertiary t-12">{unit}</span>}
          value={text}
          maxLength={8}
          onChange={(event) => {
            const next = event.target.value
            setTyped(next)
            const read = readNumber(next, whole)
            if (read !== undefined) onChange(read)
          }}
          onBlur={() => typed !== null && readNumber(typed, whole) !== undefined && setTyped(null)}
        />
      </span>
      {shown !== undefined && (
        <span className={s.problem} role="alert">
          {shown}
        </span>
      )}
    </span>
  )
}

/** A number as it is typed, full-width and typographic signs too; null: nothing, undefined: no number. */
function readNumber(text: string, whole: boolean): number | null | undefined {
  const plain = text
    .trim()
    .replace(/[−－–]/g, '-')
    .replace(/。/g, '.')
  if (plain === '') return null
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return undefined
  const value = Number(plain)
  return whole && !Number.isInteger(value) ? undefined : value
}
