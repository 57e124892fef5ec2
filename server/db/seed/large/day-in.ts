import { formatDate, type LocalDate } from '@dentin/kit'

const DAY = 86_400_000
const days = new Map<number, LocalDate>()

/** The day of a moment. Millions are asked for, of some thousand days; each is worked out once. */
export function dayIn(at: Date): LocalDate {
  // Shanghai knows no summer time in these years: its days begin at 16:00 of the day before.
  const number = Math.floor((at.getTime() + DAY / 3) / DAY)
  let date = days.get(number)
  if (date === undefined) days.set(number, (date = formatDate(at)))
  return date
}
