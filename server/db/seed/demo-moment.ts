import { addDays, formatDate, parseDateTime, type LocalDate } from '@dentin/kit'
import { holidays } from './catalogue/lists.ts'

/** The busiest minute of a clinic's morning: some have been treated, some wait, some are still to come. */
const TIME = '10:40:00'

/**
 * The moment at which a new demo begins: 10:40 of today, or of the last day before on which the clinic works when it is
 * earlier than that or a public holiday. Never ahead of the world's time.
 * @param real the world's time
 */
export function demoMoment(real: Date): Date {
  let day = formatDate(real)
  while (isHoliday(day) || momentOf(day) > real) day = addDays(day, -1)
  return momentOf(day)
}

const momentOf = (day: LocalDate): Date => parseDateTime(`${day} ${TIME}`)

const isHoliday = (day: LocalDate): boolean =>
  holidays.some(({ from, days }) => day >= from && day < addDays(from as LocalDate, days))
