import type { LocalDate } from '@dentin/kit/datetime'

/** The day that an address names; another when it names none. */
export function properDate(text: string | null, otherwise: LocalDate): LocalDate {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : otherwise
}
