import { dayNumberDefinitions } from '@dentin/contract/reporting'
import type { ReactNode } from 'react'
import { Money, Stat, Tooltip } from '../../ui/index.ts'
import type { Day } from './model.ts'
import s from './reporting.module.css'

/** The numbers of the day in plain text; each says what it means. */
export function DayNumbers({ numbers }: { numbers: Day['numbers'] }) {
  // What has come due of the bookings, as the definition says.
  const due = `（${numbers.booked - numbers.notYetDue} − ${numbers.cancelled}）`
  const rate = (value: number | null) => (value === null ? '—' : value.toFixed(2).replace(/\.?0+$/, ''))
  const all: {
    key: keyof typeof dayNumberDefinitions
    label: string
    value: ReactNode
    unit?: string
    more?: string
  }[] = [
    {
      key: 'today',
      label: '今日',
      value: numbers.today,
      unit: '人',
      more: `预约 ${numbers.booked}，取消 ${numbers.cancelled}，现场 ${numbers.walkIns}`,
    },
    { key: 'arrived', label: '已到店', value: numbers.arrived, unit: '人' },
    { key: 'averageWait', label: '平均等待', value: numbers.averageWait, unit: '分' },
    {
      key: 'arrivalRate',
      label: '到店率',
      value: rate(numbers.arrivalRate),
      ...(numbers.arrivalRate === null ? {} : { unit: '%' }),
      more: `${numbers.arrivedAppointments} ÷${due}`,
    },
    {
      key: 'noShowRate',
      label: '爽约率',
      value: rate(numbers.noShowRate),
      ...(numbers.noShowRate === null ? {} : { unit: '%' }),
      more: `${numbers.noShow} ÷${due}`,
    },
  ]
  if (numbers.received !== null)
    all.push({ key: 'received', label: '实收', value: <Money yuan={numbers.received} strong /> })
  return (
    <div className={s.numbers}>
      {all.map(({ key, label, value, unit, more }) => (
        <Tooltip
          key={key}
          side="bottom"
          text={
            <>
              {dayNumberDefinitions[key]}
              {more && <div>{more}</div>}
            </>
          }
        >
          <button type="button" className={s.number}>
            <Stat label={label} value={value} {...(unit ? { unit } : {})} />
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
