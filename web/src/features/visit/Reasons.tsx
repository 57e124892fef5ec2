import { Segmented, TextField } from '../../ui/index.ts'
import s from './visit.module.css'

/** Why: one of the usual reasons, or typed. */
export function Reasons({
  reasons,
  value,
  max = 100,
  onChange,
}: {
  reasons: readonly string[]
  value: string
  max?: number
  onChange: (reason: string) => void
}) {
  return (
    <div className={s.reasons}>
      {reasons.length > 0 && (
        <Segmented
          label="常用"
          size="sm"
          options={reasons.map((each) => ({ value: each, label: each }))}
          value={reasons.includes(value) ? value : null}
          onChange={onChange}
        />
      )}
      <TextField value={value} maxLength={max} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
