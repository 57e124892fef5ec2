import { staffColours } from '../theme/tokens.ts'
import s from './colour.module.css'

const offered: readonly string[] = staffColours

export interface ColourChoiceProps {
  /** What is coloured, for whoever does not see it. */
  label: string
  /** '#rrggbb', or '' for none. */
  value: string
  onChange: (colour: string) => void
  disabled?: boolean
}

/** One of the colours of the board, or none. A colour from elsewhere is kept and offered, too. */
export function ColourChoice({ label, value, disabled, onChange }: ColourChoiceProps) {
  const known = offered.some((each) => each.toLowerCase() === value.toLowerCase())
  const all = value === '' || known ? offered : [...offered, value]
  return (
    <div role="radiogroup" aria-label={label} className={s.colours}>
      <button
        type="button"
        role="radio"
        aria-checked={value === ''}
        disabled={disabled}
        className={s.noColour}
        onClick={() => onChange('')}
      >
        不设
      </button>
      {all.map((colour, n) => (
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={colour.toLowerCase() === value.toLowerCase()}
          aria-label={`颜色 ${n + 1}`}
          disabled={disabled}
          className={s.colour}
          style={{ background: colour }}
          onClick={() => onChange(colour)}
        />
      ))}
    </div>
  )
}
