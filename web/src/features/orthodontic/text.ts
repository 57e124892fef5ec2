import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import type { RecordContent } from '@dentin/contract/record'

/** A record's text as its editor lends it. */
export interface LentText {
  content: RecordContent
  change: (make: (now: RecordContent) => RecordContent) => void
  readOnly: boolean
  /** What was refused, by the field of the text: 'orthoVisit.tray.no'. */
  problems: ReadonlyMap<string, string>
}
/** Changes some of a visit. */
export type SetVisit = (part: Partial<OrthoVisitContent>) => void

/** 1、3、6、12 个月; nothing of none. */
export const monthsText = (months: readonly number[]): string =>
  months.length === 0 ? '' : `${[...new Set(months)].toSorted((a, b) => a - b).join('、')} 个月`
