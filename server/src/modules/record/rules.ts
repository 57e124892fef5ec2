import { recordStates } from '@dentin/contract/core/status'
import { createHash } from 'node:crypto'
import {
  ALWAYS_REQUIRED,
  recordContent,
  recordSections,
  templateContent,
  type RecordContent,
  type SectionKey,
  type TemplateContent,
} from '@dentin/contract'
import { expandTeeth, findIcd, findTooth, formatTeeth, parseTeeth, type Quadrant } from '@dentin/clinical'
import { canonicalJson } from '@dentin/kit'
import type { ClinicSettings } from '../clinic/index.ts'
import { mostPasted } from './paste-rate.ts'

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

/** Treatments that are surgery: the blood pressure must be known. */
function isSurgery(content: RecordContent): boolean {
  return content.treatments.some((row) => SURGERY.test(row.content))
}

/** Sections that a clinic asks for at a kind of visit (1 first, 2 return), in the order of the record. */
export function requiredSections(
  { firstSections, returnSections }: Pick<ClinicSettings, 'firstSections' | 'returnSections'>,
  visitKind: number,
): SectionKey[] {
  const asked: readonly SectionKey[] = [...ALWAYS_REQUIRED, ...(visitKind === 1 ? firstSections : returnSections)]
  return recordSections.flatMap(({ key }) => (asked.includes(key) ? [key] : []))
}

export interface Missing {
  section: SectionKey
  message: string
  /** The field of the section, where it is one of several: 'treatments.0'. */
  field?: string
}

/** What must still be written before the record can be submitted, in the order of the sections. */
export function missingSections(content: RecordContent, required: readonly SectionKey[]): Missing[] {
  const must = new Set(required)
  const missing = recordSections.flatMap(({ key, name }): Missing[] =>
    must.has(key) && !isWritten(content, key) && !(key === 'presentIllness' && written(content.interval))
      ? [{ section: key, message: `${name}未填` }]
      : [],
  )
  const { bloodPressureSys, bloodPressureDia } = content.generalCondition
  if (isSurgery(content) && (bloodPressureSys === null || bloodPressureDia === null))
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
    case 'diagnoses':
      return content.diagnoses.some((row) => written(row.icdName))
    case 'treatments':
      return content.treatments.some((row) => written(row.content) || row.tariffs.length > 0)
    case 'exams':
    case 'auxExams':
    case 'plans':
      return content[key].some((row: { content: string }) => written(row.content))
    default:
      return written(content[key])
  }
}

export interface QualityItem {
  section: SectionKey
  message: string
  points: number
}
export interface Quality {
  score: number
  items: QualityItem[]
}
export interface QualityFacts {
  visitKind: VisitKind
  /** Sections that the clinic asks for. */
  required: readonly SectionKey[]
  /** The company's own diagnoses that the text names, by code. */
  own?: ReadonlyMap<string, { toothRequired: boolean }>
  /** Whole years at the visit; null when the birthday is not known. */
  age: number | null
  visitTime: Date
  /** When it was signed, or now. */
  writtenAt: Date
  /** The patient's last five records before this one, the newest first. */
  previous: readonly RecordContent[]
}

const DAY = 86_400_000
/** From this age on a deciduous tooth is unusual; below the other age no permanent tooth has come through. */
const DECIDUOUS_UNTIL = 14
const PERMANENT_FROM = 5
const quadrantWords: Readonly<Record<string, Quadrant>> = { 右上: 'UR', 左上: 'UL', 右下: 'LR', 左下: 'LL' }

const teethOf = (rows: readonly { teeth: string }[]): string[] =>
  rows.flatMap((row) => expandTeeth(parseTeeth(row.teeth))).map((code) => code.replace('S', ''))

