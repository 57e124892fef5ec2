import { followUpStates } from '@dentin/contract/core/status'
import { RESULT_BOOKED, RESULT_PAIN, RESULT_WRONG_NUMBER } from '@dentin/contract/core/follow-up-words'
import { addDays, addMonths, atMinutes, daysBetween, formatDate, minutesOfDay, type LocalDate } from '@dentin/kit'

/** 0 to do, 1 done, 2 not reached, 3 overdue, 4 cancelled. */
type FollowUpStatus = 0 | 1 | 2 | 3 | 4
const OPEN: readonly FollowUpStatus[] = [0, 2, 3]
export const isOpen = (status: number): boolean => OPEN.includes(status as FollowUpStatus)

/** After so many tries in vain the front desk has it. */
const MOST_TRIES = 3
/** What is planned without a time of its own is planned for ten o'clock. */
const USUAL_MINUTE = 600
const DAY_MINUTES = 24 * 60
/** Days after the planned one until which a follow-up made by hand is in time. */
export const USUAL_GRACE_DAYS = 2
/** What would have been due so long ago is not planned any more: a record that was written late. */
const TOO_LATE_DAYS = 14
/** 复查 of the kinds of follow-ups. */
export const CHECK_UP = 3
/** At most so many points, and the director is told. */
export const UNHAPPY = 2

/** The last second of a day. */
export const endOfDay = (date: LocalDate): Date => new Date(atMinutes(date, DAY_MINUTES).getTime() - 1000)

/** The moment of a day at which something planned stands. */
export const usualTime = (date: LocalDate): Date => atMinutes(date, USUAL_MINUTE)

const later = (a: Date, b: Date): Date => (a.getTime() >= b.getTime() ? a : b)

/** A follow-up as far as a try that reached nobody changes it. */
interface Missed {
  attempts: number
  handedOver: boolean
  planAt: Date
  deadlineAt: Date
}

/**
 * What a try in vain comes to: the next day at the same time; after the third it is the front desk's, at once, until the
 * end of the next day. What the front desk has stays where it is.
 */
export function afterMiss(before: Missed, now: Date): Missed & { handsOver: boolean } {
  const attempts = before.attempts + 1
  if (before.handedOver) return { ...before, attempts, handsOver: false }
  const tomorrow = addDays(formatDate(now), 1)
  const deadlineAt = later(before.deadlineAt, endOfDay(tomorrow))
  if (attempts >= MOST_TRIES) return { attempts, handedOver: true, planAt: before.planAt, deadlineAt, handsOver: true }
  const planAt = atMinutes(tomorrow, minutesOfDay(before.planAt))
  return { attempts, handedOver: false, planAt, deadlineAt, handsOver: false }
}

/** What a result asks for at once. */
export function nextStepOf(resultCode: string): 'none' | 'book' | 'phone' {
  if (resultCode === RESULT_PAIN || resultCode === RESULT_BOOKED) return 'book'
  return resultCode === RESULT_WRONG_NUMBER ? 'phone' : 'none'
}

/** A rule as far as it decides what is planned. */
export interface FollowRule {
  id: string
  triggers: readonly number[]
  words: readonly string[]
  exceptWords: readonly string[]
  tariffIds: readonly string[]
  icdCodes: readonly string[]
  delayDays: readonly number[]
  graceDays: number
}

/** Something that was done, or found, at a visit. */
export interface DoneItem {
  tariffId: string | null
  name: string
  categoryName: string
  teeth: string
}
export interface FoundDiagnosis {
  code: string
  name: string
  teeth: string
}

const holdsOne = (text: string, words: readonly string[]) => words.some((word) => text.includes(word))

/** The first item that a rule is about. */
export function matchingItem(rule: FollowRule, items: readonly DoneItem[]): DoneItem | null {
  return (
    items.find(
      (item) =>
        (item.tariffId !== null && rule.tariffIds.includes(item.tariffId)) ||
        (holdsOne(`${item.name} ${item.categoryName}`, rule.words) && !holdsOne(item.name, rule.exceptWords)),
    ) ?? null
  )
}

