import type { RecordContent } from '@dentin/contract/record'
import { shortDayText } from '@dentin/kit/date-text'
import { addDays, type LocalDate } from '@dentin/kit/datetime'
import { useState } from 'react'
import { DayField, MultiSelect, Select } from '../../ui/heavy.ts'
import { cx, TextField } from '../../ui/index.ts'
import { useVisitOptions } from './hooks.ts'
import { nextInDays, nextOn, type NextDay } from './next-visit.ts'
import { NumberText } from './NumberText.tsx'
import type { SectionsProps } from './section-props.ts'
import s from './record.module.css'

const intervals = [3, 7, 14, 30, 90, 180]

type Typed = { of: 'days'; typed: number | null } | { of: 'date'; typed: LocalDate }
/** What was proposed and can't be, and why. */
type Refused = Typed & { words: string }

/** When the patient comes again, to whom and for what: 约下次 books it as it stands here. */
export function NextVisitFields({ content, change, readOnly, onActive, visitDay }: SectionsProps) {
  const { days, remark, doctorId, itemIds } = content.nextVisit
  const options = useVisitOptions()
  const [problem, setProblem] = useState<Refused | null>(null)
  const set = (next: Partial<RecordContent['nextVisit']>) =>
    change((now) => ({ ...now, nextVisit: { ...now.nextVisit, ...next } }))
  // What can't be is said, stays in its field and changes nothing.
  const propose = ({ problem: words, days: proposed }: NextDay, typed: Typed) => {
    setProblem(words === null ? null : { ...typed, words })
    if (words === null) set({ days: proposed })
  }
  return (
    <div className={s.measures} onFocus={() => onActive({ section: 'nextVisit', index: 0 }, '')}>
      <span style={{ width: 104 }}>
        <NumberText
          label="复诊天数"
          unit="天后"
          field="nextVisit"
          readOnly={readOnly}
          value={problem?.of === 'days' ? problem.typed : days}
          invalid={problem?.of === 'days'}
          onChange={(value) => propose(nextInDays(value), { of: 'days', typed: value })}
        />
      </span>
      {!readOnly &&
        intervals.map((each) => (
          <button
            key={each}
            type="button"
            className={s.phrase}
            aria-pressed={days === each}
            onClick={() => propose(nextInDays(each), { of: 'days', typed: each })}
          >
            {each} 天
          </button>
        ))}
      {readOnly ? (
        days !== null && <span className="secondary t-13 num">{shortDayText(addDays(visitDay, days))}</span>
      ) : (
        <span style={{ width: 216 }}>
          <DayField
            label="复诊日期"
            today={visitDay}
            value={problem?.of === 'date' ? problem.typed : days === null ? null : addDays(visitDay, days)}
            invalid={problem?.of === 'date'}
            // What is no day, or not yet one, leaves the days as they are.
            onChange={(date) => date !== null && propose(nextOn(visitDay, date), { of: 'date', typed: date })}
          />
        </span>
      )}
      {problem !== null && (
        <div className={cx(s.problem, s.wholeLine)} role="alert">
          {problem.words}
        </div>
      )}
      {options && (
        <>
          <Select
            width={108}
            label="复诊医生"
            placeholder="复诊医生"
            clearable
            disabled={readOnly}
            value={doctorId}
            options={options.doctors.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next) => set({ doctorId: next })}
          />
          <MultiSelect
            width={200}
            label="复诊项目"
            placeholder="复诊项目"
            disabled={readOnly}
            value={itemIds}
            options={options.items.map(({ id, name, duration }) => ({
              value: id,
              label: name,
              hint: `${duration} 分钟`,
            }))}
            onChange={(next) => set({ itemIds: next })}
          />
        </>
      )}
      <span className={s.remark}>
        <TextField
          size="sm"
          aria-label="复诊说明"
          placeholder="复诊要做什么"
          readOnly={readOnly}
          maxLength={200}
          value={remark}
          onChange={(event) => set({ remark: event.target.value })}
        />
      </span>
    </div>
  )
}