/** How good the record is, 0 to 100, and what took points off. */
export function qualityOf(content: RecordContent, facts: QualityFacts): Quality {
  const items: QualityItem[] = missingSections(content, facts.required).map((each) => ({ ...each, points: 8 }))
  const add = (section: SectionKey, message: string, points: number) => items.push({ section, message, points })

  const needsTooth = (code: string) => (findIcd(code) ?? facts.own?.get(code))?.toothRequired ?? false
  const unlocated = content.diagnoses.find((row) => !row.teeth && needsTooth(row.icdCode))
  if (unlocated) add('diagnoses', `${unlocated.icdName}未选牙位`, 4)

  const diagnosed = new Set(teethOf(content.diagnoses))
  const treated = teethOf(content.treatments)
  const stray = diagnosed.size > 0 ? [...new Set(treated)].filter((code) => !diagnosed.has(code)) : []
  if (stray.length > 0) add('treatments', `处置牙位 ${stray.slice(0, 3).join('、')} 没有对应诊断`, 5)

  const located = [...diagnosed, ...treated, ...teethOf(content.exams)]
  const sides = new Set(located.map((code) => findTooth(code)?.quadrant))
  const astray = Object.keys(quadrantWords).filter(
    (word) => content.chiefComplaint.includes(word) && !sides.has(quadrantWords[word]),
  )
  if (located.length > 0 && astray.length > 0)
    add('exams', `主诉写${astray.join('、')}，检查、诊断、处置没有这个区的牙`, 5)

  const dentition = dentitionProblem([...new Set(located)], content, facts.age)
  if (dentition) add(dentition.section, dentition.message, 5)

  if (facts.writtenAt.getTime() - facts.visitTime.getTime() > DAY) add('chiefComplaint', '就诊 24 小时后才完成书写', 6)

  const { rate, ago } = mostPasted(content, facts.previous)
  if (rate > 0.8) add('exams', `与${ago === 0 ? '上次' : `前第 ${ago + 1} 次`}病历 ${Math.round(rate * 100)}% 相同`, 8)

  const lost = items.reduce((sum, item) => sum + item.points, 0)
  return { score: Math.max(0, 100 - lost), items }
}

function dentitionProblem(located: readonly string[], content: RecordContent, age: number | null): Missing | null {
  const spoken = content.diagnoses.find((row) => {
    const teeth = teethOf([row])
    return (
      teeth.length > 0 &&
      row.icdName.includes('乳牙') &&
      teeth.every((code) => findTooth(code)?.dentition === 'permanent')
    )
  })
  if (spoken) return { section: 'diagnoses', message: `${spoken.icdName}选的是恒牙` }
  if (age === null) return null
  const retained = new Set(
    content.toothMarks.filter((mark) => mark.condition === 'retained_deciduous').map((mark) => mark.tooth),
  )
  const deciduous = located.find((code) => findTooth(code)?.dentition === 'deciduous' && !retained.has(code))
  if (age >= DECIDUOUS_UNTIL && deciduous) return { section: 'exams', message: `${age} 岁选了乳牙 ${deciduous}` }
  const permanent = located.find((code) => findTooth(code)?.dentition === 'permanent')
  if (age < PERMANENT_FROM && permanent) return { section: 'exams', message: `${age} 岁选了恒牙 ${permanent}` }
  return null
}

/** Sections that differ between two texts, in their order. */
export function changedSections(before: RecordContent, after: RecordContent): SectionKey[] {
  return recordSections.map(({ key }) => key).filter((key) => canonicalJson(before[key]) !== canonicalJson(after[key]))
}

/** One line each for lists: diagnoses, treatments, and the whole teeth they are about. */
export function summaryOf(content: RecordContent): { diagnosisText: string; treatmentText: string; teeth: string } {
  const whole = [...teethOf(content.diagnoses), ...teethOf(content.treatments)]
  const regions = [...content.diagnoses, ...content.treatments].flatMap((row) =>
    parseTeeth(row.teeth).map((entry) => ({ code: entry.code, surfaces: '' })),
  )
  return {
    diagnosisText: content.diagnoses
      .map((row) => row.icdName)
      .filter(Boolean)
      .join('、')
      .slice(0, 500),
    treatmentText: content.treatments
      .map((row) => row.content)
      .filter(Boolean)
      .join('；')
      .slice(0, 1000),
    teeth: whole.length > 0 ? formatTeeth(regions) : '',
  }
}

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
  return Object.values(content).every((value) =>
    typeof value === 'string' ? value.trim() === '' : (value as readonly unknown[]).length === 0,
  )
}

/** Every text in a section of a record or template. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
