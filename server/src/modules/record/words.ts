import { findTooth, type Tooth } from '@dentin/clinical'
import type { RecordContent } from '@dentin/contract'
import type { ImplantLine } from '@dentin/contract/core/implant-line'
import type { courseSteps } from '@dentin/contract/tariff-fields'
import type { DoneImplant } from './films.ts'
import { itemsOf, type ItemsOfText } from './items.ts'

/** Where one clause ends. */
const CLAUSE = /[，。；、,;.！？\n]/
const NEGATION = /否认|没有|未见|不是|并非|无|非/
/** Words that compare with another side, or with the other jaw. */
const COMPARISON = /对照|对比|对侧|对颌|对𬌗|同名牙/

/** Whether a text says something, clauses that deny it aside. */
export const says = (text: string, words: RegExp): boolean =>
  text.split(CLAUSE).some((clause) => words.test(clause) && !NEGATION.test(clause))

/** Whether a text only denies: 否认药物过敏史. */
export const denies = (text: string): boolean =>
  text
    .split(CLAUSE)
    .map((clause) => clause.trim())
    .filter(Boolean)
    .every((clause) => /^(否认|无|没有|未见)/.test(clause))

/** Advice to spare the treated side by using the other: 用左侧咀嚼. */
const USES_OTHER = /^(?!.*(勿|避免|不要|不用|不宜|禁|忌)).*(咀嚼|进食|侧卧)/
/** Words for a part of the mouth, with what of a tooth says that it stands there. What is called after a jaw is no tooth. */
const PARTS: readonly [words: string, found: RegExp, stands: (tooth: Tooth) => boolean][] = [
  ['右上', /右上/, ({ quadrant }) => quadrant === 'UR'],
  ['左上', /左上/, ({ quadrant }) => quadrant === 'UL'],
  ['右下', /右下/, ({ quadrant }) => quadrant === 'LR'],
  ['左下', /左下/, ({ quadrant }) => quadrant === 'LL'],
  ['上颌', /上颌(?!骨|结节)/, ({ arch }) => arch === 'upper'],
  ['下颌', /(?<!颞)下颌(?!下|骨|关节|运动|角|支|升支|功能|姿势|淋巴)/, ({ arch }) => arch === 'lower'],
  ['左侧', /左侧/, ({ side }) => side === 'left'],
  ['右侧', /右侧/, ({ side }) => side === 'right'],
]

/** Each part of the mouth that a text speaks of; denials, comparisons and advice to use the other side aside. */
const partsSaid = (text: string) => {
  const clauses = text
    .split(CLAUSE)
    .filter((clause) => !NEGATION.test(clause) && !COMPARISON.test(clause) && !USES_OTHER.test(clause))
  return PARTS.filter(([, found]) => clauses.some((clause) => found.test(clause)))
}

/** The parts of the mouth that a text speaks of and in which none of the teeth stands. Without teeth nothing is astray. */
export function sidesAstray(text: string, codes: readonly string[]): string[] {
  const standing = codes.flatMap((code) => findTooth(code) ?? [])
  if (standing.length === 0) return []
  return partsSaid(text).flatMap(([words, , stands]) => (standing.some(stands) ? [] : [words]))
}

/** A step of a course, as items name it, and as the words of a treatment do whose items are none. */
interface CourseStep {
  item: keyof typeof courseSteps
  words: RegExp
}
/** Courses that go on: what begins one, what ends it, what is said of it. */
const COURSES: readonly { begun: CourseStep; ended: CourseStep; open: string }[] = [
  {
    begun: { item: 1, words: /封药|根管预备|开髓|拔髓/ },
    ended: { item: 2, words: /根管充填|热牙胶|根充|充填完成/ },
    open: '根管治疗未完',
  },
  { begun: { item: 3, words: /缝合/ }, ended: { item: 4, words: /拆线|可吸收/ }, open: '缝线未拆' },
  {
    begun: { item: 5, words: /临时冠|临时修复|暂冠/ },
    ended: { item: 6, words: /戴牙|粘固全?冠|永久粘/ },
    open: '临时冠未换',
  },
]

type Treatments = Pick<RecordContent, 'treatments'>

/** The course that the treatments of a text leave open, in words; null when none. */
export function openCourseOf({ treatments }: Treatments, items: ItemsOfText): string | null {
  const isDone = ({ item, words }: CourseStep) =>
    treatments.some((row) => {
      const steps = itemsOf(row, items).flatMap(({ course }) => course ?? [])
      return steps.length > 0 ? steps.includes(item) : says(row.content, words)
    })
  return COURSES.find(({ begun, ended }) => isDone(begun) && !isDone(ended))?.open ?? null
}

