import { totalQuantity } from '@dentin/clinical/drug-dose'
import { pregnancyNames } from '@dentin/contract/core/pregnancy-words'
import {
  MOST_VALID_DAYS,
  prescriptionKinds,
  rxFrequencies,
  rxRoutes,
  type doseUnits,
  type handOutUnits,
  type RxFrequency,
} from '@dentin/contract/core/prescription-words'
import { daysBetween } from '@dentin/kit/datetime'
import type { WireInput } from '@dentin/contract/core/call'
import type { prescription } from '@dentin/contract/prescription'
import type { DrugFound, OverstepRow, RxDetail, RxFinding, RxLine, RxSet } from './hooks.ts'

type Written = WireInput<typeof prescription.save>['items'][number]
export type DoseUnit = (typeof doseUnits)[number]
export type HandOutUnit = (typeof handOutUnits)[number]
export type Route = (typeof rxRoutes)[number]

/** A line as it is being written: what nobody has typed yet is null. */
export interface DraftLine {
  key: string
  drugId: string
  name: string
  /** The strengths that the reference names. */
  strengths: readonly string[]
  spec: string
  singleDose: number | null
  doseUnit: DoseUnit
  route: Route
  frequency: RxFrequency
  days: number | null
  unit: HandOutUnit
  totalQty: number | null
  price: string
  skinTest: 'none' | 'exempt' | 'needed' | 'negative'
  remark: string
  /** Why an antibiotic above the own tier is given for a day. */
  overstep: string
}

const routeOf = (words: string): Route => {
  const known = rxRoutes.find((route) => words.includes(route))
  if (known) return known
  if (/静/.test(words)) return '静滴'
  if (/肌/.test(words)) return '肌注'
  if (/浸润|阻滞|注射/.test(words)) return '局注'
  return '外用'
}
/** What a route is usually measured and handed out in. */
const units: Readonly<Record<Route, readonly [DoseUnit, HandOutUnit]>> = {
  口服: ['g', '片'],
  含漱: ['ml', '瓶'],
  外用: ['支', '支'],
  局注: ['ml', '支'],
  含化: ['片', '片'],
  舌下: ['片', '片'],
  吸入: ['揿', '瓶'],
  肌注: ['g', '支'],
  静滴: ['g', '支'],
}

/** The strengths in the words of the reference, one by one: 0.25g、0.5g. */
export const strengthsIn = (spec: string): string[] =>
  spec
    .split(/[、；;]/)
    .map((each) => each.trim())
    .filter(Boolean)

/** A line begun with a drug: how it is given and measured, and no dose. */
export function beginLine(drug: Pick<DrugFound, 'id' | 'name' | 'spec' | 'routes'>, key: string): DraftLine {
  const route = routeOf(drug.routes[0] ?? '')
  const [doseUnit, unit] = units[route]
  const strengths = strengthsIn(drug.spec)
  return {
    key,
    drugId: drug.id,
    name: drug.name,
    strengths,
    spec: strengths[0] ?? drug.spec,
    singleDose: null,
    doseUnit,
    route,
    frequency: 'tid',
    days: 3,
    unit,
    totalQty: null,
    price: '',
    skinTest: 'none',
    remark: '',
    overstep: '',
  }
}

/** A line of a set, or of a prescription that is written anew. */
export const lineFrom = (line: RxSet['items'][number] | RxLine, key: string): DraftLine => ({
  key,
  drugId: line.drugId,
  name: line.name,
  strengths: [line.spec],
  spec: line.spec,
  singleDose: line.singleDose,
  doseUnit: line.doseUnit,
  route: line.route,
  frequency: line.frequency,
  days: line.days,
  unit: line.unit,
  totalQty: line.totalQty,
  price: line.price === '0.00' ? '' : line.price,
  skinTest: line.skinTest === 'positive' ? 'needed' : line.skinTest,
  remark: line.remark,
  overstep: ('overstep' in line && line.overstep) || '',
})

