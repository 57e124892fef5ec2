import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { recordStates } from '@dentin/contract/core/status'
import { createHash } from 'node:crypto'
import {
  ownSections,
  sectionsOf,
  specialSections,
  recordContent,
  recordSections,
  templateContent,
  type RecordContent,
  type RecordType,
  type SectionKey,
  type TemplateContent,
} from '@dentin/contract'
import { diagnosisWords } from '@dentin/contract/record-words'
import { orthoVisitSummary } from '@dentin/contract/core/ortho-words'
import { expandTeeth, formatTeeth, parseTeeth } from '@dentin/clinical'
import { canonicalJson } from '@dentin/kit'
import type { ClinicSettings } from '../clinic/index.ts'
import { itemsOf, type ItemsOfText } from './items.ts'
import { kindsOfRecord } from './kinds.ts'

/** 1 first visit, 2 return visit. */
export type VisitKind = 1 | 2
/** Whether the text may be changed: before it is signed, or while it is being amended. */
export function isOpen(status: number): boolean {
  return recordStates.may('edit', status)
}

/** Stored content with every section present. */
export function readContent(stored: unknown): RecordContent {
  return recordContent.parse(stored)
}

/** A stored template with every section present. */
export function readTemplate(stored: unknown): TemplateContent {
  return templateContent.parse(stored)
}

/** SHA-256 (hex) of the canonical JSON: what a signature covers. */
export function hashOf(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

const written = (text: string): boolean => text.trim() !== ''
const SURGERY = /拔除|拔牙|植入|植骨|翻瓣|切开|切除|根尖手术|骨增量|上颌窦提升|活检|微创拔/

/** Treatments that are surgery: the blood pressure must be known. What names items is what they are; of the rest the words say it. */
export function isSurgery(content: RecordContent, items: ItemsOfText): boolean {
  return content.treatments.some((row) =>
    row.tariffs.length > 0 ? itemsOf(row, items).some((item) => item.isSurgery) : SURGERY.test(row.content),
  )
}

/** Sections that a clinic asks for in a kind of record at a kind of visit (1 first, 2 return), in the order of the record. */
export function requiredSections(
  settings: Pick<ClinicSettings, 'firstSections' | 'returnSections'>,
  visitKind: number,
  origin: RecordOrigin = 'visit',
  type: RecordType = 1,
  content?: RecordContent,
): SectionKey[] {
  const asked = kindsOfRecord[type].required({ ...settings, visitKind, origin, content })
  return recordSections.flatMap(({ key }) => (asked.includes(key) ? [key] : []))
}

export interface Missing {
  section: SectionKey
  message: string
  /** The field of the section, where it is one of several: 'treatments.0'. */
  field?: string
}

/** What must still be written before the record can be submitted, in the order of the sections. */
export function missingSections(
  content: RecordContent,
  required: readonly SectionKey[],
  items: ItemsOfText = new Map(),
): Missing[] {
  const must = new Set(required)
  const isToldOtherwise = (key: SectionKey) =>
    (key === 'presentIllness' && written(content.interval)) || (key === 'interval' && written(content.presentIllness))
  const missing = recordSections.flatMap(({ key, name }): Missing[] =>
    must.has(key) && !isWritten(content, key) && !isToldOtherwise(key)
      ? [{ section: key, message: `${name}未填` }]
      : [],
  )
  const { bloodPressureSys, bloodPressureDia } = content.generalCondition
  if (isSurgery(content, items) && (bloodPressureSys === null || bloodPressureDia === null))
    missing.push({ section: 'generalCondition', message: '手术须填血压' })
  return missing
}

/** What of the general condition can't be as it is written, with the field of the record. */
export function conditionProblems({ generalCondition: now }: RecordContent): { field: string; message: string }[] {
  const { bloodPressureSys: sys, bloodPressureDia: dia } = now
  const problem = (key: string, message: string) => ({ field: `content.generalCondition.${key}`, message })
  return [
    ...(sys !== null && dia !== null && sys <= dia ? [problem('bloodPressureSys', '收缩压应高于舒张压')] : []),
    ...(now.pregnancyWeek !== null && now.pregnancy !== 'pregnant'
      ? [problem('pregnancyWeek', '没有妊娠，不填孕周')]
      : []),
    ...(now.asa !== null && !Number.isInteger(now.asa) ? [problem('asa', 'ASA 分级为 1 到 5 的整数')] : []),
  ]
}

/** Whether a section says anything. */
function isWritten(content: RecordContent, key: SectionKey): boolean {
  switch (key) {
    case 'generalCondition':
      return Object.values(content.generalCondition).some((value) => value !== null)
    case 'nextVisit':
      return (
        content.nextVisit.days !== null || written(content.nextVisit.remark) || content.nextVisit.itemIds.length > 0
      )
    case 'toothMarks':
      return content.toothMarks.length > 0
    case 'perio':
    case 'orthoExam':
    case 'orthoVisit':
      return content[key] !== undefined
    case 'diagnoses':
      return content.diagnoses.some((row) => written(row.icdName))
    case 'treatments':
      return content.treatments.some((row) => written(row.content) || row.tariffs.length > 0)
    case 'plans':
      return content.plans.some((row) => written(row.content) || (row.tariffIds?.length ?? 0) > 0)
    case 'exams':
    case 'auxExams':
      return content[key].some((row: { content: string }) => written(row.content))
    default:
      return written(content[key])
  }
}

/** Whole teeth of rows, supernumerary ones under their neighbour's number. */
export const teethOf = (rows: readonly { teeth: string }[]): string[] =>
  rows.flatMap((row) => expandTeeth(parseTeeth(row.teeth))).map((code) => code.replace('S', ''))

/** The lines of treatment plans that a text says are done, each once. */
export const planLinesIn = (content: RecordContent): string[] => [
  ...new Set(content.treatments.flatMap(({ tariffs }) => tariffs.flatMap(({ planLineId }) => planLineId ?? []))),
]

/** The pictures that lines of a text show. */
export const picturesIn = (content: RecordContent): string[] =>
  content.auxExams.flatMap(({ imageIds }) => imageIds ?? [])

/** Sections that differ between two texts, in their order. */
export function changedSections(before: RecordContent, after: RecordContent): SectionKey[] {
  const textOf = (value: unknown) => canonicalJson(value ?? null)
  return recordSections.map(({ key }) => key).filter((key) => textOf(before[key]) !== textOf(after[key]))
}

/** A text as it is saved: what a kind's own calls write stays, and what another kind alone has is none of its. */
export function withOwnSections(content: RecordContent, stored: RecordContent, type: RecordType): RecordContent {
  const next: Partial<Record<SectionKey, unknown>> = { ...content }
  const of = sectionsOf(type)
  for (const key of specialSections) if (!of.some((section) => section.key === key)) delete next[key]
  for (const key of ownSections) {
    delete next[key]
    if (stored[key] !== undefined) next[key] = stored[key]
  }
  return next as RecordContent
}

/** One line each for lists: diagnoses, treatments, and the whole teeth they are about. */
export function summaryOf(content: RecordContent): { diagnosisText: string; treatmentText: string; teeth: string } {
  const whole = [...teethOf(content.diagnoses), ...teethOf(content.treatments)]
  const regions = [...content.diagnoses, ...content.treatments].flatMap((row) =>
    parseTeeth(row.teeth).map((entry) => ({ code: entry.code, surfaces: '' })),
  )
  const visit = content.orthoVisit ? [orthoVisitSummary(content.orthoVisit)] : []
  return {
    diagnosisText: content.diagnoses
      .map((row) => diagnosisWords(row, content.diagnoses))
      .filter(Boolean)
      .join('、')
      .slice(0, 500),
    treatmentText: [...visit, ...content.treatments.map((row) => row.content)]
      .filter(Boolean)
      .join('；')
      .slice(0, 1000),
    teeth: whole.length > 0 ? formatTeeth(regions) : '',
  }
}

/** What differs between two texts, as each has it: the log keeps this of a text that is saved every second. */
export function changeBetween(before: RecordContent, after: RecordContent) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof RecordContent)[]
  const changed = keys.filter((key) => canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null))
  const of = (content: RecordContent) => ({ content: Object.fromEntries(changed.map((key) => [key, content[key]])) })
  return { before: of(before), after: of(after) }
}

