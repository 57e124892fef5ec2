import {
  qualityRulesOf,
  type QualityLevel,
  type QualityRuleId,
  type QualitySetting,
} from '@dentin/contract/core/quality-rules'
import type { RecordContent, SectionKey } from '@dentin/contract'
import { isBlank, rowWords } from '@dentin/contract/record-words'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { addDays, formatDate, parseDate } from '@dentin/kit'
import { ageRangeText, expandTeeth, findIcd, findTooth, isOutsideAges, parseTeeth } from '@dentin/clinical'
import { isOutOfAge } from '@dentin/clinical/dentition'
import type { BodyFacts } from '@dentin/clinical/anaesthetic-lines'
import { doseOf, hasAnaesthetics, lacksOfAnaesthetics, overdoses } from './doses.ts'
import type { DoneImplant, LackingFilms } from './films.ts'
import type { ItemsOfText } from './items.ts'
import { openGaps, unsigned, type LackingConsents } from './gaps.ts'
import { mostPasted, ownPasteRate, templateShare, type EarlierText, type PastedText } from './paste-rate.ts'
import { isSurgery, missingSections, teethOf, type Missing, type VisitKind } from './rules.ts'
import type { PrescriptionOfRecord } from './extension-points.ts'
import { CHART_DAYS, perioDiagnosisIn } from './charted.ts'
import { lacksOfComplaint, lacksOfImplants, mayNeedAntibiotics, openCourseOf, says, sidesAstray } from './words.ts'

export interface QualityItem {
  rule: QualityRuleId
  level: QualityLevel
  section: SectionKey
  message: string
  /** Where in the section it lies, as in Missing. */
  field?: string
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
  /** What the price list says of the items that the text names. */
  items?: ItemsOfText
  /** The company's own diagnoses that the text names, by code. */
  own?: ReadonlyMap<string, { toothRequired: boolean; ageFrom?: number | null; ageTo?: number | null }>
  /** 0 male, 1 female, 2 not known. */
  gender?: number
  /** Whole years at the visit; null when the birthday is not known. */
  age: number | null
  visitTime: Date
  /** Left out: a visit of the clinic. */
  origin?: RecordOrigin
  /** What changes the limits of anaesthetics; left out where nothing was injected. */
  body?: BodyFacts | null
  /** Left out where consents are not asked for. */
  consents?: LackingConsents
  /** Left out where nothing was prescribed. */
  prescriptions?: readonly PrescriptionOfRecord[]
  /** The films that what was done asks for and that are not there; left out where pictures are not looked at. */
  films?: LackingFilms
  /** What was written of each implant that went in. */
  implants?: readonly DoneImplant[]
  /** Of periodontitis: whether a chart was made in time; left out where none is diagnosed. */
  charted?: boolean
  /** A superior's signature is waited for. */
  countersignDue?: boolean
  /** What is done at teeth that the mouth says are gone: tooth, item, and what is there instead. */
  treatedGone?: readonly { tooth: string; item: string; instead: string }[]
  /** Deciduous teeth that are treated, and the permanent ones that stand in their places by the mouth. */
  succeeded?: readonly { tooth: string; successor: string }[]
  /** When it was signed, or now. */
  writtenAt: Date
  /** The patient's last five records before this one, the newest first. */
  previous: readonly EarlierText[]
  /** What the doctor wrote that day of other patients and what is much like this one; the templates he used lately, where something is much like another text. */
  sameDay?: readonly PastedText[]
  templates?: readonly PastedText[]
}

/** What a check has found, where in the record. */
type Finding = Missing
type Check = (content: RecordContent, facts: QualityFacts) => (Finding | false | null | undefined)[]

const DAY = 86_400_000
/** Wisdom teeth are not yet impacted before. */
const WISDOM_FROM = 14
const COMPLAINT_LONG = 50
/** mmHg: from here on surgery wants a word on it. */
const HIGH = { sys: 180, dia: 110 }
export const PASTED = 0.8
/** Against other patients of the day. */
export const PASTED_TODAY = 0.9

