import { genderNames } from '@dentin/contract/patient-words'
import { patientTypeNames } from '@dentin/contract/patient'
import type { ReactNode } from 'react'
import { useStaff } from '../../domain/staff.ts'
import { can } from '../../lib/permission.ts'
import { DateRangePicker, MultiSelect, Select } from '../../ui/heavy.ts'
import { Checkbox, Field, Segmented, TextField, textOptions } from '../../ui/index.ts'
import type { ListPatch, ListState } from './filters.ts'
import { useGroups, useSources, useTags } from './hooks.ts'
import { useTariffChoices } from './tariff-choices.ts'
import s from './patient.module.css'

const months = Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: `${index + 1} 月` }))
const kinds = textOptions(patientTypeNames)
const digits = (text: string): string | null => text.replace(/\D/g, '').slice(0, 6) || null
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const two = (number: number) => String(number).padStart(2, '0')

/** A day of any year: month and day. */
function MonthDay({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (next: string | null) => void
}) {
  const [month, day] = value ? value.split('-').map(Number) : [null, null]
  const last = DAYS[(month ?? 1) - 1] ?? 31
  return (
    <div className={s.monthDay}>
      <Select
        label={`${label}月`}
        placeholder="月"
        clearable
        options={months.map(({ value: number, label: text }) => ({ value: Number(number), label: text }))}
        value={month ?? null}
        onChange={(next) =>
          onChange(next === null ? null : `${two(next)}-${two(Math.min(day ?? 1, DAYS[next - 1] ?? 31))}`)
        }
      />
      <Select
        label={`${label}日`}
        placeholder="日"
        disabled={month === null}
        options={Array.from({ length: last }, (_, n) => ({ value: n + 1, label: `${n + 1} 日` }))}
        value={day ?? null}
        onChange={(next) => next !== null && onChange(`${two(month ?? 1)}-${two(next)}`)}
      />
    </div>
  )
}

/** From one day of the year to another. */
export function MonthDayRange({
  from,
  to,
  onChange,
}: {
  from: string | null
  to: string | null
  onChange: (from: string | null, to: string | null) => void
}) {
  return (
    <div className={s.monthDays}>
      <MonthDay label="生日起" value={from} onChange={(next) => onChange(next, to)} />
      <span className="secondary">至</span>
      <MonthDay label="生日止" value={to} onChange={(next) => onChange(from, next)} />
    </div>
  )
}

/** Every condition by which patients are found: in the drawer of the list, and as the rule of a group. */
export function FilterFields({
  draft,
  set,
  asRule = false,
}: {
  draft: ListState
  set: (patch: ListPatch) => void
  /** A rule asks for groups by hand only, and says nothing of the file's state. */
  asRule?: boolean
}) {
  const sources = useSources()
  const { doctors } = useStaff()
  const groups = useGroups().data ?? []
  const tags = useTags().data ?? []
  const tariffs = useTariffChoices()
  const number = (key: 'ageFrom' | 'ageTo' | 'absent' | 'owes', label: string, suffix: string) => (
    <TextField
      aria-label={label}
      inputMode="numeric"
      suffix={suffix}
      value={draft[key] ?? ''}
      onChange={(event) => set({ [key]: digits(event.target.value) })}
    />
  )
  const days = (label: string, from: 'visitFrom' | 'firstFrom', to: 'visitTo' | 'firstTo'): ReactNode => {
    const [first, last] = [draft[from], draft[to]]
    return (
      <Field label={label}>
        <DateRangePicker
          value={first && last ? [first, last] : null}
          onChange={(next) => set({ [from]: next?.[0] ?? null, [to]: next?.[1] ?? null })}
        />
      </Field>
    )
  }
  return (
    <>
      <Field label="姓名、拼音、手机尾号、病历号">
        <TextField value={draft.q} maxLength={40} onChange={(event) => set({ q: event.target.value })} />
      </Field>
      <Field label="性别" group>
        <Segmented
          options={[
            { value: '', label: '不限' },
            ...Object.entries(genderNames).map(([value, label]) => ({ value, label })),
          ]}
          value={draft.gender ?? ''}
          onChange={(gender) => set({ gender: gender || null })}
        />
      </Field>
      <Field label="年龄" group>
        <div className={s.evenTwo}>
          {number('ageFrom', '最小年龄', '岁起')}
          {number('ageTo', '最大年龄', '岁止')}
        </div>
      </Field>
      <Field label="生日" group help="可以跨年，如 12 月 25 日至 1 月 5 日">
        <MonthDayRange
          from={draft.birthFrom}
          to={draft.birthTo}
          onChange={(birthFrom, birthTo) => set({ birthFrom, birthTo })}
        />
      </Field>
      <Field label="分组">
        <MultiSelect
          placeholder="任一分组"
          options={groups
            .filter((group) => !asRule || group.type === 1)
            .map((group) => ({ value: group.id, label: group.name }))}
          value={draft.groups}
          onChange={(next) => set({ groups: next })}
        />
      </Field>
      <Field label="标签">
        <MultiSelect
          placeholder="任一标签"
          options={[...new Set([...tags.map((tag) => tag.name), ...draft.tags])].map((name) => ({
            value: name,
            label: name,
          }))}
          value={draft.tags}
          onChange={(next) => set({ tags: next })}
        />
      </Field>
      <Field label="患者类型">
        <Select clearable options={kinds} value={draft.kind} onChange={(kind) => set({ kind })} />
      </Field>
      <Field label="责任医生">
        <Select clearable options={doctors} value={draft.doctor} onChange={(doctor) => set({ doctor })} />
      </Field>
      <Field label="来源">
        <Select clearable options={sources} value={draft.source} onChange={(source) => set({ source })} />
      </Field>
      {days('初诊', 'firstFrom', 'firstTo')}
      {days('最近就诊', 'visitFrom', 'visitTo')}
      <Field label="多少天没来" help="来过，但这么多天以内没有再来">
        {number('absent', '未到天数', '天')}
      </Field>
      {can('/patientMedicalRecord:view') && (
        <>
          <Field label="诊断含有">
            <TextField
              placeholder="如：根尖周炎"
              value={draft.diagnosis}
              maxLength={40}
              onChange={(event) => set({ diagnosis: event.target.value })}
            />
          </Field>
          <Field label="做过的项目">
            <MultiSelect
              placeholder="任一项目"
              options={tariffs}
              value={draft.items}
              onChange={(items) => set({ items })}
            />
          </Field>
        </>
      )}
      {can('/field:amounts') && (
        <>
          <Field label="欠费大于">{number('owes', '欠费大于', '元')}</Field>
          <Checkbox
            checked={draft.owing === '1'}
            onChange={(event) => set({ owing: event.target.checked ? '1' : null })}
          >
            有欠费
          </Checkbox>
        </>
      )}
      {!asRule && (
        <Field label="档案状态" group>
          <Segmented
            options={[
              { value: '', label: '正常' },
              { value: 'all', label: '含已归档' },
              { value: '1', label: '只看已归档' },
            ]}
            value={draft.archived ?? ''}
            onChange={(archived) => set({ archived: archived || null })}
          />
        </Field>
      )}
    </>
  )
}

/** An age or a span of sums that was typed the wrong way round is turned. */
export function inOrder(draft: ListState): ListState {
  const { ageFrom, ageTo } = draft
  return ageFrom !== null && ageTo !== null && Number(ageFrom) > Number(ageTo)
    ? { ...draft, ageFrom: ageTo, ageTo: ageFrom }
    : draft
}
