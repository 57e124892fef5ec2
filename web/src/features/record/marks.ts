import { markWords } from '@dentin/clinical/mark-words'
import { newChartProblem } from '@dentin/clinical/mouth'
import type { TeethSelection } from '@dentin/clinical/teeth'
import {
  defaultSurfaces,
  isPiece,
  lacksReason,
  toothCondition,
  type ToothConditionId,
  type ToothMark,
} from '@dentin/clinical/tooth-conditions'
import type { RecordContent } from '@dentin/contract/record'
import { withMarks } from './chart-text.ts'

const sameMark = (a: ToothMark, b: ToothMark): boolean =>
  a.tooth === b.tooth && a.condition === b.condition && a.status === b.status

/** Conditions that all of the teeth have with a status: what the palette shows pressed. */
export function commonConditions(
  marks: readonly ToothMark[],
  teeth: TeethSelection,
  status: ToothMark['status'],
): ToothConditionId[] {
  const of = (code: string) =>
    marks.filter(
      (mark) => mark.tooth === code && (mark.status === status || toothCondition(mark.condition).layer === 'plan'),
    )
  const [first, ...rest] = teeth
  if (!first) return []
  return of(first.code)
    .map((mark) => mark.condition)
    .filter((condition) => rest.every(({ code }) => of(code).some((mark) => mark.condition === condition)))
}

/**
 * Charts a condition on teeth, or takes it off when this record has it on all of them; the text it suggests goes along.
 * @param mouth what stands on the teeth: taking off one tooth of a bridge takes off the piece
 * @param newGroup names a piece over several teeth: a splint, brackets
 */
export function toggleMark(
  content: RecordContent,
  condition: ToothConditionId,
  teeth: TeethSelection,
  status: ToothMark['status'],
  mouth: readonly ToothMark[] = [],
  newGroup?: () => string,
): RecordContent {
  const planned = toothCondition(condition).layer === 'plan'
  const on = teeth.filter(({ code }) => /^S?\d\d$/.test(code))
  const made = isPiece(condition) && on.length > 1 && status !== 'removed' ? newGroup?.() : undefined
  const marks = on.map(({ code, surfaces }): ToothMark => {
    const piece = mouth.find((each) => each.tooth === code && each.condition === condition)?.group
    return {
      tooth: code,
      condition,
      surfaces: defaultSurfaces(code, condition, surfaces),
      status: planned ? 'planned' : status,
      ...(status === 'removed' && piece && { group: piece }),
      ...(made !== undefined && { group: made }),
    }
  })
  if (marks.length === 0) return content
  const has = (mark: ToothMark) =>
    content.toothMarks.some((each) => sameMark(each, mark) && each.surfaces === mark.surfaces)
  const others = without(content.toothMarks, (each) => marks.some((mark) => sameMark(each, mark)))
  return withMarks(content, marks.every(has) ? others : [...others, ...marks])
}

/** Why a chart can't be changed like this, in Chinese; null when it can. @param before the mouth that the visit found */
export const problemOf = (before: readonly ToothMark[], was: RecordContent, is: RecordContent): string | null =>
  newChartProblem(before, was.toothMarks, is.toothMarks)

/** What a change takes off without saying why. */
const unexplained = (was: RecordContent, is: RecordContent): ToothMark[] => {
  const before = new Set(was.toothMarks.map((mark) => JSON.stringify(mark)))
  return is.toothMarks.filter((mark) => lacksReason(mark) && !before.has(JSON.stringify(mark)))
}

/** What a change takes off without saying why, in words; null: nothing. */
export function takenOff(was: RecordContent, is: RecordContent): string | null {
  const words = new Set(unexplained(was, is).map(markWords))
  return words.size === 0 ? null : [...words].join('、')
}

/** A change with the reason of what it takes off; the words say it too. */
export function withReason(was: RecordContent, is: RecordContent, reason: string): RecordContent {
  const lack = new Set(unexplained(was, is))
  return withMarks(
    is,
    is.toothMarks.map((mark) => (lack.has(mark) ? { ...mark, reason } : mark)),
  )
}

/** Charts marks that belong together, in place of the same on these teeth. */
export function putMarks(content: RecordContent, marks: readonly ToothMark[]): RecordContent {
  const others = without(content.toothMarks, (each) => marks.some((mark) => sameMark(each, mark)))
  return withMarks(content, [...others, ...marks])
}

/** Marks without some; of a piece over several teeth nothing stays when one of its marks goes. */
function without(marks: readonly ToothMark[], goes: (mark: ToothMark) => boolean): ToothMark[] {
  const pieces = new Set(marks.filter(goes).flatMap(({ group }) => group ?? []))
  return marks.filter((mark) => !goes(mark) && !(mark.group && pieces.has(mark.group)))
}

/** Takes off what this record charts on the teeth. */
export function clearMarks(content: RecordContent, teeth: TeethSelection): RecordContent {
  const codes = new Set(teeth.map(({ code }) => code))
  return withMarks(
    content,
    without(content.toothMarks, (mark) => codes.has(mark.tooth)),
  )
}

/** A condition of the chosen teeth with the details it may have, and the one that all of them have. */
export interface DetailChoice {
  condition: ToothConditionId
  details: readonly string[]
  detail: string
}

/** What may be said more exactly of what this record charts on the teeth. */
export function detailChoices(
  content: RecordContent,
  teeth: TeethSelection,
  status: ToothMark['status'],
): DetailChoice[] {
  return commonConditions(content.toothMarks, teeth, status).flatMap((condition) => {
    const { details = [] } = toothCondition(condition)
    const said = new Set(
      content.toothMarks
        .filter((mark) => mark.condition === condition && teeth.some(({ code }) => code === mark.tooth))
        .map((mark) => mark.detail ?? ''),
    )
    return details.length > 0 ? [{ condition, details, detail: said.size === 1 ? ([...said][0] ?? '') : '' }] : []
  })
}

/** Says depth, material or grade of what this record charts on the teeth; the same again takes it back. */
export function toggleDetail(
  content: RecordContent,
  condition: ToothConditionId,
  teeth: TeethSelection,
  status: ToothMark['status'],
  detail: string,
): RecordContent {
  const of = (mark: ToothMark) =>
    mark.condition === condition && mark.status === status && teeth.some(({ code }) => code === mark.tooth)
  const all = content.toothMarks.filter(of).every((mark) => mark.detail === detail)
  return withMarks(
    content,
    content.toothMarks.map((mark) => {
      if (!of(mark)) return mark
      const { detail: _former, ...bare } = mark
      return all ? bare : { ...bare, detail }
    }),
  )
}
