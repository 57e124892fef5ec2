import { formatTeeth, parseTeeth, sameTeeth } from '@dentin/clinical/teeth'
import type { ToothMark } from '@dentin/clinical/tooth-conditions'
import type { RecordContent } from '@dentin/contract/record'
import { markWords, sectionOfMark } from '@dentin/clinical/mark-words'
import { emptyRow, isBlank } from './model.ts'

/**
 * The record with other marks on its chart, and the words in step: what came is written at its tooth, what changed is
 * reworded in its place, what went is taken out where it stands as it was written. Text that was touched is left alone.
 */
export function withMarks(content: RecordContent, marks: readonly ToothMark[]): RecordContent {
  const gone = content.toothMarks.filter((mark) => !has(marks, mark))
  const come = marks.filter((mark) => !has(content.toothMarks, mark))
  let next: RecordContent = { ...content, toothMarks: [...marks] }
  const replaced = new Set<ToothMark>()
  for (const mark of come) {
    const former = gone.find(
      (each) => !replaced.has(each) && each.tooth === mark.tooth && each.condition === mark.condition,
    )
    if (former && sectionOfMark(former) === sectionOfMark(mark)) {
      replaced.add(former)
      next = reword(next, former, mark)
    }
  }
  for (const mark of gone) if (!replaced.has(mark)) next = unsay(next, mark)
  return come.reduce(say, next)
}

const has = (marks: readonly ToothMark[], mark: ToothMark): boolean =>
  marks.some((each) => each === mark || JSON.stringify(each) === JSON.stringify(mark))

/** Puts the words of a mark in place of those that its former state was written with. */
function reword(content: RecordContent, former: ToothMark, mark: ToothMark): RecordContent {
  const section = sectionOfMark(mark)
  const [old, words] = [markWords(former), markWords(mark)]
  if (!old || !words) return content
  return {
    ...content,
    [section]: content[section].map((row) =>
      covers(row.teeth, mark.tooth)
        ? {
            ...row,
            content: segments(row.content)
              .map((each) => (bare(each) === old ? each.replace(old, words) : each))
              .join(''),
          }
        : row,
    ),
  }
}

/** Takes out what a mark was written with, as long as nobody touched it. */
function unsay(content: RecordContent, mark: ToothMark): RecordContent {
  const section = sectionOfMark(mark)
  const words = markWords(mark)
  const said = content.toothMarks.some(
    (each) => each.tooth === mark.tooth && sectionOfMark(each) === section && markWords(each) === words,
  )
  if (!words || said) return content
  const rows = content[section].flatMap((row) => {
    if (!covers(row.teeth, mark.tooth)) return [row]
    const left = segments(row.content).filter((each) => bare(each) !== words)
    if (left.join('') === row.content) return [row]
    const next = { ...row, content: left.join('').replace(/[，；]$/, '') }
    return isBlank(next) && parseTeeth(row.teeth).length === 1 ? [] : [next]
  })
  return { ...content, [section]: rows }
}

/** Writes what a mark says at its tooth; never twice. */
function say(content: RecordContent, mark: ToothMark): RecordContent {
  const words = markWords(mark)
  const section = sectionOfMark(mark)
  if (!words || content[section].some((row) => row.content.includes(words) && covers(row.teeth, mark.tooth)))
    return content
  const teeth = mark.surfaces ? `${mark.tooth}:${mark.surfaces}` : mark.tooth
  const rows = content[section].filter((row) => row.teeth !== '' || !isBlank(row))
  const at = rows.findIndex((row) => sameTeeth(parseTeeth(row.teeth), parseTeeth(mark.tooth)))
  const row = rows[at]
  const next = row
    ? rows.map((each, index) =>
        index === at
          ? {
              ...each,
              teeth: formatTeeth([...parseTeeth(each.teeth), ...parseTeeth(teeth)]),
              content: joined(each.content, words),
            }
          : each,
      )
    : [...rows, { ...emptyRow(section, teeth), content: words }]
  return { ...content, [section]: next }
}

/** A text in parts, each with the mark that ends it. */
const segments = (text: string): string[] => text.match(/[^，。；]*[，。；]|[^，。；]+$/g) ?? []
const bare = (segment: string): string => segment.replace(/[，。；]$/, '')

const covers = (teeth: string, tooth: string): boolean => parseTeeth(teeth).some((entry) => entry.code === tooth)

const joined = (before: string, words: string): string =>
  before ? `${before.replace(/[。，；]$/, '')}，${words}` : words