/** What a missing section is called in the list. */
const sectionRules: Partial<Record<SectionKey, QualityRuleId>> = {
  chiefComplaint: 'Q01',
  presentIllness: 'Q02',
  interval: 'Q02',
  pastHistory: 'Q03',
  allergyHistory: 'Q04',
  exams: 'Q05',
  diagnoses: 'Q06',
  treatments: 'Q07',
}
const PRESSURE = '手术须填血压'
/** What a text lacks, by what is known of its visit: nine checks ask for it. */
const lackingBy = new WeakMap<QualityFacts, { content: RecordContent; missing: readonly Missing[] }>()
function lackingOf(content: RecordContent, facts: QualityFacts): readonly Missing[] {
  const before = lackingBy.get(facts)
  if (before?.content === content) return before.missing
  const missing = missingSections(content, facts.required, facts.items)
  lackingBy.set(facts, { content, missing })
  return missing
}
const missingOf = (content: RecordContent, facts: QualityFacts, rule: QualityRuleId) =>
  lackingOf(content, facts).filter(({ section, message }) =>
    message === PRESSURE ? rule === 'Q19' : (sectionRules[section] ?? 'Q08') === rule,
  )
const missingCheck =
  (rule: QualityRuleId): Check =>
  (content, facts) =>
    missingOf(content, facts, rule)

const locatedIn = ({ exams, diagnoses, treatments }: RecordContent) => teethOf([...diagnoses, ...treatments, ...exams])
/** Days between the visit and its text; without a visit they count from the end of its day, since the hour may not be known. */
const late = ({ writtenAt, visitTime, origin = 'visit' }: QualityFacts) => {
  const from = origin === 'visit' ? visitTime : parseDate(addDays(formatDate(visitTime), 1))
  return (writtenAt.getTime() - from.getTime()) / DAY
}
const since = ({ origin = 'visit' }: QualityFacts) => (origin === 'visit' ? '就诊' : '归属日过后')

const AWAITS_SUPERIOR: Finding = { section: 'chiefComplaint', message: '等上级审签，签完才归档' }

