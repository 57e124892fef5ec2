import type { RecordContent } from '@dentin/contract/record'
import { shortDayText } from '@dentin/kit/date-text'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { DayField, MultiSelect, Select } from '../../ui/heavy.ts'
import { TextField } from '../../ui/index.ts'
import { useVisitOptions } from './hooks.ts'
import { nextInDays, nextOn, type NextDay } from './next-visit.ts'
import { NumberText } from './NumberText.tsx'
import type { SectionsProps } from './section-props.ts'
import s from './record.module.css'

const intervals = [3, 7, 14, 30, 90, 180]

/** When the patient comes again, to whom and for what: 约下次 books it as it stands here. */
export function NextVisitFields({ content, change, readOnly, onActive, visitDay }: SectionsProps) {
  const { days, remark, doctorId, itemIds } = content.nextVisit
  const options = useVisitOptions()
  const [problem, setProblem] = useState<{ of: 'days' | 'date'; words: string } | null>(null)
  const set = (next: Partial<RecordContent['nextVisit']>) =>
    change((now) => ({ ...now, nextVisit: { ...now.nextVisit, ...next } }))
  // What can't be is said and changes nothing.
  const propose = (of: 'days' | 'date', next: NextDay) => {
    setProblem(next.problem === null ? null : { of, words: next.problem })
    if (next.problem === null) set({ days: next.days })
  }
  return (
    <div className={s.measures} onFocus={() => onActive({ section: 'nextVisit', index: 0 }, '')}>
      <span style={{ width: 104 }}>
        <NumberText
          label="复诊天数"
          unit="天后"
          field="nextVisit"
          readOnly={readOnly}
          value={days}
          invalid={problem?.of === 'days'}
          onChange={(value) => propose('days', nextInDays(value))}
        />
      </span>
      {!readOnly &&
        intervals.map((each) => (
          <button
            key={each}
            type="button"
            className={s.phrase}
            aria-pressed={days === each}
            onClick={() => propose('days', nextInDays(each))}
          >
            {each} 天
          </button>
        ))}
      {readOnly ? (
        days !== null && <span className="secondary t-13 num">{shortDayText(addDays(visitDay, days))}</span>
      ) : (
        <span style={{ width: 168 }}>
          <DayField
            label="复诊日期"
            today={visitDay}
            value={days === null ? null : addDays(visitDay, days)}
            invalid={problem?.of === 'date'}
            // What is no day, or not yet one, leaves the days as they are.
            onChange={(date) => date !== null && propose('date', nextOn(visitDay, date))}
          />
        </span>
      )}
      {problem !== null && (
        <div className={s.problem} role="alert">
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
