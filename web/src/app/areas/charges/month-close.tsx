import { useSearchParams } from 'react-router'
import { MonthClosePage } from '../../../features/month-close/index.ts'
import { presentDay } from '../../../lib/present.ts'

/** /monthClose: the month of the address, else the one that has just ended. */
export default function MonthClose() {
  const [params, setParams] = useSearchParams()
  const month = params.get('month') ?? monthBefore(presentDay())
  return <MonthClosePage month={month} onMonth={(next) => setParams({ month: next }, { replace: true })} />
}

function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}