/** Each defect of the list, looked for in a text and in what is known of the visit. */
const checks: Readonly<Record<QualityRuleId, Check>> = {
  Q01: missingCheck('Q01'),
  Q02: missingCheck('Q02'),
  Q03: missingCheck('Q03'),
  Q04: missingCheck('Q04'),
  Q05: missingCheck('Q05'),
  Q06: missingCheck('Q06'),
  Q07: missingCheck('Q07'),
  Q08: missingCheck('Q08'),
  // A return visit goes on with what was said before.
  Q09: ({ chiefComplaint }, { visitKind }) => {
    const lacks = visitKind === 1 ? lacksOfComplaint(chiefComplaint) : []
    return [lacks.length > 0 && { section: 'chiefComplaint', message: `主诉缺${lacks.join('、')}` }]
  },
  Q10: ({ chiefComplaint }) => [
    chiefComplaint.trim().length > COMPLAINT_LONG && {
      section: 'chiefComplaint',
      message: `主诉 ${chiefComplaint.trim().length} 字，宜在 ${COMPLAINT_LONG} 字以内`,
    },
  ],
  Q11: ({ diagnoses }, { own }) => {
    const found = diagnoses.find((row) => !row.teeth && (findIcd(row.icdCode) ?? own?.get(row.icdCode))?.toothRequired)
    return [found && { section: 'diagnoses', message: `${found.icdName}未选牙位` }]
  },
  Q12: ({ diagnoses }) => {
    const found = diagnoses.find((row) => row.icdName.trim() !== '' && row.icdCode === '' && row.kind !== 3)
    return [found && { section: 'diagnoses', message: `${found.icdName}没有编码，也不是待查` }]
  },
  Q13: ({ diagnoses }, { previous }) => {
    const open = (content: EarlierText | undefined, name: string) =>
      content?.diagnoses.some((row) => row.kind === 3 && row.icdName === name) ?? false
    const found = diagnoses.find(
      ({ kind, icdName }) => kind === 3 && icdName !== '' && open(previous[0], icdName) && open(previous[1], icdName),
    )
    return [found && { section: 'diagnoses', message: `${found.icdName}第三次就诊仍待查，请上级会诊` }]
  },
  Q14: (content, { own }) => {
    const treated = [...new Set(teethOf(content.treatments.filter((row) => !isBlank(row))))]
    const beyond = (chosen: readonly string[]) => treated.filter((code) => !isCovered(code, chosen))
    const [undiagnosed, unexamined] = [beyond(diagnosedIn(content, own)), beyond(examinedIn(content))]
    const stray = treated.filter((code) => undiagnosed.includes(code) || unexamined.includes(code)).slice(0, 3)
    const what = [undiagnosed.length > 0 && '诊断', unexamined.length > 0 && '检查'].filter(Boolean)
    return [
      stray.length > 0 && {
        section: 'treatments',
        message: `处置牙位 ${stray.join('、')} 没有对应${what.join('、')}`,
      },
    ]
  },
  // Present illness and histories speak of other teeth rightly.
  Q15: (content) => {
    const located = locatedIn(content)
    const complaint = sidesAstray(content.chiefComplaint, located)
    const advice = sidesAstray(content.advice, [...located, ...teethOf([...content.plans, ...content.auxExams])])
    const rows = (['exams', 'auxExams', 'diagnoses', 'plans', 'treatments'] as const).flatMap((section) =>
      content[section].map((row) => ({ section, words: sidesAstray(rowWords(row), teethOf([row])), teeth: row.teeth })),
    )
    const row = rows.find(({ words }) => words.length > 0)
    return [
      complaint.length > 0 && {
        section: 'exams',
        message: `主诉写${complaint.join('、')}，检查、诊断、处置没有这个区的牙`,
      },
      row && { section: row.section, message: `写着${row.words.join('、')}，选的牙位是 ${row.teeth}` },
      advice.length > 0 && {
        section: 'advice',
        message: `医嘱写${advice.join('、')}，检查、诊断、处置没有这个区的牙`,
      },
    ]
  },
  Q16: (content, { age, succeeded = [] }) => [dentitionProblem(content, age) ?? succeededProblem(content, succeeded)],
  Q17: (_content, { treatedGone = [] }) =>
    treatedGone.slice(0, 1).map(({ tooth, item, instead }) => ({
      section: 'treatments',
      message: `${tooth} 在口腔图里${instead}，不能做${item}`,
    })),
  Q18: (content, { gender, age }) => {
    const said = [content.chiefComplaint, content.presentIllness, content.pastHistory]
    const pregnant = gender === 0 && said.some((text) => says(text, /妊娠|怀孕|孕期|孕\s*\d|哺乳期|月经/))
    const young = age !== null && age < WISDOM_FROM
    const wisdom = young && content.diagnoses.find(({ icdName }) => /阻生.*智齿|智齿.*阻生/.test(icdName))
    return [
      pregnant && { section: 'pastHistory', message: '男患者写了妊娠、哺乳或月经' },
      wisdom && { section: 'diagnoses', message: `${age} 岁诊断${wisdom.icdName}` },
    ]
  },
  Q18b: ({ diagnoses }, { age, own }) =>
    diagnoses.map(({ icdCode, icdName }, index) => {
      const theirs = own?.get(icdCode)
      const ages = findIcd(icdCode)?.ages ?? { from: theirs?.ageFrom ?? null, to: theirs?.ageTo ?? null }
      return (
        age !== null &&
        isOutsideAges(age, ages) && {
          section: 'diagnoses',
          field: `diagnoses.${index}`,
          message: `${icdName}适用于 ${ageRangeText(ages)}，患者 ${age} 岁`,
        }
      )
    }),
  Q19: missingCheck('Q19'),
  Q19b: (content, { items = new Map() }) => {
    const { bloodPressureSys: sys, bloodPressureDia: dia } = content.generalCondition
    const isHigh = (sys ?? 0) >= HIGH.sys || (dia ?? 0) >= HIGH.dia
    const texts = [content.presentIllness, content.pastHistory, content.advice]
    const said = [...texts, ...[...content.plans, ...content.treatments].map((row) => row.content)]
    return [
      isSurgery(content, items) &&
        isHigh &&
        !said.some((text) => /血压|降压/.test(text)) && {
          section: 'generalCondition',
          message: `手术时血压 ${sys ?? '—'}/${dia ?? '—'} mmHg，没有说明`,
        },
    ]
  },
  Q20: (_content, { consents }) => (consents ? unsigned(consents, 'block') : []),
  Q20b: (_content, { consents }) => (consents ? unsigned(consents, 'warn') : []),
  Q21: (_content, { films }) =>
    (films?.root ?? []).slice(0, 1).map((tooth) => ({
      section: 'treatments',
      message: `${tooth} 做根管治疗，90 天内没有它的片子`,
    })),
  Q21b: (_content, { films }) =>
    (films?.filled ?? []).slice(0, 1).map((tooth) => ({
      section: 'treatments',
      message: `${tooth} 根管充填后没有拍片`,
    })),
  Q22: (_content, { films }) => [
    films?.cbct === true && { section: 'treatments', message: '植入种植体，12 个月内没有 CBCT' },
  ],
  Q22b: (_content, { implants = [] }) => {
    const [lacking] = implants.flatMap(lacksOfImplants)
    return [
      lacking && {
        section: 'treatments',
        message: `${lacking.tooth && `${lacking.tooth} 的`}种植体没有写${lacking.parts.join('、')}`,
      },
    ]
  },
  Q23: (content) => lacksOfAnaesthetics(content).slice(0, 1),
  Q23b: (content, { body = null }) => overdoses(content, body),
  Q23c: (content, { body }) => {
    const unchecked = body && hasAnaesthetics(content) ? doseOf(content, body).unchecked : []
    return [unchecked.length > 0 && { section: 'treatments', message: unchecked.join('；') }]
  },
  Q24: (_content, { prescriptions = [] }) =>
    prescriptions.flatMap(({ rxNo, unresolved }) =>
      unresolved.length === 0
        ? []
        : [{ section: 'advice', message: `处方 ${rxNo}：${unresolved.join('；')}，尚无第二人签名` }],
    ),
  Q25: ({ advice }, { prescriptions = [] }) => [
    prescriptions.length > 0 && advice.trim() === '' && { section: 'advice', message: '开了处方，没有写医嘱' },
  ],
  Q25b: (content, { prescriptions = [] }) => {
    const found = prescriptions.find(
      ({ antibiotics, diagnosis }) => antibiotics.length > 0 && !mayNeedAntibiotics(content, diagnosis),
    )
    return [found && { section: 'diagnoses', message: `开了${found.antibiotics.join('、')}，没有写感染或预防的理由` }]
  },
  Q26: (_content, facts) => [
    late(facts) > 1 &&
      late(facts) <= 3 && { section: 'chiefComplaint', message: `${since(facts)} 24 小时后才完成书写` },
  ],
  Q26b: (_content, facts) => [
    late(facts) > 3 && { section: 'chiefComplaint', message: `${since(facts)} 72 小时后才完成书写` },
  ],
  Q27: (content, { previous, templates = [] }) => {
    const { rate, ago } = mostPasted(content, previous, templates)
    const when = ago === 0 ? '上次' : `前第 ${ago + 1} 次`
    const percent = (share: number) => `${Math.round(share * 100)}%`
    const share = rate > PASTED ? templateShare(content, templates) : 0
    const apart = share > 0 ? `（模板 ${percent(share)}，其余复制 ${percent(rate)}）` : ''
    return [rate > PASTED && { section: 'exams', message: `与${when}病历 ${percent(rate)} 相同${apart}` }]
  },
  Q27b: (content, { sameDay = [], templates = [] }) => {
    const rate = Math.max(0, ...sameDay.map((other) => ownPasteRate(content, other, templates)))
    return [
      rate > PASTED_TODAY && {
        section: 'exams',
        message: `与当天另一位患者的病历 ${Math.round(rate * 100)}% 相同，请核对是否写错了人`,
      },
    ]
  },
  Q28: (content) => openGaps(content),
  Q29: (_content, { countersignDue }) => [countersignDue === true && AWAITS_SUPERIOR],
  Q30: (content, { items = new Map() }) => {
    const { days, remark, itemIds } = content.nextVisit
    const course = openCourseOf(content, items)
    const isNext = days !== null || remark.trim() !== '' || itemIds.length > 0
    return [course !== null && !isNext && { section: 'nextVisit', message: `${course}，没有写下次就诊` }]
  },
  Q31: (content, { charted }) => [
    charted === false &&
      content.perio === undefined && {
        section: 'diagnoses',
        message: `诊断${perioDiagnosisIn(content)?.icdName ?? ''}，${CHART_DAYS} 天内没有牙周检查`,
      },
  ],
  Q32: ({ auxExams }) => {
    const found = auxExams.find((row) => row.kind !== '' && row.content.trim() === '')
    return [found && { section: 'auxExams', message: `${found.kind}没有写所见` }]
  },
}

