import { MOST_NEXT_DAYS } from '@dentin/contract/record'
import { addDays, daysBetween, type LocalDate } from '@dentin/kit/datetime'

/** What is proposed of the next visit, by days and by date, which follow each other; `problem` says why it can't be. */
export interface NextDay {
  days: number | null
  problem: string | null
}

const refused = (problem: string): NextDay => ({ days: null, problem })

/** After so many days, of which a part is a day. */
export function nextInDays(value: number | null): NextDay {
  if (value === null) return { days: null, problem: null }
  const days = Math.round(value)
  return days < 1 || days > MOST_NEXT_DAYS
    ? refused(`复诊天数应在 1 到 ${MOST_NEXT_DAYS} 天之间`)
    : { days, problem: null }
}

/** On a day, counted from that of the visit. */
export function nextOn(visitDay: LocalDate, date: LocalDate): NextDay {
  const days = daysBetween(visitDay, date)
  if (days < 1) return refused(`复诊日期应在就诊当天（${visitDay}）之后`)
  return days > MOST_NEXT_DAYS
    ? refused(`复诊日期最晚到 ${addDays(visitDay, MOST_NEXT_DAYS)}（${MOST_NEXT_DAYS} 天内）`)
    : { days, problem: null }
}
