import type { RecordForCase } from '../record/index.ts'

/** By what a patient is known. */
export interface Identity {
  names: readonly (string | null)[]
  /** Phones, numbers of papers and files. */
  numbers: readonly (string | null)[]
}

/** As it is compared: full-width signs as plain ones, without spaces and hyphens. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200d\u2060\ufeff·•-]/g, '')
    .toLowerCase()
const PHONE = /(?<!\d)1[3-9]\d{9}(?!\d)/
const ID_NUMBER = /(?<!\d)\d{17}[\dx](?!\d)/
const DATE = /(?:19|20)\d{2}(?:年|[./-])\d{1,2}(?:月|[./-]|(?!\d))/
/** A shorter number could be any: a tooth, a price. */
const TELLING = 5

/**
 * What in a text tells who the patient is. @returns null: nothing. Else why the text can't stand, for its field.
 */
export function tellsWho(text: string, who: Identity | null): string | null {
  const said = plain(text)
  for (const name of who?.names ?? []) {
    const known = plain(name ?? '')
    if (known.length >= 2 && said.includes(known)) return `有患者的姓名「${name}」，请改为“患者”`
  }
  for (const number of who?.numbers ?? []) {
    const known = plain(number ?? '')
    if (known.length >= TELLING && said.includes(known)) return '有患者的号码，请删去'
  }
  if (PHONE.test(said)) return '有手机号，请删去'
  if (ID_NUMBER.test(said)) return '有证件号，请删去'
  if (DATE.test(text.normalize('NFKC').replace(/\s/g, ''))) return '有日期，请改为“术后 3 个月”这样的说法'
  return null
}

/** Orthodontic and periodontal records say it by their kind. */
const CATEGORY_OF_KIND: Readonly<Record<number, number>> = { 2: 6, 3: 3 }
const CHILD_AGE = 12
const CHILDREN = 1
const ORTHODONTICS = 6

/** Which kind of treatment a record is about, by its words; the more telling ones first. */
const kinds: readonly [RegExp, number][] = [
  [/正畸|矫治|矫正|托槽|弓丝|钢丝|链圈|错𬌗|错牙合|隐形/, ORTHODONTICS],
  [/美白|贴面|漂白/, 5],
  [/种植|义齿|冠|桥|桩核|嵌体|修复/, 4],
  [/拔除|拔牙|阻生|残根/, 7],
  [/牙周|洁治|刮治|牙龈/, 3],
  [/涂氟|窝沟封闭/, 8],
  [/根管|牙髓|充填|龋|根尖/, 2],
]

/** The kind of treatment of a record. */
export function categoryOf({ recordType, chiefComplaint, diagnosis, treatment, plan, age }: RecordForCase): number {
  const ofKind = CATEGORY_OF_KIND[recordType]
  if (ofKind) return ofKind
  const words = [treatment, diagnosis, plan, chiefComplaint].join()
  const kind = kinds.find(([word]) => word.test(words))?.[1] ?? 2
  return age !== null && age < CHILD_AGE && kind !== ORTHODONTICS ? CHILDREN : kind
}

/** Before, during or after, by the name of a picture's stage. */
export function stageOf(stageName: string): 1 | 2 | 3 {
  if (/术后|结束|复查|保持|完成/.test(stageName)) return 3
  return /治疗中|术中|第 ?\d+ ?次/.test(stageName) ? 2 : 1
}
