import { useState } from 'react'
import { Dialog, Select, TimeField } from '../../ui/heavy.ts'
import { Button, Field, IconButton, TextField } from '../../ui/index.ts'
import { usePlanChairs, type Shift } from './hooks.ts'
import { chipFrom, colourOf, shown, TYPE_NAMES, type Chip } from './model.ts'
import s from './schedule.module.css'

const OWN = [3, 4, 5, 2, 1] as const

/** Everything of one person's day: several shifts, half a day of leave, another chair, a remark. */
export function CellDialog({
  title,
  chips,
  shifts,
  homeChair,
  onClose,
  onSave,
}: {
  title: string
  chips: readonly Chip[]
  shifts: readonly Shift[]
  homeChair: string
  onClose: () => void
  onSave: (chips: Chip[]) => void
}) {
  const chairs = usePlanChairs().data ?? []
  const [list, setList] = useState<Chip[]>(() => shown(chips))
  const [wrong, setWrong] = useState<string | null>(null)
  const patch = (n: number, next: Partial<Chip>) =>
    setList((now) => now.map((chip, at) => (at === n ? { ...chip, ...next } : chip)))
  const submit = () => {
    const backwards = list.some((chip) => chip.spans.some(({ start, end }) => !start || !end || start >= end))
    if (backwards) return setWrong('结束时间应晚于开始时间')
    const clash = list.find((chip, n) =>
      list.some(
        (other, at) =>
          at > n &&
          other.kind === chip.kind &&
          other.spans.some((a) => chip.spans.some((b) => a.start < b.end && b.start < a.end)),
      ),
    )
    if (clash) return setWrong(`${TYPE_NAMES[clash.kind]}的时段不能重叠`)
    onSave(list)
  }
  const add = (value: string) => {
    setWrong(null)
    const shift = shifts.find(({ id }) => id === value)
    const kind = Number(value)
    const own: Chip = {
      shiftId: null,
      name: TYPE_NAMES[kind] ?? '',
      kind,
      colour: colourOf(kind, ''),
      spans: [{ start: '13:30', end: '17:30' }],
      chairId: null,
      chairName: '',
      remark: '',
      bookable: kind === 1,
      draft: true,
    }
    setList((now) => [...now, shift ? chipFrom(shift) : own])
  }
  return (
    <Dialog open title={title} width={560} onClose={onClose} onSubmit={submit} submitText="确定">
      {list.length === 0 && <p className="t-13 secondary">没有安排。选择班次或时段加入。</p>}
      {list.map((chip, n) => (
        <div key={n} className={s.entry}>
          <div className={s.entryFields}>
            {chip.shiftId ? (
              <Field label={TYPE_NAMES[chip.kind] ?? ''} group>
                <span>
                  <span className="bold">{chip.name}</span>
                  {'　'}
                  <span className="num t-13 secondary">
                    {chip.spans.map(({ start, end }) => `${start}–${end}`).join('、')}
                  </span>
                </span>
              </Field>
            ) : (
              <Field label={TYPE_NAMES[chip.kind] ?? ''}>
                <TextField
                  value={chip.name}
                  maxLength={20}
                  onChange={(event) => patch(n, { name: event.target.value })}
                />
              </Field>
            )}
            {chip.shiftId ? (
              chip.kind === 1 && (
                <Field label="诊椅">
                  <Select
                    label="诊椅"
                    clearable
                    placeholder={homeChair || '不指定'}
                    options={chairs.map((each) => ({ value: each.id, label: each.name }))}
                    value={chip.chairId}
                    onChange={(chairId) =>
                      patch(n, { chairId, chairName: chairs.find((each) => each.id === chairId)?.name ?? '' })
                    }
                  />
                </Field>
              )
            ) : (
              <div className={s.two}>
                <Field label="开始">
                  <TimeField
                    label="开始"
                    step={5}
                    value={chip.spans[0]?.start ?? null}
                    onChange={(start) => patch(n, { spans: [{ start: start ?? '', end: chip.spans[0]?.end ?? '' }] })}
                  />
                </Field>
                <Field label="结束">
                  <TimeField
                    label="结束"
                    step={5}
                    value={chip.spans[0]?.end ?? null}
                    onChange={(end) => patch(n, { spans: [{ start: chip.spans[0]?.start ?? '', end: end ?? '' }] })}
                  />
                </Field>
              </div>
            )}
            <Field label="备注">
              <TextField
                value={chip.remark}
                maxLength={100}
                onChange={(event) => patch(n, { remark: event.target.value })}
              />
            </Field>
          </div>
          <IconButton
            icon="trash"
            label={`删除 ${chip.name}`}
            onClick={() => setList((now) => now.filter((_, at) => at !== n))}
          />
        </div>
      ))}
      {wrong && (
        <p className="danger t-13" role="alert">
          {wrong}
        </p>
      )}
      {list.length < 6 && (
        <div className={s.two}>
          <Select
            label="加入班次"
            placeholder="加入班次"
            options={shifts.filter(({ enabled }) => enabled).map((each) => ({ value: each.id, label: each.name }))}
            value={null}
            onChange={(value) => value && add(value)}
          />
          <Select
            label="加入时段"
            placeholder="加入半天假、会议…"
            options={OWN.map((kind) => ({ value: String(kind), label: `${TYPE_NAMES[kind]}（自定时间）` }))}
            value={null}
            onChange={(value) => value && add(value)}
          />
        </div>
      )}
      {list.length > 0 && (
        <Button variant="text" icon="trash" onClick={() => setList([])}>
          清空这一天
        </Button>
      )}
    </Dialog>
  )
}
