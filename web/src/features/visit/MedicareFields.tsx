import { Checkbox, Field, TextField } from '../../ui/index.ts'
import s from './visit.module.css'

/** What is noted of the medical insurance. */
export interface Medicare {
  isMedicare: boolean
  medicareNo: string
}

/** Whether a visit goes over the medical insurance, and its number there once it is known. */
export function MedicareFields({
  value,
  onChange,
  error,
}: {
  value: Medicare
  onChange: (value: Medicare) => void
  error?: string | undefined
}) {
  return (
    <div className={s.pair}>
      <Field label="医保" group>
        <Checkbox
          checked={value.isMedicare}
          onChange={(event) => onChange({ ...value, isMedicare: event.target.checked })}
        >
          走医保
        </Checkbox>
      </Field>
      {value.isMedicare && (
        <Field label="医保就诊号" error={error}>
          <TextField
            maxLength={40}
            placeholder="可以稍后补填"
            value={value.medicareNo}
            onChange={(event) => onChange({ ...value, medicareNo: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}