/** What stands in the way of submitting and signing, in the order of the list. */
export const blocking = ({ items }: Quality): Missing[] =>
  items.flatMap(({ level, section, message, field }) =>
    level === 1 ? [{ section, message, ...(field === undefined ? {} : { field }) }] : [],
  )

/** What a rule makes of what its check has found. */
const itemOf = (
  { id, level, points }: Pick<QualityItem, 'level' | 'points'> & { id: QualityRuleId },
  found: Finding,
) => ({
  rule: id,
  level,
  ...found,
  points: level === 3 ? 0 : points,
})

/** What is said of a signed text by itself: that a superior's signature is waited for. */
export function awaitsSuperior(due: boolean, settings: readonly QualitySetting[]): QualityItem[] {
  const rule = due ? qualityRulesOf(settings).find(({ id }) => id === 'Q29') : undefined
  if (!rule || rule.level === 0) return []
  return [itemOf({ ...rule, level: rule.level }, AWAITS_SUPERIOR)]
}

/**
 * How good the record is, 0 to 100, and what the list finds, in its order.
 * @param settings how the clinic takes single rules
 */
export function qualityOf(
  content: RecordContent,
  facts: QualityFacts,
  settings: readonly QualitySetting[] = [],
): Quality {
  const items = qualityRulesOf(settings).flatMap(({ id, level, points }) =>
    level === 0
      ? []
      : checks[id](content, facts).flatMap((found): QualityItem[] =>
          found ? [itemOf({ id, level, points }, found)] : [],
        ),
  )
  const lost = items.reduce((sum, item) => sum + item.points, 0)
  return { score: Math.max(0, 100 - lost), items }
}

