import { weekdayLetters, dayText } from '@dentin/kit/date-text'
import { appointment } from '@dentin/contract/appointment'
import { clinic } from '@dentin/contract/clinic'
import { addDays, monthOf, weekday } from '@dentin/kit/datetime'
import { useMemo, useState } from 'react'
import { useLive } from '../../lib/live.ts'
import { useCan } from '../../lib/permission.ts'
import { useCall } from '../../lib/query.ts'
import {
  Button,
  cx,
  EmptyState,
  ErrorLine,
  IconButton,
  LinkButton,
  PageHeader,
  Segmented,
  SkeletonRows,
  StatusTag,
  Tag,
  Toolbar,
  urlEnum,
  urlOptional,
  useIsMobile,
  useUrlState,
} from '../../ui/index.ts'
import { ChipBox } from './Chips.tsx'
import { useMine } from './hooks.ts'
import { chipsOf, hoursWords, rangeWords, shown, sundayOf, workMinutes } from './model.ts'
import { properDate } from './words.ts'
import s from './schedule.module.css'
import { presentDay } from '../../lib/present.ts'

const codecs = { date: urlOptional, view: urlEnum(['month', 'week'] as const, 'month') }
const VIEWS = [
  { value: 'month', label: '月' },
  { value: 'week', label: '周' },
] as const

/** The own shifts of a month or week in every clinic of the chain, and on a day who comes. */
export function MySchedule() {
  const [url, setUrl] = useUrlState(codecs)
  const may = useCan()
  const phone = useIsMobile()
  const [present] = useState(presentDay)
  const date = properDate(url.date, present)
  const month = monthOf(date)
  const from = sundayOf(url.view === 'month' ? (month[0] as string) : date)
  const last = url.view === 'month' ? (month.at(-1) as string) : addDays(from, 6)
  const to = addDays(last, 6 - weekday(last))
  const query = useMine({ from, to })
  const data = query.data?.days[0]?.date === from && query.data.days.at(-1)?.date === to ? query.data : undefined
  const byDay = useMemo(() => {
    const map = new Map<string, NonNullable<typeof data>['stretches']>()
    for (const one of data?.stretches ?? []) map.set(one.date, [...(map.get(one.date) ?? []), one])
    return map
  }, [data])

  const me = useCall(clinic.doctors, {}, { staleTime: 5 * 60_000 }).data?.find((each) => each.isMe)
  const books = me !== undefined && may('/myAppointmentBoard:view')
  useLive(['appointment'], [appointment.month, appointment.week])
  const ids = me ? [me.id] : []
  const load = useCall(
    appointment.month,
    { month: `${date.slice(0, 8)}01`, doctorIds: ids },
    { enabled: books, staleTime: 30_000 },
  )
  const counts = new Map((load.data ?? []).map((day) => [day.date, day.count]))
  const day = useCall(appointment.week, { startDate: date, dayCount: 1, doctorIds: ids }, { enabled: books })
  const mine = day.data?.days[0]?.date === date ? day.data.days[0].doctors[0]?.appointments : undefined

  const minutes = month.reduce((sum, each) => sum + workMinutes(chipsOf(byDay.get(each) ?? [])), 0)
  const step = (n: number) =>
    url.view === 'week'
      ? addDays(date, n * 7)
      : n > 0
        ? addDays(month.at(-1) as string, 1)
        : addDays(month[0] as string, -1)
  return (
    <>
      <Toolbar
        className={s.bar}
        end={
          <>
            {data && url.view === 'month' && <span className="t-13 secondary num">本月上班 {hoursWords(minutes)}</span>}
            <Segmented label="范围" options={VIEWS} value={url.view} onChange={(view) => setUrl({ view })} />
          </>
        }
      >
        <span className={s.moment}>
          <Button onClick={() => setUrl({ date: present })}>今天</Button>
          <IconButton icon="chevron-left" label="往前" onClick={() => setUrl({ date: step(-1) })} />
          <IconButton icon="chevron-right" label="往后" onClick={() => setUrl({ date: step(1) })} />
        </span>
        <span className="t-16 bold num">
          {url.view === 'month' ? `${date.slice(0, 4)}年${Number(date.slice(5, 7))}月` : rangeWords(from, to)}
        </span>
      </Toolbar>
      {query.error && !data ? (
        <ErrorLine onRetry={() => void query.refetch()}>{query.error.message}</ErrorLine>
      ) : !data ? (
        <SkeletonRows rows={6} height={92} />
      ) : (
        <div className={s.month}>
          {weekdayLetters.map((name) => (
            <div key={name} className={s.monthHead}>
              {phone ? name : `周${name}`}
            </div>
          ))}
          {data.days.map((each) => {
            const chips = shown(chipsOf(byDay.get(each.date) ?? []))
            const away = (byDay.get(each.date) ?? []).find((one) => !one.isHere)?.clinicName
            const count = counts.get(each.date) ?? 0
            return (
              <button
                key={each.date}
                type="button"
                className={cx(s.monthDay, !each.date.startsWith(date.slice(0, 7)) && url.view === 'month' && s.outside)}
                aria-pressed={each.date === date}
                aria-current={each.date === present ? 'date' : undefined}
                onClick={() => setUrl({ date: each.date })}
              >
                <span className={s.dateLine}>
                  <span className={cx('num', each.date === present ? 'bold brand' : 'bold')}>
                    {Number(each.date.slice(8))}
                  </span>
                  {each.holidayName && !phone ? (
                    <Tag tone={each.isWorkday ? 'muted' : 'danger'}>{each.holidayName}</Tag>
                  ) : (
                    <span className="t-11 tertiary ellipsis">{phone ? '' : each.lunar}</span>
                  )}
                </span>
                {chips.map((chip, n) => (
                  <ChipBox key={n} chip={{ ...chip, name: away ? `${away} ${chip.name}` : chip.name }} />
                ))}
                {count > 0 && <span className="t-12 secondary num">{count} 个预约</span>}
              </button>
            )
          })}
        </div>
      )}
      {books && (
        <section aria-label="当天的预约">
          <PageHeader
            level={2}
            className={s.bookedHead}
            title={`${dayText(date)}的预约`}
            {...(mine ? { count: mine.length } : {})}
            actions={
              <LinkButton size="sm" to={`/myAppointmentBoard?date=${date}&doctors=${me?.id ?? ''}`}>
                预约板
              </LinkButton>
            }
          />
          {day.error && <ErrorLine onRetry={() => void day.refetch()}>{day.error.message}</ErrorLine>}
          {!mine && !day.error && <SkeletonRows rows={3} height={40} />}
          {mine?.length === 0 && <EmptyState icon="calendar" title="这一天没有预约" />}
          {mine?.map((card) => (
            <div key={card.id} className={s.booked}>
              <span className="num">
                {card.startTime.slice(11, 16)}–{card.endTime.slice(11, 16)}
              </span>
              <span className="ellipsis">
                <span className="bold">{card.name}</span>　<span className="secondary">{card.title}</span>
              </span>
              <StatusTag kind="appointment" value={card.status} />
            </div>
          ))}
        </section>
      )}
    </>
  )
}
