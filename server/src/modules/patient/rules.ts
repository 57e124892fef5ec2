import { allergiesFrom, allergyText, type AllergyEntry } from '@dentin/clinical/drug-checks/allergy-list'
import { weeksPregnant } from '@dentin/clinical/pregnancy'
import { ADULT_AGE } from '@dentin/contract/patient'
import { ALLERGY_ENTRIES } from '@dentin/contract/patient-fields/allergies'
import { birthOf, type Birth, type GivenAge } from '@dentin/contract/patient-fields/age'
import type { PatientFilter } from '@dentin/contract'
import { addDays, ageOn, checkIdNumber, parseDate, type LocalDate } from '@dentin/kit'
import type { ClinicSettings } from '../clinic/index.ts'

/** 1 初诊, 2 复诊, 3 再初诊 */
export type TreatType = 1 | 2 | 3

/** The kind of a visit by the days since the last one (null: never here). */
export function treatTypeBy(daysSinceLast: number | null, revisitDays: number): TreatType {
  if (daysSinceLast === null) return 1
  return daysSinceLast <= revisitDays ? 2 : 3
}

/** The same day a number of years earlier; 29 February falls on the 28th in a year without one. */
export function yearsBefore(date: LocalDate, years: number): LocalDate {
  const year = String(Number(date.slice(0, 4)) - years).padStart(4, '0')
  const same = `${year}${date.slice(4)}`
  try {
    parseDate(same)
    return same
  } catch {
    return `${year}-02-28`
  }
}

/** Birthdays of people who are `from` to `to` years old on a day: first and last birthday, both included. */
export function birthdaysOfAge(
  on: LocalDate,
  from: number | null,
  to: number | null,
): { first: LocalDate | null; last: LocalDate | null } {
  return {
    first: to === null ? null : addDays(yearsBefore(on, to + 1), 1),
    last: from === null ? null : yearsBefore(on, from),
  }
}

/** A field that is wrong, and why. */
export interface Problem {
  field: string
  message: string
}

/** What a form says about a person, before anything is looked up. */
export interface Particulars extends GivenAge {
  name: string
  gender: number
  birthDay: LocalDate | null
  mobile: string | null
  noMobileReason: string | null
  idType: number | null
  idNo: string | null
  allergyFlag: number
  allergyHistory: string
  /** One by one; left out or empty: what `allergyHistory` says. */
  allergies?: readonly AllergyEntry[] | undefined
  pregnantSince?: LocalDate | null
}

/** What follows from the particulars: gender and birthday completed from the identity number or the age. */
export interface Settled extends Birth {
  gender: number
  idType: number | null
  idNo: string | null
  allergyHistory: string
  allergies: AllergyEntry[]
  pregnantSince: LocalDate | null
}

const MALE = 0
/** The longest words of a file for allergies, in characters. */
const ALLERGY_WORDS = 200

/**
 * Checks what must fit together and completes what follows: the identity number's check digit, birthday and gender out of
 * it, a mobile or the reason for none, the content of an allergy.
 * @param before the allergies that the file has
 */
export function settle(
  given: Particulars,
  on: LocalDate,
  before: readonly AllergyEntry[] = [],
): { problems: Problem[]; settled: Settled } {
  const problems: Problem[] = []
  const wrong = (field: string, message: string) => void problems.push({ field, message })
  const settled = {
    gender: given.gender,
    birthDay: given.birthDay,
    idType: given.idNo ? (given.idType ?? 1) : null,
    idNo: given.idNo ? given.idNo.toUpperCase() : null,
  }
  if (settled.idNo && settled.idType === 1) {
    const check = checkIdNumber(settled.idNo, on)
    if (!check.ok) wrong('idNo', check.reason)
    else {
      if (given.birthDay && given.birthDay !== check.birthDay)
        wrong('birthDay', `与身份证号不一致，身份证号为 ${check.birthDay}`)
      if (given.gender !== 2 && given.gender !== check.gender) wrong('gender', '与身份证号不一致')
      settled.birthDay = check.birthDay
      settled.gender = check.gender
    }
  }
  const birth = birthOf(settled.birthDay, given, on)
  if (birth.birthDay !== null && birth.birthDay > on) wrong('birthDay', '出生日期不能晚于今天')
  if (!given.mobile && !given.noMobileReason) wrong('mobile', '请填写手机号，或选择没有手机号的原因')
  const allergies = allergiesOf(given, on, before)
  const allergyHistory = allergyText(allergies)
  if (given.allergyFlag === 1 && !allergyHistory) wrong('allergyHistory', '有过敏史时请填写过敏内容')
  if (allergyHistory.length > ALLERGY_WORDS)
    wrong('allergyHistory', `过敏内容合起来不能超过${ALLERGY_WORDS}字，请把反应写短一些`)
  if (allergies.length > ALLERGY_ENTRIES) wrong('allergyHistory', `过敏清单连同已失效的不能超过${ALLERGY_ENTRIES}项`)
  const { pregnantSince = null } = given
  if (pregnantSince !== null && pregnantSince > on) wrong('pregnantSince', '妊娠起算日不能晚于今天')
  if (pregnantSince !== null && settled.gender === MALE) wrong('pregnantSince', '男性患者不能写妊娠')
  // One that is over is not kept.
  const since = weeksPregnant(pregnantSince, on) === null ? null : pregnantSince
  return { problems, settled: { ...settled, ...birth, allergyHistory, allergies, pregnantSince: since } }
}

