import { gapsIn, type Gap } from '@dentin/clinical/placeholders'

/** A field as it stands on the screen. */
export interface Place {
  /** Of the fields, in their order; between two of them: the later one, with start and end 0. */
  field: number
  start: number
  end: number
}

/** The gap behind a place, or before it, over all fields in their order; null: there is none. */
export function gapFrom(texts: readonly string[], at: Place, back: boolean): { field: number; gap: Gap } | null {
  const all = texts.flatMap((text, field) => gapsIn(text).map((gap) => ({ field, gap })))
  if (back)
    return all.findLast(({ field, gap }) => field < at.field || (field === at.field && gap.end <= at.start)) ?? null
  return all.find(({ field, gap }) => field > at.field || (field === at.field && gap.start >= at.end)) ?? null
}

/** The gap in which the caret stands, or which is marked. */
export const gapAt = (text: string, start: number, end: number): Gap | null =>
  gapsIn(text).find((gap) => gap.start <= start && end <= gap.end) ?? null