/** The first diagnosis that a rule is about. */
export function matchingDiagnosis(rule: FollowRule, diagnoses: readonly FoundDiagnosis[]): FoundDiagnosis | null {
  return diagnoses.find((each) => rule.icdCodes.some((code) => each.code.startsWith(code))) ?? null
}

/** A day on which a rule wants somebody to be asked. */
interface PlannedDay {
  delay: number
  planAt: Date
  deadlineAt: Date
}

/**
 * The days a rule plans after a visit. What was due before today (a record written late) is due today, or no more when it is
 * two weeks ago.
 */
export function plannedDays(
  rule: Pick<FollowRule, 'delayDays' | 'graceDays'>,
  visit: LocalDate,
  today: LocalDate,
): PlannedDay[] {
  return rule.delayDays.flatMap((delay) => {
    const wanted = addDays(visit, delay)
    if (daysBetween(wanted, today) > TOO_LATE_DAYS) return []
    const date = wanted < today ? today : wanted
    return [{ delay, planAt: usualTime(date), deadlineAt: endOfDay(addDays(date, rule.graceDays)) }]
  })
}

/** The same thing is planned once: by rule, patient, day of the visit and delay. */
export const sourceKey = (ruleId: string, patientId: string, visit: LocalDate, delay: number): string =>
  `${ruleId}:${patientId}:${visit}:${delay}`

/** What a template's text may name. */
interface TemplateFacts {
  name: string
  /** 0 male, 1 female, 2 not known */
  gender: number
  item: string
  teeth: string
  doctor: string
  date: LocalDate
}

/** 张先生, 王女士; the whole name where it is not known. */
function addressed({ name, gender }: Pick<TemplateFacts, 'name' | 'gender'>): string {
  const family = [...name][0] ?? ''
  if (gender === 0) return `${family}先生`
  return gender === 1 ? `${family}女士` : name
}

/** A template's text for one patient; a bracket around nothing goes with it. */
export function filled(template: string, facts: TemplateFacts): string {
  const [, month = '', day = ''] = facts.date.split('-')
  const values: Record<string, string> = {
    姓名: facts.name,
    称呼: addressed(facts),
    项目: facts.item,
    牙位: facts.teeth,
    医生: facts.doctor,
    日期: `${Number(month)}月${Number(day)}日`,
  }
  return template
    .replace(/\{(姓名|称呼|项目|牙位|医生|日期)\}/g, (_all, key: string) => values[key] ?? '')
    .replace(/（\s*）|\(\s*\)/g, '')
    .slice(0, 500)
}

/**
 * The first time after a moment at which a reminder rings. Counted from its first time, so that the 31st comes back after a
 * shorter month. @param repeat 0 once, 1 daily, 2 weekly, 3 monthly, 4 yearly @returns null when it does not ring again
 */
export function nextOccurrence(first: Date, repeat: number, after: Date): Date | null {
  if (first.getTime() > after.getTime()) return first
  if (repeat === 0) return null
  const [start, minute] = [formatDate(first), minutesOfDay(first)]
  const seconds = first.getTime() - atMinutes(start, minute).getTime()
  const at = (n: number): Date => {
    const date =
      repeat === 1
        ? addDays(start, n)
        : repeat === 2
          ? addDays(start, 7 * n)
          : addMonths(start, repeat === 3 ? n : 12 * n)
    return new Date(atMinutes(date, minute).getTime() + seconds)
  }
  const days = Math.max(0, daysBetween(start, formatDate(after)))
  let n = Math.max(0, Math.floor(days / (repeat === 1 ? 1 : repeat === 2 ? 7 : repeat === 3 ? 31 : 366)) - 1)
  while (at(n).getTime() <= after.getTime()) n += 1
  return at(n)
}

/** What the screen may offer, by status and grants. */
export function allowedActions(
  status: number,
  grants: { edit: boolean; assign: boolean },
  booked: boolean,
): ('report' | 'edit' | 'assign' | 'cancel' | 'book')[] {
  const open = isOpen(status)
  return [
    ...(open && grants.edit ? (['report', 'edit', 'cancel'] as const) : []),
    ...(open && grants.assign ? (['assign'] as const) : []),
    ...(followUpStates.is(status, 'done') && grants.edit && !booked ? (['book'] as const) : []),
  ]
}
