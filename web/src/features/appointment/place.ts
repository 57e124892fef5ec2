import { minutesOf, type LocalDate } from '@dentin/kit/datetime'
import { selectedDoctor } from '../../lib/selected-doctor.ts'
import { clockOf, presentMoment, spanOf, wireDate, wireTime, type Card } from './model.ts'
import { present } from '../../lib/present.ts'

/** Where an appointment stands, as a form holds it. */
export interface PlaceValue {
  doctorId: string | null
  chairId: string | null
  date: LocalDate | null
  time: string | null
  minutes: number | null
}

/** Codes of a place that somebody else has taken meanwhile. */
export const PLACE_TAKEN: readonly number[] = [23001, 23002, 23016]
/** The source of an appointment that the doctor made. */
export const BY_DOCTOR = 3
export const DEFAULT_MINUTES = 30

/** The place as the calls take it; null while something is missing. */
export function wirePlace(
  value: PlaceValue,
): { doctorId: string; chairId: string | null; startTime: string; endTime: string } | null {
  const { doctorId, chairId, date, time, minutes } = value
  if (!doctorId || !date || !time || !minutes) return null
  const start = minutesOf(time)
  return {
    doctorId,
    chairId,
    startTime: wireTime(date, start),
    endTime: wireTime(date, Math.min(1440, start + minutes)),
  }
}

/** Where a booking begins: with the doctor one works with, unless another is given. */
export const placeOfStart = (start: {
  doctorId: string | null
  chairId?: string | null
  date: LocalDate
  time: string | null
  minutes: number | null
}): PlaceValue => ({
  doctorId: start.doctorId ?? selectedDoctor.get(),
  chairId: start.chairId ?? null,
  date: start.date,
  time: start.time,
  minutes: start.minutes ?? DEFAULT_MINUTES,
})

type Standing = Pick<Card, 'doctorId' | 'startTime' | 'endTime'> & {
  chairId?: string | null | undefined
  parkedTime?: string | null | undefined
}

/** Where an appointment stands. */
export function placeOf(row: Standing): PlaceValue {
  const { start, end } = spanOf(row)
  return {
    doctorId: row.doctorId,
    chairId: row.chairId ?? null,
    date: wireDate(row.startTime),
    time: clockOf(start),
    minutes: end - start,
  }
}

/** Where a move begins: where it stands; what was put aside can't go back to a time that has passed. */
export function placeToMove(row: Standing): PlaceValue {
  const { date: today, minute } = presentMoment(present())
  const date = wireDate(row.startTime)
  const over = row.parkedTime != null && (date < today || (date === today && spanOf(row).start < minute))
  return { ...placeOf(row), ...(over ? { date: today, time: null } : {}) }
}
