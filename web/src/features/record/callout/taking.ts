import type { Callout } from '@dentin/clinical/callout'
import type { ToothMark } from '@dentin/clinical/tooth-conditions'
import type { RecordContent } from '@dentin/contract/record'
import { withMarks } from '../chart-text.ts'

/** Marks that remove a part of a piece name the piece: it goes as a whole. */
export function piecesOf(marks: readonly ToothMark[], mouth: readonly ToothMark[]): ToothMark[] {
  return marks.map((mark) => {
    const piece = mouth.find((each) => each.tooth === mark.tooth && each.condition === mark.condition)?.group
    return mark.status === 'removed' && piece ? { ...mark, group: piece } : mark
  })
}

/** What stays in the line when the rest was written down: what could not be read, behind the teeth it was said of. */
export function leftOver(text: string, { teeth, problems }: Callout): string {
  if (problems.length === 0) return ''
  return [teeth.join(' '), ...problems.map(({ from, to }) => text.slice(from, to))].join(' ')
}

/** Takes marks off a record again, with what they were written with. */
export function takeBack(content: RecordContent, marks: readonly ToothMark[]): RecordContent {
  const gone = new Set(marks.map((mark) => JSON.stringify(mark)))
  return withMarks(
    content,
    content.toothMarks.filter((mark) => !gone.has(JSON.stringify(mark))),
  )
}
