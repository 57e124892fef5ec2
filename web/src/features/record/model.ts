import { countTeeth, parseTeeth, surfaceText } from '@dentin/clinical/teeth'
import { recordSections, type RecordContent, type SectionKey, type TemplateContent } from '@dentin/contract/record'
import { isBlank, isRowSection, isWritten, rowSections, rowWords, type RowSection } from '@dentin/contract/record-words'
import { begunAnew } from './anaesthetics.ts'

export { isBlank, isRowSection, isWritten, sectionLines, type RowSection } from '@dentin/contract/record-words'

export type TextSection =
  | 'chiefComplaint'
  | 'presentIllness'
  | 'interval'
  | 'pastHistory'
  | 'allergyHistory'
  | 'familyHistory'
  | 'personalHistory'
  | 'advice'
export type Row<S extends RowSection> = RecordContent[S][number]

export const sectionName = (key: SectionKey): string =>
  recordSections.find((section) => section.key === key)?.name ?? key

/** An empty row of a section on some teeth. */
export function emptyRow<S extends RowSection>(section: S, teeth = ''): Row<S> {
  const rows: { [K in RowSection]: Row<K> } = {
    exams: { teeth, content: '' },
    auxExams: { teeth, kind: '根尖片', content: '' },
    diagnoses: { teeth, icdCode: '', icdName: '', kind: 2 },
    plans: { teeth, content: '' },
    treatments: { teeth, content: '', tariffs: [], anesthetic: null },
  }
  return rows[section] as Row<S>
}

/** Without rows that say nothing and stand on no tooth: what is worth saving. */
export function tidy(content: RecordContent): RecordContent {
  const kept = { ...content }
  for (const key of rowSections) {
    const rows = content[key] as { teeth: string; content?: string }[]
    ;(kept[key] as unknown) = rows.filter((row) => row.teeth !== '' || !isBlank(row))
  }
  return kept
}

/** append: behind what is there. replace: instead of it. fill: only where nothing is written. */
export type InsertMode = 'append' | 'replace' | 'fill'

/** Puts sections into a record: texts go behind what is there, rows below, unless the mode says otherwise. */
export function mergeInto(
  content: RecordContent,
  part: Partial<RecordContent>,
  mode: InsertMode = 'append',
): RecordContent {
  const next: RecordContent = { ...content }
  for (const { key } of recordSections) {
    const given = part[key]
    if (given === undefined || (mode === 'fill' && isWritten(content, key))) continue
    if (mode === 'replace') {
      ;(next[key] as unknown) = given
      continue
    }
    if (isRowSection(key)) {
      const before = (content[key] as Row<typeof key>[]).filter((row) => !isBlank(row))
      const fresh = (given as Row<typeof key>[]).filter(
        (row) => !before.some((each) => each.teeth === row.teeth && rowWords(each) === rowWords(row)),
      )
      ;(next[key] as unknown) = [...before, ...fresh]
    } else if (typeof given === 'string') {
      const before = content[key] as string
      ;(next[key] as unknown) = !given || before.includes(given) ? before : before ? `${before}${given}` : given
    } else if (key === 'generalCondition' || key === 'nextVisit') {
      ;(next[key] as unknown) = isWritten(content, key) ? content[key] : given
    }
  }
  return next
}

/** An examination without its pictures: they hang on the record that it stands in. */
const withoutPictures = ({ imageIds: _own, ...row }: Row<'auxExams'>): Row<'auxExams'> => row

/** One section of another record, ready to be merged. */
export function sectionOf(content: RecordContent, key: SectionKey): Partial<RecordContent> {
  return { [key]: key === 'auxExams' ? content.auxExams.map(withoutPictures) : content[key] }
}

/** What of an earlier record may be taken over whole: what was charted then belongs to then. */
export function copyable(content: RecordContent): Partial<RecordContent> {
  const { toothMarks: _marks, generalCondition: _condition, nextVisit: _next, perio: _chart, ...others } = content
  const { orthoExam: _exam, orthoVisit: _visit, ...rest } = others
  return { ...rest, auxExams: rest.auxExams.map(withoutPictures) }
}

/** What was found out about this person: it goes into a template only when somebody says so. */
export const ofThePerson: readonly SectionKey[] = ['pastHistory', 'familyHistory', 'personalHistory', 'toothMarks']

/**
 * A record as a template: nothing of the person, teeth left to the next one unless they are kept; with them goes what was
 * charted, but nothing that was taken off. Allergies are left out: they are this person's.
 */
export function asTemplate(content: RecordContent, teethBound: boolean): TemplateContent {
  const { chiefComplaint, presentIllness, interval, pastHistory, familyHistory, personalHistory, advice } = content
  const bare = <R extends { teeth: string }>(rows: readonly R[]): R[] =>
    rows.map((row) => ({ ...row, teeth: teethBound ? row.teeth : '' }))
  return {
    chiefComplaint,
    presentIllness,
    interval,
    pastHistory,
    allergyHistory: '',
    familyHistory,
    personalHistory,
    advice,
    // With whom is this visit's; when and for what holds for the next one of its kind.
    nextVisit: { ...content.nextVisit, doctorId: null },
    toothMarks: teethBound ? content.toothMarks.filter(({ status }) => status !== 'removed') : [],
    exams: bare(content.exams),
    auxExams: bare(content.auxExams.map(withoutPictures)),
    diagnoses: bare(content.diagnoses),
    plans: bare(content.plans),
    // Which implant went in is this person's.
    treatments: bare(content.treatments).map(({ implants: _, ...row }) => ({
      ...row,
      anesthetic: row.anesthetic ? { ...row.anesthetic, batch: '' } : null,
      ...(row.anaesthetics ? { anaesthetics: row.anaesthetics.map(begunAnew) } : {}),
    })),
  }
}

/** The quantity of an item priced by teeth: one for each tooth, at least one. */
export function qtyOf(teeth: string): number {
  return Math.max(1, countTeeth(parseTeeth(teeth)))
}

/** Moves a treatment to other teeth; the quantities of items priced by teeth follow. */
export function moveTreatment(
  row: Row<'treatments'>,
  teeth: string,
  countPriced: (tariffId: string) => boolean,
): Row<'treatments'> {
  return {
    ...row,
    teeth,
    tariffs: row.tariffs.map((each) => (countPriced(each.tariffId) ? { ...each, qty: qtyOf(teeth) } : each)),
  }
}

/** Surfaces of a row that stands on one tooth, in short: '近中 𬌗'. */
export function surfaceTag(teeth: string): string {
  const [only, ...rest] = parseTeeth(teeth)
  if (!only || rest.length > 0 || !only.surfaces) return ''
  return [...only.surfaces].map((letter) => surfaceText(only.code, letter).replace(/面$/, '')).join(' ')
}

/** Words often used for the complaint, by kind. */
export const complaintPhrases: readonly { kind: string; words: readonly string[] }[] = [
  { kind: '部位', words: ['右上后牙', '左上后牙', '右下后牙', '左下后牙', '上前牙', '下前牙', '全口'] },
  {
    kind: '症状',
    words: [
      '自发痛',
      '冷热刺激痛',
      '咬合痛',
      '食物嵌塞',
      '牙龈出血',
      '牙齿松动',
      '肿痛',
      '缺失要求修复',
      '要求洁治',
      '充填物脱落',
    ],
  },
  { kind: '时间', words: ['1天', '3天', '1周', '2周', '1月', '半年', '1年'] },
]
