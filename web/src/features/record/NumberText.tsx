import { useState } from 'react'
import { TextField } from '../../ui/index.ts'

/** A number that may be left out; what can't be read as one stays in the field and is not taken. */
export function NumberText({
  value,
  onChange,
  label,
  unit,
  readOnly,
  invalid,
  field,
}: {
  value: number | null
  onChange: (value: number | null) => void
  label: string
  unit: string
  readOnly: boolean
  invalid?: boolean
  field?: string | undefined
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : String(value))
  return (
    <TextField
      size="sm"
      numeric
      inputMode="decimal"
      aria-label={label}
      data-field={field}
      invalid={invalid ?? false}
      readOnly={readOnly}
      suffix={<span className="tertiary t-12">{unit}</span>}
      value={text}
      maxLength={6}
      onChange={(event) => {
        const next = event.target.value.replace(/[^\d.]/g, '')
        setTyped(next)
        if (next === '') onChange(null)
        else if (/^\d+(\.\d+)?$/.test(next)) onChange(Number(next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
