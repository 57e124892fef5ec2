import { registrationStatusNames, registrationStates } from '@dentin/contract/core/status'
import type { VisitAlert } from '@dentin/contract/visit'
import { formatYuan, type Fen } from '@dentin/kit'

export const statusName = (status: number): string => registrationStatusNames[status] ?? String(status)

/** Not yet in the chair. */
export const isWaiting = (status: number): boolean => registrationStates.is(status, 'toCome')

/** Whole minutes that have gone by, never negative. */
export const minutesBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000))

/** Came later after the appointed time than the clinic allows. */
export function isLate(visit: { appointTime: Date | null; regTime: Date }, lateMinutes: number): boolean {
  return visit.appointTime !== null && minutesBetween(visit.appointTime, visit.regTime) > lateMinutes
}

/** What decides a place in the queue. */
export interface Waiting {
  regType: number
  appointTime: Date | null
  regTime: Date
  isLate: boolean
  pinnedReason: string | null
}

/** 0 put on top by hand, 1 emergency, 2 appointed and punctual, 3 appointed and late, 4 walk-in. */
function rank(one: Waiting): number {
  if (one.pinnedReason !== null) return 0
  if (one.regType === 3) return 1
  if (one.appointTime === null) return 4
  return one.isLate ? 3 : 2
}

/**
 * The order of the waiting list: put on top by hand → emergency → appointed and punctual by appointed time → late → walk-in,
 * each of the others by arrival. Gives a new list.
 */
export function waitingOrder<T extends Waiting>(list: readonly T[]): T[] {
  const due = (one: T) => (rank(one) === 2 ? (one.appointTime as Date).getTime() : one.regTime.getTime())
  return [...list].sort((a, b) => rank(a) - rank(b) || due(a) - due(b) || a.regTime.getTime() - b.regTime.getTime())
}

/** The time stamps of a visit. */
export interface Stamps {
  regTime: Date
  startTime: Date | null
  endTime: Date | null
  chargeTime: Date | null
}

/** The three stretches of a visit in whole minutes; null until both of their ends are there. */
export function durations(stamps: Stamps): {
  waitMinutes: number | null
  treatMinutes: number | null
  chargeMinutes: number | null
} {
  const between = (from: Date | null, to: Date | null) => (from && to ? minutesBetween(from, to) : null)
  return {
    waitMinutes: between(stamps.regTime, stamps.startTime),
    treatMinutes: between(stamps.startTime, stamps.endTime),
    chargeMinutes: between(stamps.endTime, stamps.chargeTime),
  }
}

/** Mean of whole minutes, rounded; 0 for nobody. */
export function mean(minutes: readonly number[]): number {
  return minutes.length === 0 ? 0 : Math.round(minutes.reduce((total, each) => total + each, 0) / minutes.length)
}

/** What the fee of a registration is when the desk does not say: free and charity cost nothing. */
export function feeOf(regType: number, asked: Fen | null, standard: Fen): Fen {
  if (regType === 4 || regType === 5) return 0 as Fen
  return asked ?? standard
}

/** A name as the waiting room may read it: 张*明, 王*, 欧**明; of a single letter nothing. */
export function maskName(name: string): string {
  const letters = [...name]
  const [first = '', ...rest] = letters
  if (rest.length < 2) return rest.length === 0 ? '*' : `${first}*`
  return `${first}${'*'.repeat(rest.length - 1)}${rest.at(-1)}`
}

/** What is known of a patient when somebody is about to begin. */
export interface AlertFacts {
  allergyFlag: number
  allergyHistory: string
  systemicDiseases: readonly string[]
  alertNote: string
  patientType: number
  /** null: not for this person */
  arrears: Fen | null
  /** What the last visit planned for this one. */
  lastPlan: string
  /** An earlier visit whose record is not written or signed. */
  unsigned: { date: string; doctorName: string } | null
}

const INFECTIOUS = ['肝炎', 'HIV', '梅毒', '结核']
const PREGNANCY = ['妊娠', '哺乳']
const levels = { red: 0, orange: 1, blue: 2 } as const

/** Red first, in a fixed order within a level. */
export function sortAlerts(alerts: readonly VisitAlert[]): VisitAlert[] {
  return [...alerts].sort((a, b) => levels[a.level] - levels[b.level])
}

/** What has to be known before a treatment begins. Only what the files hold. */
export function alertsOf(facts: AlertFacts): VisitAlert[] {
  const alerts: VisitAlert[] = []
  const of = (names: readonly string[]) => facts.systemicDiseases.filter((each) => names.includes(each))
  const infectious = of(INFECTIOUS)
  const pregnancy = of(PREGNANCY)
  const other = facts.systemicDiseases.filter((each) => !INFECTIOUS.includes(each) && !PREGNANCY.includes(each))
  if (facts.allergyFlag === 1) alerts.push({ kind: 'allergy', level: 'red', text: `${facts.allergyHistory}过敏` })
  if (infectious.length > 0) alerts.push({ kind: 'infectious', level: 'red', text: `传染病：${infectious.join('、')}` })
  if (pregnancy.length > 0)
    alerts.push({ kind: 'pregnancy', level: 'red', text: `${pregnancy.join('、')}期，用药和拍片前请确认` })
  if (other.length > 0) alerts.push({ kind: 'disease', level: 'red', text: `系统病史：${other.join('、')}` })
  if (facts.alertNote) alerts.push({ kind: 'note', level: 'red', text: facts.alertNote })
  if (facts.arrears) alerts.push({ kind: 'arrears', level: 'orange', text: `欠费 ${formatYuan(facts.arrears)}` })
  if (facts.patientType === 6) alerts.push({ kind: 'blacklist', level: 'red', text: '黑名单患者' })
  if (facts.allergyFlag === 2) alerts.push({ kind: 'allergy', level: 'blue', text: '过敏史不详，请询问' })
  if (facts.lastPlan) alerts.push({ kind: 'advice', level: 'blue', text: `上次医嘱：${facts.lastPlan}` })
  if (facts.unsigned)
    alerts.push({
      kind: 'record',
      level: 'blue',
      text: `${facts.unsigned.date} 的病历未完成（${facts.unsigned.doctorName}）`,
    })
  return sortAlerts(alerts)
}
