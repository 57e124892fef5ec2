import { weekdayLetters } from '@dentin/kit/date-text'
import { monthOf, weekday, type LocalDate } from '@dentin/kit/datetime'
import { cx, ErrorLine, Meter, ScrollRegion, SkeletonRows } from '../../../ui/index.ts'
import { useMonth } from '../hooks.ts'
import { lengthText } from '../model.ts'
import s from './month.module.css'

/** A month of the board: how full each day is; a day opens on click. */
export function MonthView({
  date,
  today,
  onPick,
}: {
  date: LocalDate
  today: LocalDate
  onPick: (date: LocalDate) => void
}) {
  const { data, error, refetch } = useMonth(date)
  const days = monthOf(date)
  const load = new Map(data?.map((each) => [each.date, each]))
  if (error && !data) return <ErrorLine onRetry={() => void refetch()}>月历没有读到：{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={6} height={96} />
  return (
    <ScrollRegion className={s.scroller} label={`${Number(date.slice(5, 7))}月预约`}>
      <div className={s.month}>
        {weekdayLetters.map((name) => (
          <span key={name} className={s.head}>
            周{name}
          </span>
        ))}
        {Array.from({ length: weekday(days[0] as LocalDate) }, (_, n) => (
          <span key={n} className={s.blank} />
        ))}
        {days.map((day) => {
          const of = load.get(day)
          const [booked, available] = [of?.bookedMinutes ?? 0, of?.availableMinutes ?? 0]
          const free = Math.max(0, available - booked)
          return (
            <button
              key={day}
              type="button"
              className={cx(s.day, day < today && s.past, day === today && s.today)}
              onClick={() => onPick(day)}
            >
              <span className={s.top}>
                <b>{Number(day.slice(8))}</b>
                <span className={s.lunar}>{of?.holidayName ?? of?.lunar.slice(-2)}</span>
                {of?.holidayName && (
                  <span className={of.isWorkday ? s.work : s.rest}>{of.isWorkday ? '班' : '休'}</span>
                )}
              </span>
              {available === 0 && booked === 0 ? (
                <span className={s.none}>休息</span>
              ) : (
                <>
                  <span className={s.count}>
                    {of?.count ?? 0}
                    <small> 人</small>
                  </span>
                  <Meter value={available > 0 ? Math.min(1, booked / available) : 1} label="已约比例" height={4} />
                  <span className={s.free}>空闲 {lengthText(free)}</span>
                </>
              )}
            </button>
          )
        })}
      </div>
    </ScrollRegion>
  )
}