/** The lines as they are sent; null while one of them has no dose or no days. */
export function writtenLines(lines: readonly DraftLine[]): Written[] | null {
  const written = lines.flatMap((line): Written[] => {
    const { singleDose, days } = line
    if (singleDose === null || singleDose <= 0 || days === null || line.spec.trim() === '') return []
    const { key: _key, name: _name, strengths: _strengths, price, ...rest } = line
    return [
      {
        ...rest,
        singleDose,
        days,
        price: price || '0.00',
        totalQty: workedQuantity(line) === null ? line.totalQty : null,
      },
    ]
  })
  return written.length === lines.length && written.length > 0 ? written : null
}

/** How much is handed out, where that follows from the rest. */
export const workedQuantity = (line: DraftLine): number | null =>
  line.singleDose === null || line.days === null
    ? null
    : totalQuantity({ ...line, singleDose: line.singleDose, days: line.days })

/** A line in words: dose, route, how often, for how long. */
export const usageWords = (line: Pick<RxLine, 'singleDose' | 'doseUnit' | 'route' | 'frequency' | 'days'>): string =>
  [`每次 ${line.singleDose}${line.doseUnit}`, line.route, rxFrequencies[line.frequency], `${line.days} 天`].join('　')

/** For how many days a prescription was written to hold: what changes it keeps them, counted from its own day. */
export const validDaysOf = (rx: Pick<RxDetail, 'prescribedAt' | 'validUntil'>): number =>
  Math.min(MOST_VALID_DAYS, Math.max(1, daysBetween(rx.prescribedAt.slice(0, 10), rx.validUntil) + 1))

/** What two people may have changed apart on one sheet: its facts, and its lines as a whole. */
export function rxParts(head: object, lines: readonly DraftLine[]): Record<string, unknown> {
  const { validDays: _days, ...facts } = head as Record<string, unknown>
  return { ...facts, items: lines.map(({ key: _key, ...line }) => line) }
}

const partNames: Record<string, string> = {
  kind: '类型',
  diagnosis: '诊断',
  weightKg: '体重',
  pregnancy: '妊娠、哺乳',
  pregnancyWeek: '孕周',
  longReason: '用药天数理由',
  items: '药品',
}
export const rxPartLabel = (field: string): string => partNames[field] ?? field

/** A part in words, for choosing between two versions of it. */
export function rxPartWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (field === 'kind') return prescriptionKinds[value as keyof typeof prescriptionKinds]
  if (field === 'pregnancy') return pregnancyNames[value as keyof typeof pregnancyNames]
  if (field === 'weightKg') return `${value as number} kg`
  if (field === 'pregnancyWeek') return `${value as number} 周`
  if (field !== 'items') return String(value as string)
  return (value as DraftLine[])
    .map((line) =>
      line.singleDose === null || line.days === null
        ? `${line.name} ${line.spec}`
        : `${line.name} ${line.spec} ${usageWords({ ...line, singleDose: line.singleDose, days: line.days }).replaceAll('　', ' ')}`,
    )
    .join('；')
}

/** Does a finding let an antibiotic above the prescriber's tier through for a day, with a reason in its line? */
export const isOverstep = ({ ruleId, severity }: Pick<RxFinding, 'ruleId' | 'severity'>): boolean =>
  ruleId === 'antibiotic-tier' && severity === '强提示'

/** How it stands with the formalities of an overstep: made up in time or late, still to be made up, or overdue. */
export function overstepState(
  { done, dueAt }: Pick<OverstepRow, 'done' | 'dueAt'>,
  now: number,
  timeOf: (moment: string) => number,
): { tone: 'done' | 'wait' | 'danger'; word: string } {
  if (done) return { tone: 'done', word: timeOf(done.at) > timeOf(dueAt) ? '逾期补办' : '已补办' }
  return now >= timeOf(dueAt) ? { tone: 'danger', word: '逾期未补办' } : { tone: 'wait', word: '待补办' }
}