/** What is written of a treated tooth counts for the whole mouth where no tooth is chosen. */
const WHOLE_MOUTH = 'FM'
/** The teeth that diagnoses are about, as they were chosen. A diagnosis that needs a tooth and has none is about none. */
function diagnosedIn({ diagnoses }: RecordContent, own: QualityFacts['own']): string[] {
  const written = diagnoses.filter((row) => rowWords(row).trim() !== '')
  // That there is none at all is said by itself.
  if (written.length === 0) return [WHOLE_MOUTH]
  return written.flatMap(({ teeth, icdCode }) => {
    if (teeth) return parseTeeth(teeth).map(({ code }) => code)
    const known = findIcd(icdCode) ?? own?.get(icdCode)
    return known && !known.toothRequired ? [WHOLE_MOUTH] : []
  })
}

/** The teeth that were looked at: in examinations, on films, in charts, and in what was charted. */
function examinedIn({ exams, auxExams, toothMarks, perio, orthoExam, orthoVisit }: RecordContent): string[] {
  const written = [...exams, ...auxExams].filter((row) => row.content.trim() !== '')
  if (exams.every((row) => row.content.trim() === '') || perio || orthoExam || orthoVisit) return [WHOLE_MOUTH]
  return [
    ...written.flatMap(({ teeth }) => (teeth ? parseTeeth(teeth).map(({ code }) => code) : [WHOLE_MOUTH])),
    ...toothMarks.map(({ tooth }) => tooth),
  ]
}

