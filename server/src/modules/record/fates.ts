import { foldMouth, type ChartEntry, type MouthMark } from '@dentin/clinical'
import { formatDate, type LocalDate } from '@dentin/kit'

/** What stands beside an entry of a chart: the day it ended, the surfaces that are left of it, whether something covers it. */
export interface Fate {
  ended_on: LocalDate | null
  left_surfaces: string | null
  covered: boolean
}

/** What all entries of a patient that are known make of each of them, by its id. */
export function fatesOf(entries: readonly ChartEntry[]): Map<string, Fate> {
  const marks = new Map(foldMouth(entries).marks.map((mark) => [mark.entry.id, mark]))
  return new Map(entries.map((entry) => [entry.id, fateOf(entry, marks.get(entry.id))]))
}

/** An entry that is no mark (a sound tooth, what stood already) ends as it begins. */
function fateOf(entry: ChartEntry, mark: MouthMark | undefined): Fate {
  const end = mark ? mark.endedBy : entry
  return {
    ended_on: end && formatDate(new Date(end.visitAt)),
    left_surfaces: mark && mark.surfaces !== entry.surfaces ? mark.surfaces : null,
    covered: mark?.hidden ?? false,
  }
}
