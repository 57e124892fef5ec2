import { weeksPregnant } from '@dentin/clinical/pregnancy'
import { pregnancyWords } from '@dentin/contract/core/pregnancy-words'

/** A pregnancy that the file counts from a day, on another day: 妊娠 23 周; null when there is none or it is over. */
export function pregnancyText(since: string | null, on: string): string | null {
  const weeks = weeksPregnant(since, on)
  return weeks === null ? null : pregnancyWords('pregnant', weeks)
}