/** The list of a file: as it was sent, or as the words say; who has no allergy keeps only those that ended. */
function allergiesOf(given: Particulars, on: LocalDate, before: readonly AllergyEntry[]): AllergyEntry[] {
  if (given.allergyFlag !== 1) {
    const reason = given.allergyFlag === 0 ? '改为否认' : '改为不详'
    return before.map((entry) => ({ ...entry, ended: entry.ended ?? { on, reason } }))
  }
  return given.allergies && given.allergies.length > 0
    ? [...given.allergies]
    : allergiesFrom(given.allergyHistory, before, on)
}

/** Who introduced a patient, and who agreed that the data are kept, as a form says it. */
export interface Circumstances {
  referrerType: number | null
  referrerPatientId: string | null
  referrerEmployeeId: string | null
  referrerRemark: string | null
  consentOn: LocalDate | null
  consentGuardian: string | null
  consentGuardianRelation: number | null
}

/** What is wrong with them: a referrer that is not named, a consent of tomorrow, or a minor's own. */
export function circumstanceProblems(given: Circumstances, birthDay: LocalDate | null, on: LocalDate): Problem[] {
  const problems: Problem[] = []
  const wrong = (field: string, message: string) => void problems.push({ field, message })
  if (given.referrerType === 1 && !given.referrerPatientId) wrong('referrerPatientId', '请选择介绍的患者')
  if (given.referrerType === 2 && !given.referrerEmployeeId) wrong('referrerEmployeeId', '请选择介绍的员工')
  if (given.referrerType === 3 && !given.referrerRemark) wrong('referrerRemark', '请填写合作机构的名称')
  if (given.consentOn !== null) {
    if (given.consentOn > on) wrong('consentOn', '同意日期不能晚于今天')
    const minor = birthDay !== null && birthDay <= given.consentOn && ageOn(birthDay, given.consentOn).years < ADULT_AGE
    if (minor && !given.consentGuardian) wrong('consentGuardian', '未成年人由监护人同意，请填写监护人姓名')
    if (given.consentGuardian && given.consentGuardianRelation === null)
      wrong('consentGuardianRelation', '请选择监护人与患者的关系')
  }
  return problems
}

/** How sure it is that two files are one person. strong: the same identity document; then no second file is made. */
export type DuplicateLevel = 'strong' | 'medium' | 'weak'

/** Compares a person with a file that is already there. null: nothing in common. */
export function likeness(
  person: {
    name: string
    mobile: string | null
    birthDay: LocalDate | null
    idType: number | null
    idNo: string | null
  },
  file: { name: string; mobile: string | null; birthDay: LocalDate | null; idType: number | null; idNo: string | null },
): { level: DuplicateLevel; reason: string } | null {
  const same = <T>(a: T | null, b: T | null) => a !== null && a === b
  if (same(person.idNo, file.idNo) && person.idType === file.idType) return { level: 'strong', reason: '证件号相同' }
  const sameName = person.name === file.name
  if (sameName && same(person.mobile, file.mobile)) return { level: 'medium', reason: '姓名和手机号相同' }
  if (sameName && same(person.birthDay, file.birthDay)) return { level: 'medium', reason: '姓名和生日相同' }
  if (same(person.mobile, file.mobile)) return { level: 'weak', reason: '手机号相同' }
  return null
}

/** What a clinic makes its medical numbers of. */
export type NumberRule = Pick<ClinicSettings, 'numberPrefix' | 'numberYear' | 'numberWidth'>

/** Digits of the count in a medical number: as the clinic has it to begin with, more when a year has more patients. */
export const medicalNumberWidths = ({ numberWidth }: NumberRule): number[] =>
  [4, 5, 6, 7].filter((width) => width >= numberWidth)

/** What stands before the count. */
export const medicalNumberHead = ({ numberPrefix, numberYear }: NumberRule, year: string): string =>
  `${numberPrefix}${numberYear ? year : ''}`