const PLACE = /牙|齿|龈|颌|舌|唇|颊|腭|口|面部|腮|\d\d/
const SYMPTOM = /痛|肿|血|松|嵌塞|脱|缺|敏感|酸|断|折|裂|洞|龋|溃疡|不适|流脓|异味|弹响|受限|变色|黑|不齐|拥挤|突|磨|麻/
const TIME =
  /\d+\s*个?(小?时|天|日|周|星期|月|年|次)|半(天|日|个?月|年)|[一二两三四五六七八九十数几多]个?(天|日|周|星期|月|年)|今|昨|前天|长期/
/** Whoever comes for something says no time: 要求洁治, 复诊. */
const WISH = /要求|复诊|复查|检查|咨询|拆线|换药|戴牙|随访/

/** Makers by name, or whatever is called one: other foreign words name nobody. */
const MAKER =
  /(品牌|厂家|系统)[:：\s]*\S|士卓曼|诺贝尔|奥齿泰|登腾|登特司|登特斯|安卓健|捷迈|贝格|百康|纽百特|美格真|威高|创英|straumann|nobel|osstem|dentium|dentis|\biti\b|bicon|ankylos|astra|camlog|zimmer|\bbego\b|biohorizons|neobiotech|megagen|\bdio\b|\bicx\b|\bmis\b/i
/** What is written of an implant that went in: its maker, its size and its lot. */
const IMPLANT: readonly [string, RegExp][] = [
  ['品牌', MAKER],
  ['规格', /[φΦ⌀直径]*\s*\d(\.\d+)?\s*(mm)?\s*[×xX*]\s*\d+/],
  ['批号', /批号|批次|序列号|\blot\b|\bsn\b/i],
]
/** What nobody wrote of implants, by tooth ('': not said which): neither in a line of its own nor in the words of the treatment. */
export function lacksOfImplants({ teeth, content, implants }: DoneImplant): { tooth: string; parts: string[] }[] {
  const unsaid = IMPLANT.flatMap(([name, words]) => (words.test(content) ? [] : [name]))
  const lacksOf = ({ brand, diameter, length, lot }: ImplantLine) =>
    unsaid.filter((part) => {
      if (part === '品牌') return brand === ''
      return part === '规格' ? diameter === null || length === null : lot === ''
    })
  const without = teeth.filter((tooth) => !implants.some((line) => line.tooth === tooth || line.tooth === ''))
  return [
    ...implants.map((line) => ({ tooth: line.tooth, parts: lacksOf(line) })),
    ...(implants.length === 0 ? [''] : without).map((tooth) => ({ tooth, parts: unsaid })),
  ].filter(({ parts }) => parts.length > 0)
}

/** What a complaint lacks of place, symptom and time. An empty one is missing, not lacking. */
export function lacksOfComplaint(text: string): string[] {
  if (text.trim() === '' || WISH.test(text)) return []
  const parts: [string, RegExp][] = [
    ['部位', PLACE],
    ['症状', SYMPTOM],
    ['时间', TIME],
  ]
  return parts.flatMap(([name, words]) => (words.test(text) ? [] : [name]))
}

/** Why antibiotics are given: an infection that needs them, or what is prevented by them. */
const INFECTION =
  /根尖周炎|根尖周脓肿|脓肿|脓|窦道|瘘|冠周炎|牙周炎|种植体周围炎|蜂窝织炎|间隙感染|骨髓炎|干槽症|感染|坏死性|涎腺炎|腮腺炎|发热|淋巴结肿/
const PREVENTION = /预防|植入|植骨|骨增量|上颌窦提升|心内膜炎|人工瓣膜|再植/

/** Whether a record, or the diagnosis of its prescription, names a reason for antibiotics. */
export function mayNeedAntibiotics(
  content: {
    presentIllness: string
    advice: string
    exams: readonly { content: string }[]
    diagnoses: readonly { icdName: string }[]
    treatments: readonly { content: string }[]
    plans: readonly { content: string }[]
  },
  diagnosis: string,
): boolean {
  const { presentIllness, advice, exams, diagnoses, treatments, plans } = content
  const texts = [presentIllness, advice, ...[...exams, ...treatments, ...plans].map((row) => row.content)]
  return [diagnosis, ...diagnoses.map(({ icdName }) => icdName), ...texts].some(
    (text) => says(text, INFECTION) || says(text, PREVENTION),
  )
}
