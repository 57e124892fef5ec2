import { weekdayLetters } from '@dentin/kit/date-text'
import { schedule } from '@dentin/contract/schedule'
import { addDays, monthOf, weekday, type LocalDate } from '@dentin/kit/datetime'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { DateRangePicker, FormDialog } from '../../ui/heavy.ts'
import {
  Button,
  cx,
  ErrorLine,
  Field,
  IconButton,
  NumberField,
  Page,
  RadioGroup,
  SkeletonRows,
  TextField,
  toast,
  Toolbar,
  urlNumber,
  useUrlState,
} from '../../ui/index.ts'
import s from './schedule.module.css'
import { presentDay } from '../../lib/present.ts'

const codecs = { year: urlNumber(0) }
const KINDS = [
  { value: 'off', label: '放假', hint: '不排班时不可预约' },
  { value: 'work', label: '调休上班' },
  { value: 'plain', label: '平常日' },
] as const
type Holiday = { date: string; name: string; kind: 'plain' | 'off' | 'work'; own: boolean }

/** A year of days off and days worked in exchange, with the lunar days; what the company says otherwise is marked. */
export function HolidayYear() {
  const may = useCan()
  const mayEdit = may('/baseScheduleSet:edit')
  const [url, setUrl] = useUrlState(codecs)
  const [present] = useState(presentDay)
  const year = url.year >= 1900 && url.year <= 2100 ? url.year : Number(present.slice(0, 4))
  const query = useCall(schedule.holidays, { year })
  const data = query.data && query.data.lunar.length > 0 ? query.data : undefined
  const [opened, setOpened] = useState<LocalDate | null>(null)
  const marks = new Map((data?.holidays ?? []).map((each) => [each.date, each]))
  const go = (next: number) => setUrl({ year: Math.min(2100, Math.max(1900, next)) })
  const months = Array.from({ length: 12 }, (_, n) => monthOf(`${year}-${String(n + 1).padStart(2, '0')}-01`))
  let place = 0
  return (
    <>
      <Toolbar
        className={s.bar}
        end={
          mayEdit && (
            <Button
              icon="calendar-plus"
              onClick={() => setOpened(year === Number(present.slice(0, 4)) ? present : `${year}-01-01`)}
            >
              设置放假或上班
            </Button>
          )
        }
      >
        <span className={s.moment}>
          <IconButton icon="chevron-left" label="上一年" disabled={year <= 1900} onClick={() => go(year - 1)} />
          <NumberField
            aria-label="年份"
            value={year}
            min={1900}
            max={2100}
            onChange={(next) => next !== null && next >= 1900 && next <= 2100 && go(next)}
            unit="年"
            boxClassName={s.yearBox}
          />
          <IconButton icon="chevron-right" label="下一年" disabled={year >= 2100} onClick={() => go(year + 1)} />
        </span>
        <span className="t-13 secondary">红底放假，灰底调休上班，描边为本机构自己的调整</span>
      </Toolbar>
      {query.error && !data ? (
        <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={8} height={60} />
      ) : (
        <Page scroll padded={false}>
          <div className={s.year}>
            {months.map((days, n) => {
              const first = place
              place += days.length
              return (
                <section key={n} aria-label={`${n + 1}月`}>
                  <h3 className="t-14 bold">{n + 1}月</h3>
                  <div className={s.small}>
                    {weekdayLetters.map((name) => (
                      <span key={name} className={s.smallHead}>
                        {name}
                      </span>
                    ))}
                    {Array.from({ length: weekday(days[0] as string) }, (_, blank) => (
                      <span key={`blank${blank}`} />
                    ))}
                    {days.map((date, nth) => {
                      const mark = marks.get(date)
                      const lunar = data.lunar[first + nth] ?? ''
                      return (
                        <button
                          key={date}
                          type="button"
                          disabled={!mayEdit}
                          className={cx(
                            s.yearDay,
                            (weekday(date) === 0 || weekday(date) === 6) && s.weekend,
                            mark?.kind === 'off' && s.off,
                            mark?.kind === 'work' && s.work,
                            mark?.own && s.own,
                          )}
                          title={mark?.name ?? lunar}
                          aria-label={`${date} ${mark?.name ?? lunar}`}
                          onClick={() => setOpened(date)}
                        >
                          <span className={cx('num', 't-13', date === present && 'bold')}>{nth + 1}</span>
                          <span className={s.lunar}>{mark?.name.slice(0, 3) ?? lunar.slice(-2)}</span>
                        </button>
                      )
                    })}
                  </div>
                </section>
              )
            })}
          </div>
        </Page>
      )}
      {opened && <HolidayDialog date={opened} mark={marks.get(opened)} onClose={() => setOpened(null)} />}
    </>
  )
}

function HolidayDialog({ date, mark, onClose }: { date: LocalDate; mark: Holiday | undefined; onClose: () => void }) {
  const set = useSend(schedule.setHolidays, {
    refresh: [schedule.holidays, schedule.plan, schedule.view, schedule.mine],
  })
  const form = useCallForm(schedule.setHolidays, {
    defaultValues: { from: date, to: date, kind: mark?.kind ?? 'off', name: mark?.own || mark ? mark.name : '' },
  })
  const submit = form.save(set.mutateAsync, ({ changed }) => {
    toast.success(changed > 0 ? `已设置 ${changed} 天` : '没有变化')
    onClose()
  })
  const from = form.watch('from')
  const to = form.watch('to')
  return (
    <FormDialog title="设置放假或上班" width={440} form={form} onClose={onClose} onSubmit={submit} submitText="保存">
      <Field label="日期" required error={form.errorOf('from') ?? form.errorOf('to')}>
        <DateRangePicker
          label="日期"
          clearable={false}
          value={[from, to]}
          onChange={(range) => {
            if (!range) return
            form.setValue('from', range[0], { shouldDirty: true })
            form.setValue('to', range[1] > addDays(range[0], 30) ? addDays(range[0], 30) : range[1], {
              shouldDirty: true,
            })
          }}
        />
      </Field>
      <Field label="这几天" group>
        <RadioGroup
          label="这几天"
          options={KINDS}
          value={form.watch('kind')}
          onChange={(kind) => {
            form.setValue('kind', kind, { shouldDirty: true })
            form.setValue('name', '')
          }}
        />
      </Field>
      <Field label="名称" error={form.errorOf('name')} help="如 国庆节、店庆；与国家日历相同时恢复为国家日历">
        <TextField maxLength={20} {...form.register('name')} />
      </Field>
    </FormDialog>
  )
}