/** What screens beside the editor show of a text: the complaint, and every section that is more than words. */
const shownBeside = (content: RecordContent) =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(content).filter(([key, section]) => key === 'chiefComplaint' || typeof section !== 'string'),
    ),
  )

/** Whether a text that was written on looks the same on every list and in the mouth. */
export const looksTheSame = (before: RecordContent, after: RecordContent): boolean =>
  shownBeside(before) === shownBeside(after)

/** What should happen next, for whoever sees the patient then: '7天后 根管充填'; '' when nothing was written. */
export function nextPlanOf(content: RecordContent): string {
  const { days, remark } = content.nextVisit
  const plan = remark || (content.plans[0]?.content ?? '')
  return [days === null ? '' : `${days}天后`, plan].filter(Boolean).join(' ').slice(0, 200)
}

/** What a new record takes over from the patient's file and the registration. */
export function prefill(file: {
  chiefComplaint: string
  pastHistory: string
  familyHistory: string
  systemicDiseases: readonly string[]
  allergyFlag: number
  allergyHistory: string
}): RecordContent {
  const diseases = file.systemicDiseases.join('、')
  return recordContent.parse({
    chiefComplaint: file.chiefComplaint,
    pastHistory: [diseases, file.pastHistory].filter(Boolean).join('；'),
    allergyHistory: file.allergyFlag === 0 ? '否认药物过敏史' : file.allergyHistory,
    familyHistory: file.familyHistory,
  })
}

/** Whole years between a birthday and a visit; null without a birthday. */
export function ageAt(birthDay: string | null, visitDate: string): number | null {
  if (!birthDay) return null
  const years = Number(visitDate.slice(0, 4)) - Number(birthDay.slice(0, 4))
  return visitDate.slice(5) < birthDay.slice(5) ? years - 1 : years
}

/** Whether a template says anything. */
export function isTemplateEmpty(content: TemplateContent): boolean {
  const { nextVisit, ...written } = content
  const nothingNext = nextVisit.days === null && nextVisit.remark === '' && nextVisit.itemIds.length === 0
  return (
    nothingNext &&
    Object.values(written).every((value) => (typeof value === 'string' ? value.trim() === '' : value.length === 0))
  )
}

/** Every text in a section of a record or template. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