/** Whether chosen teeth and regions hold a tooth; a region holds the deciduous teeth of its place too. */
function isCovered(code: string, chosen: readonly string[]): boolean {
  const tooth = findTooth(code)
  const place = tooth?.dentition === 'deciduous' ? `${Number(code[0]) - 4}${code[1]}` : code
  return chosen.some((each) => {
    const named = each.replace('S', '')
    return named === code || (findTooth(named) === undefined && expandTeeth(parseTeeth(each)).includes(place))
  })
}

/** What makes that a tooth of the wrong age is none: it has stayed, or has not come. */
const STAYED = /滞留/
const NOT_THROUGH = /未萌|埋伏|阻生|牙胚|早萌|多生|额外牙/
const NOT_THROUGH_MARKS: ReadonlySet<string> = new Set(['unerupted', 'embedded', 'impacted'])

/** A tooth that is far from the age of its person, named by itself or with others; regions stand for whatever is there. */
function outOfAge(content: RecordContent, age: number): string | null {
  const rows = [...content.diagnoses, ...content.treatments, ...content.exams]
  const named = rows.flatMap((row) =>
    parseTeeth(row.teeth).map(({ code }) => ({ code: code.replace('S', ''), words: rowWords(row) })),
  )
  const isExcused = (code: string) => {
    const isDeciduous = findTooth(code)?.dentition === 'deciduous'
    const words = named.flatMap((each) => (each.code === code ? [each.words] : []))
    return (
      words.some((text) => (isDeciduous ? STAYED : NOT_THROUGH).test(text)) ||
      content.toothMarks.some(
        ({ tooth, condition }) =>
          tooth === code && (isDeciduous ? condition === 'retained_deciduous' : NOT_THROUGH_MARKS.has(condition)),
      )
    )
  }
  return named.find(({ code }) => isOutOfAge(code, age) && !isExcused(code))?.code ?? null
}

/** A deciduous tooth is treated whose place the mouth gives to its successor; that it has stayed beside it may be written. */
function succeededProblem(
  { diagnoses, exams, treatments }: RecordContent,
  succeeded: NonNullable<QualityFacts['succeeded']>,
): Finding | null {
  const rows = [...diagnoses, ...exams, ...treatments]
  const found = succeeded.find(
    ({ tooth }) => !rows.some((row) => STAYED.test(rowWords(row)) && teethOf([row]).includes(tooth)),
  )
  return found
    ? { section: 'treatments', message: `处置了乳牙 ${found.tooth}，口腔图里恒牙 ${found.successor} 已在` }
    : null
}

function dentitionProblem(content: RecordContent, age: number | null): Finding | null {
  const spoken = content.diagnoses.find((row) => {
    const teeth = teethOf([row])
    return (
      teeth.length > 0 &&
      row.icdName.includes('乳牙') &&
      teeth.every((code) => findTooth(code)?.dentition === 'permanent')
    )
  })
  if (spoken) return { section: 'diagnoses', message: `${spoken.icdName}选的是恒牙` }
  const tooth = age === null ? null : outOfAge(content, age)
  if (tooth === null) return null
  const dentition = findTooth(tooth)?.dentition === 'deciduous' ? '乳牙' : '恒牙'
  return { section: 'exams', message: `${age} 岁选了${dentition} ${tooth}` }
}
