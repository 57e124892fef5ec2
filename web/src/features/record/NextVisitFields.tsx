import type { RecordContent } from '@dentin/contract/record'
import { shortDayText } from '@dentin/kit/date-text'
import { addDays } from '@dentin/kit/datetime'
import { MultiSelect, Select } from '../../ui/heavy.ts'
import { TextField } from '../../ui/index.ts'
import { useVisitOptions } from './hooks.ts'
import { NumberText } from './NumberText.tsx'
import type { SectionsProps } from './section-props.ts'
import s from './record.module.css'

const intervals = [3, 7, 14, 30, 90, 180]

/** When the patient comes again, to whom and for what: 约下次 books it as it stands here. */
export function NextVisitFields({ content, change, readOnly, onActive, visitDay }: SectionsProps) {
  const { days, remark, doctorId, itemIds } = content.nextVisit
  const options = useVisitOptions()
  const set = (next: Partial<RecordContent['nextVisit']>) =>
    change((now) => ({ ...now, nextVisit: { ...now.nextVisit, ...next } }))
  return (
    <div className={s.measures} onFocus={() => onActive({ section: 'nextVisit', index: 0 }, '')}>
      <span style={{ width: 104 }}>
        <NumberText
          label="复诊天数"
          unit="天后"
          field="nextVisit"
          readOnly={readOnly}
          value={days}
          onChange={(value) => set({ days: value === null ? null : Math.min(730, Math.max(1, Math.round(value))) })}
        />
      </span>
      {!readOnly &&
        intervals.map((each) => (
          <button
            key={each}
            type="button"
            className={s.phrase}
            aria-pressed={days === each}
            onClick={() => set({ days: each })}
          >
            {each} 天
          </button>
        ))}
      {days !== null && <span className="secondary t-13 num">{shortDayText(addDays(visitDay, days))}</span>}
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
