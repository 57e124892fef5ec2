import { markWords } from '@dentin/clinical/mark-words'
import { newChartProblem } from '@dentin/clinical/mouth'
import { toothCondition, type ToothMark } from '@dentin/clinical/tooth-conditions'
import type { RecordContent } from '@dentin/contract/record'
import type { InsertMode } from '../model.ts'

/** A mark of a template that does not go into a record, and why. */
export interface LeftMark {
  mark: ToothMark
  why: string
}

/** Marks by piece: what shares a group goes in as a whole, anything else by itself. */
function piecesOf(marks: readonly ToothMark[]): ToothMark[][] {
  const pieces = new Map<unknown, ToothMark[]>()
  for (const mark of marks) {
    const key = mark.group ?? mark
    pieces.set(key, [...(pieces.get(key) ?? []), mark])
  }
  return [...pieces.values()]
}

const isSame = (a: ToothMark, b: ToothMark): boolean =>
  a.tooth === b.tooth && a.condition === b.condition && a.status === b.status
const saysAlike = (a: ToothMark, b: ToothMark): boolean =>
  isSame(a, b) && a.surfaces === b.surfaces && (a.detail ?? '') === (b.detail ?? '')

/**
 * What of a template's marks goes into a record's chart. Marks that are there are never changed, in no mode: 覆盖 and 追加 put
 * the others beside them, 仅空段 puts marks only into a chart that has none. What contradicts the mouth stays out too. The
 * words are those of the template: marks bring none.
 * @param before the mouth that the visit found
 * @param newGroup names a piece over several teeth
 */
export function marksFor(
  template: readonly ToothMark[],
  {
    content,
    before,
    mode,
    newGroup,
  }: { content: RecordContent; before: readonly ToothMark[]; mode: InsertMode; newGroup: () => string },
): { marks: ToothMark[]; left: LeftMark[] } {
  const there = content.toothMarks
  const marks: ToothMark[] = []
  const left: LeftMark[] = []
  for (const piece of piecesOf(template)) {
    if (piece.every((mark) => there.some((each) => saysAlike(each, mark)))) continue
    const group = piece.some((mark) => mark.group !== undefined) ? newGroup() : undefined
    const own = piece.map((mark) => ({ ...mark, ...(group !== undefined && { group }) }))
    const now = [...there, ...marks]
    const why =
      mode === 'fill' && there.length > 0
        ? '牙位图上已有标记'
        : piece.some((mark) => now.some((each) => isSame(each, mark)))
          ? '这份病历已标'
          : newChartProblem(before, now, [...now, ...own])
    if (why === null) marks.push(...own)
    else left.push(...piece.map((mark) => ({ mark, why })))
  }
  return { marks, left }
}

/** '；没有标：36 𬌗面深龋（这份病历已标）'; '' where everything went in. */
export function leftWords(left: readonly LeftMark[]): string {
  const reasons = new Map<string, string[]>()
  for (const { mark, why } of left) {
    const words = `${mark.tooth} ${markWords(mark) || toothCondition(mark.condition).nameZh}`
    reasons.set(why, [...(reasons.get(why) ?? []), words])
  }
  const parts = [...reasons].map(([why, marks]) => `${marks.join('、')}（${why}）`)
  return parts.length === 0 ? '' : `；没有标：${parts.join('、')}`
}
