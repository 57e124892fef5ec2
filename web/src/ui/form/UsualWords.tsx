import { RadioButtons } from '../control/RadioButtons.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'
import s from './usual.module.css'

export interface UsualWordsProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** One click each. */
  words: readonly string[]
  value: string
  onChange: (text: string) => void
}

/** A text for which there are usual words: one of them is chosen, or something else is typed. */
export function UsualWords({ words, value, onChange, ...rest }: UsualWordsProps) {
  return (
    <div className={s.usual}>
      {words.length > 0 && (
        <div role="radiogroup" aria-label="常用" className={s.words}>
          <RadioButtons
            options={[...new Set(words)].map((word) => ({ value: word }))}
            value={words.includes(value) ? value : null}
            onChange={onChange}
            className={s.word}
          >
            {(option) => option.value}
          </RadioButtons>
        </div>
      )}
      <TextField {...rest} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
