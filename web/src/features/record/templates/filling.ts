import { parseTeeth, formatTeeth, surfaceText, toothText, type TeethSelection } from '@dentin/clinical/teeth'
import { fillGaps, gapsIn, type Asked, type LastSection } from '@dentin/clinical/placeholders'
import { recordSections, type RecordContent, type TemplateContent } from '@dentin/contract/record'
import { sectionLines } from '../model.ts'

/** What is known where a template is put in. */
export interface KnownHere {
  /** Chosen on the chart. */
  teeth: TeethSelection
  /** Of the visit: 2026-11-20. */
  day: string
  /** The record that it goes into. */
  record: RecordContent
  /** The patient's record before this one. */
  last: RecordContent | null
}

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(texts) : []

/** Whether a template wants words of the last record, which then has to be read first. */
export const wantsLast = (content: TemplateContent): boolean =>
  texts(content).some((text) => gapsIn(text).some(({ asks }) => asks.kind === 'last'))

const wordsOf = (content: RecordContent | null, name: LastSection): string => {
  const section = recordSections.find((each) => each.name === name)
  if (!content || !section) return ''
  return sectionLines(content, section.key)
    .map(({ text }) => text)
    .join('；')
}

/** 近中𬌗面 of one tooth; of several each once. */
const facesOf = (teeth: TeethSelection): string =>
  [...new Set(teeth.map(({ code, surfaces }) => surfaceText(code, surfaces)).filter(Boolean))].join('、')

/** Whether a template says when the patient comes again. */
export const saysNext = ({ days, remark, itemIds }: TemplateContent['nextVisit']): boolean =>
  days !== null || remark !== '' || itemIds.length > 0

/**
 * A template as sections of the record. What is known is put in, anything else stays in the text as a gap. Rows without
 * teeth take the chosen ones; rows that name theirs keep them. Its allergies go only where the record says nothing of them:
 * no template overwrites what is known of the person. Its tooth marks go in by themselves (template-marks.ts).
 */
export function fillTemplate(content: TemplateContent, known: KnownHere): Partial<RecordContent> {
  const answerOn =
    (teeth: TeethSelection) =>
    (asks: Asked): string | null => {
      if (asks.kind === 'teeth') return toothText(teeth.map(({ code }) => ({ code, surfaces: '' })))
      if (asks.kind === 'surfaces') return facesOf(teeth)
      if (asks.kind === 'date') return known.day
      if (asks.kind === 'last') return wordsOf(known.last, asks.section)
      if (asks.kind === 'films') return wordsOf(known.record, '辅助检查')
      return null
    }
  const walk = (value: unknown, teeth: TeethSelection): unknown => {
    if (typeof value === 'string') return fillGaps(value, answerOn(teeth))
    if (Array.isArray(value)) return value.map((each) => walk(each, teeth))
    if (!value || typeof value !== 'object') return value
    const stored = 'teeth' in value ? (value.teeth as string) : ''
    const own = stored === '' ? teeth : parseTeeth(stored)
    const made = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each, own)]))
    return 'teeth' in made ? { ...made, teeth: formatTeeth(own) } : made
  }
  const { toothMarks: _marks, ...written } = content
  const filled = walk(written, known.teeth) as typeof written
  return Object.fromEntries(
    Object.entries(filled).filter(([key, value]) =>
      key === 'nextVisit'
        ? saysNext(filled.nextVisit)
        : key === 'allergyHistory' && known.record.allergyHistory.trim() !== ''
          ? false
          : typeof value === 'string'
            ? value !== ''
            : Array.isArray(value) && value.length > 0,
    ),
  )
}
