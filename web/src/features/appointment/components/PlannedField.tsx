import { toothText, parseTeeth } from '@dentin/clinical/teeth'
import { planLineStates } from '@dentin/contract/treatment-plan'
import { useOpenLines, type OpenLine } from '../../../domain/plan-lines.ts'
import { can } from '../../../lib/permission.ts'
import { Checkbox, Field } from '../../../ui/index.ts'
import { errorOf } from './fields.tsx'
import s from './book.module.css'

/** What of the patient's treatment plans nobody has done, charged or booked; the lines with these ids all the same. */
export function useBookableLines(patientId: string | null, chosen: readonly string[]): readonly OpenLine[] {
  const lines = useOpenLines(patientId ?? '', patientId !== null && can('/treatmentPlan:view'))
  return lines.filter(
    ({ line }) =>
      chosen.includes(line.id) ||
      (line.record === null && line.appointment === null && !planLineStates.is(line.status, 'done')),
  )
}

/** Minutes in the chair of the chosen lines, as the price list has them. */
export const minutesOfLines = (lines: readonly OpenLine[], chosen: readonly string[]): number =>
  lines.reduce((sum, { line }) => sum + (chosen.includes(line.id) ? (line.minutes ?? 0) : 0), 0)

const AT_FIRST = 4

interface Props {
  lines: readonly OpenLine[]
  value: readonly string[]
  onChange: (ids: string[]) => void
  error: unknown
}

/** Which planned lines the appointment is for: it gets their length, their teeth and their names. */
export function PlannedField({ lines, value, onChange, error }: Props) {
  if (lines.length === 0) return null
  // What is chosen stays in sight; of the others the next ones.
  const shown = lines.filter(({ line }, at) => at < AT_FIRST || value.includes(line.id))
  return (
    <Field label="治疗计划" group error={lineError(error, value)}>
      <div className={s.planned}>
        {shown.map(({ line, phaseName }) => (
          <Checkbox
            key={line.id}
            checked={value.includes(line.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, line.id] : value.filter((id) => id !== line.id))
            }
          >
            {line.teeth && <span className="num">{toothText(parseTeeth(line.teeth))} </span>}
            {line.name}
            <span className="t-12 tertiary">
              {'　'}
              {[phaseName, line.minutes !== null && `${line.minutes} 分`].filter(Boolean).join(' · ')}
            </span>
          </Checkbox>
        ))}
      </div>
    </Field>
  )
}

const lineError = (error: unknown, ids: readonly string[]): string | undefined =>
  errorOf(error, 'planLineIds') ?? ids.map((_, n) => errorOf(error, `planLineIds.${n}`)).find(Boolean)
