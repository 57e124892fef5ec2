import { useState } from 'react'
import { can } from '../../lib/permission.ts'
import { DateRangePicker, Drawer, Select } from '../../ui/heavy.ts'
import { Button, Checkbox, Field, Segmented, TextField } from '../../ui/index.ts'
import { noFilters, type ListPatch, type ListState } from './filters.ts'
import s from './patient.module.css'

const months = Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: `${index + 1} 月` }))
const digits = (text: string): string | null => text.replace(/\D/g, '').slice(0, 6) || null

/** The less used filters; they hold when 查看结果 is pressed. */
export function MoreFilters({
  state,
  onApply,
  onClose,
}: {
  state: ListState
  onApply: (patch: ListPatch) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState<ListState>(state)
  const set = (patch: ListPatch) => setDraft((now) => ({ ...now, ...patch }))
  const number = (key: 'ageFrom' | 'ageTo' | 'absent' | 'owes', label: string, suffix: string) => (
    <TextField
      aria-label={label}
      inputMode="numeric"
      suffix={suffix}
      value={draft[key] ?? ''}
      onChange={(event) => set({ [key]: digits(event.target.value) })}
    />
  )
  const apply = () => {
    const { ageFrom, ageTo } = draft
    const turned = ageFrom !== null && ageTo !== null && Number(ageFrom) > Number(ageTo)
    onApply({ ...draft, ...(turned ? { ageFrom: ageTo, ageTo: ageFrom } : {}), page: 1 })
  }
  return (
    <Drawer
      open
      title="更多筛选"
      width={380}
      onClose={onClose}
      footer={
        <div className={s.besideFoot} style={{ padding: '8px 0', border: 0 }}>
          <Button onClick={() => onApply(noFilters)}>全部清空</Button>
          <Button variant="primary" onClick={apply}>
            查看结果
          </Button>
        </div>
      }
    >
      <form
        className={s.formScroll}
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
      >
        <Field label="姓名、拼音、手机尾号、病历号">
          <TextField value={draft.q} maxLength={40} onChange={(event) => set({ q: event.target.value })} />
        </Field>
        <Field label="性别" group>
          <Segmented
            options={[
              { value: '', label: '不限' },
              { value: '0', label: '男' },
              { value: '1', label: '女' },
              { value: '2', label: '未知' },
            ]}
            value={draft.gender ?? ''}
            onChange={(gender) => set({ gender: gender || null })}
          />
        </Field>
        <Field label="年龄" group>
          <div className={s.two} style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
            {number('ageFrom', '最小年龄', '岁起')}
            {number('ageTo', '最大年龄', '岁止')}
          </div>
        </Field>
        <Field label="最近就诊">
          <DateRangePicker
            value={draft.visitFrom && draft.visitTo ? [draft.visitFrom, draft.visitTo] : null}
            onChange={(next) => set({ visitFrom: next?.[0] ?? null, visitTo: next?.[1] ?? null })}
          />
        </Field>
        <Field label="多少天没来" help="来过，但这么多天以内没有再来">
          {number('absent', '未到天数', '天')}
        </Field>
        {can('/field:amounts') && <Field label="欠费大于">{number('owes', '欠费大于', '元')}</Field>}
        <Field label="生日月份">
          <Select clearable options={months} value={draft.month} onChange={(month) => set({ month })} />
        </Field>
        <Checkbox
          checked={draft.archived === '1'}
          onChange={(event) => set({ archived: event.target.checked ? '1' : null })}
        >
          只看已归档的患者
        </Checkbox>
        <button type="submit" hidden>
          查看结果
        </button>
      </form>
    </Drawer>
  )
}