/**
 * The medical number after the last one of the same head and width; counted over the whole company.
 * @param last the highest number of this head and width, null when there is none
 * @param widened the shorter widths are used up
 * @returns null when the width is used up
 */
export function nextMedicalNumber(head: string, width: number, last: string | null, widened: boolean): string | null {
  const first = widened ? 10 ** (width - 1) : 1
  const count = last === null ? first : Number(last.slice(head.length)) + 1
  return count < 10 ** width ? `${head}${String(count).padStart(width, '0')}` : null
}

/** Does a filter say something of what patients owe? */
export const asksForAmounts = (filter: PatientFilter): boolean => filter.hasArrears || filter.arrearsOver !== null

/** Does it say something of what stands in records: what was found, or what was done? */
export const asksForRecords = (filter: PatientFilter): boolean =>
  Boolean(filter.diagnosis) || filter.tariffIds.length > 0

/** May somebody ask with such a filter? One that asks for amounts, diagnoses or treatments tells of them. */
export const mayAsk = (filter: PatientFilter, viewer: { sees: boolean; records: unknown }): boolean =>
  (viewer.sees || !asksForAmounts(filter)) && (viewer.records !== null || !asksForRecords(filter))

/** '02-29' as 229: how the month and day of a birthday are kept. */
const monthDayNumber = (text: string): number => Number(text.slice(0, 2)) * 100 + Number(text.slice(3, 5))

/** Days of the year as numbers of month and day; `from` behind `to` means across the end of the year. */
export function monthDayRange(from: string, to: string): { from: number; to: number } {
  return { from: monthDayNumber(from), to: monthDayNumber(to) }
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/** The day on which a birthday is kept in a year: 29 February falls on the 28th in a common one. */
export function birthdayIn(year: number, birthMonthDay: number): LocalDate {
  const kept = birthMonthDay === 229 && !isLeap(year) ? 228 : birthMonthDay
  return `${String(year).padStart(4, '0')}-${String(Math.floor(kept / 100)).padStart(2, '0')}-${String(kept % 100).padStart(2, '0')}`
}

/** The year whose birthday is nearest to a day: a message of the end of December may be for one of January. */
export function nearestBirthdayYear(on: LocalDate, birthMonthDay: number): number {
  const year = Number(on.slice(0, 4))
  const away = (each: number) =>
    Math.abs(parseDate(birthdayIn(each, birthMonthDay)).getTime() - parseDate(on).getTime())
  return [year, year - 1, year + 1].reduce((best, each) => (away(each) < away(best) ? each : best))
}

/**
 * The stretch of birthdays from one day to another, both included, at most a year: the parts of each year as numbers of
 * month and day. Whoever was born on 29 February belongs to the 28th of a common year.
 */
export function birthdaySpans(first: LocalDate, last: LocalDate): { year: number; from: number; to: number }[] {
  const [firstYear, lastYear] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  const spans = []
  for (let year = firstYear; year <= lastYear; year += 1) {
    const from = year === firstYear ? monthDayNumber(first.slice(5)) : 101
    const to = year === lastYear ? monthDayNumber(last.slice(5)) : 1231
    spans.push({ year, from, to: to === 228 && !isLeap(year) ? 229 : to })
  }
  return spans
}

/**
 * The days meant by a span of the year that somebody chose: this year's, or, where it goes across the year's end, the one
 * that has not ended yet.
 */
export function daysOfSpan(on: LocalDate, from: string, to: string): { first: LocalDate; last: LocalDate } {
  const year = Number(on.slice(0, 4))
  const across = monthDayNumber(from) > monthDayNumber(to)
  const start = across && on.slice(5) <= to ? year - 1 : year
  return {
    first: birthdayIn(start, monthDayNumber(from)),
    last: birthdayIn(across ? start + 1 : start, monthDayNumber(to)),
  }
}

/** Can somebody of this gender be that to another? An unknown gender says nothing against it. */
export function relationFits(relation: number, gender: number): boolean {
  if (gender === 2) return true
  const wanted: Record<number, number> = { 1: 0, 2: 1, 4: 0, 5: 1 }
  return wanted[relation] === undefined || wanted[relation] === gender
}

/** What the other one is to somebody of this gender, told from the other side: my father has me as son or daughter. */
export function oppositeRelation(relation: number, gender: number): number {
  const byGender = (male: number, female: number) => (gender === 0 ? male : gender === 1 ? female : 9)
  if (relation === 1 || relation === 2) return byGender(4, 5)
  if (relation === 4 || relation === 5) return byGender(1, 2)
  // Grandchildren, wards and what a company added have no word of their own in the list.
  return relation === 3 || relation === 7 ? relation : 9
}
