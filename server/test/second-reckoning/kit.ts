import type { Cut, TimeCut } from '@dentin/contract/report'
import type { RowOf, World } from './world.ts'

/** A span of days, both ends in it. */
export interface Span {
  from: string
  to: string
}

/** Does a day lie in a span? */
export const within = ({ from, to }: Span, day: string): boolean => day >= from && day <= to

/** Something that counts: how much (fen, pieces, minutes), on which day, of which clinic, and by what it may be cut. */
export interface Fact extends Partial<Record<Exclude<Cut, TimeCut | 'clinic'>, string | null>> {
  value: number
  day: string
  clinic: string | null
  /** Of pay: as what somebody is paid. */
  part?: string
  /** What counts once in a row, and once in the foot, however often it comes. */
  once?: string | null
}

/** How a figure is reckoned a second time. */
export type Reckoning =
  /** Rows that count on their day. */
  | { kind: 'rows'; rows: (world: World, span: Span) => readonly Fact[] }
  /** How things stand at the end of a day: of the last of the span, or of the one before it. */
  | { kind: 'standing'; at: 'opening' | 'closing'; rows: (world: World, day: string, span: Span) => readonly Fact[] }
  /** Sums of others, or a rate of them: in hundredths of a percent, in hundredths, or so much a piece. */
  | { kind: 'derived'; over: string; under?: string; times?: 1 | 100 | 10_000; ofFoot?: true }
export type Reckonings = Readonly<Record<string, Reckoning>>

export const rows = (of: (world: World, span: Span) => readonly Fact[]): Reckoning => ({ kind: 'rows', rows: of })
export const standing = (
  at: 'opening' | 'closing',
  of: (world: World, day: string, span: Span) => readonly Fact[],
): Reckoning => ({ kind: 'standing', at, rows: of })
export const sumOf = (over: string): Reckoning => ({ kind: 'derived', over })
export const rate = (over: string, under: string, times: 1 | 100 | 10_000): Reckoning => ({
  kind: 'derived',
  over,
  under,
  times,
})

/** A row's part of the foot, in hundredths of a percent. */
export const partOf = (code: string): Reckoning => ({
  kind: 'derived',
  over: code,
  under: code,
  times: 10_000,
  ofFoot: true,
})

/** Remembers what was worked out of a world, by the function and what else it was asked with. */
export function once<T>(of: (world: World) => T): (world: World) => T {
  const known = new WeakMap<World, T>()
  return (world) => {
    const found = known.get(world)
    if (found !== undefined) return found
    const made = of(world)
    known.set(world, made)
    return made
  }
}
/** The same of a day. */
export function onceADay<T>(of: (world: World, day: string) => T): (world: World, day: string) => T {
  const days = once(() => new Map<string, T>())
  return (world, day) => {
    const known = days(world)
    const found = known.get(day)
    if (found !== undefined) return found
    const made = of(world, day)
    known.set(day, made)
    return made
  }
}

/** Yuan as JSON gives them, in fen. */
export const fen = (yuan: number | string | null | undefined): number => Math.round(Number(yuan ?? 0) * 100)
/** A quotient of whole numbers, half up, mirrored below zero. */
export function halfUp(over: number, under: number): number {
  const sign = over < 0 === under < 0 ? 1n : -1n
  const [a, b] = [BigInt(Math.abs(over)), BigInt(Math.abs(under))]
  return Number(sign * ((2n * a + b) / (2n * b)))
}
/** What a piece of something is, half up: whole × part ÷ parts. */
export const share = (whole: number, part: number, parts: number): number => {
  const product = BigInt(whole) * BigInt(part)
  const divisor = BigInt(parts)
  const negative = product < 0n !== divisor < 0n
  const [a, b] = [product < 0n ? -product : product, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * a + b) / (2n * b)
  return Number(negative ? -quotient : quotient)
}

/** The day of a moment, as the world writes moments. */
export const dayOf = (moment: string): string => moment.slice(0, 10)
const DAY = 86_400_000
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
export const daysFrom = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)
/** The first of a month so many months later. */
export function monthLater(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`
}
export const lastDayOf = (month: string): string => plusDays(monthLater(month, 1), -1)
/** Whole minutes between two moments, never below none. */
export const minutesBetween = (from: string, to: string): number =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))

/** Rows by what a function names. */
export function by<R, K>(list: readonly R[], of: (row: R) => K): Map<K, R[]> {
  const found = new Map<K, R[]>()
  for (const row of list) {
    const key = of(row)
    const there = found.get(key)
    if (there) there.push(row)
    else found.set(key, [row])
  }
  return found
}
const byId = <R extends { id: string }>(list: readonly R[]) => new Map(list.map((row) => [row.id, row]))

/** Rows of the world by their ids, and who belongs where. */
export const known = once((world: World) => {
  const places = new Map(
    world.employee_clinic.map((row) => [`${row.employee_id} ${row.clinic_id}`, row.dept_id] as const),
  )
  const deptOf = (employeeId: string | null | undefined, clinicId: string | null): string | null =>
    places.get(`${employeeId ?? ''} ${clinicId ?? ''}`) ?? null
  return {
    appointments: byId(world.appointment),
    bills: byId(world.bill),
    items: byId(world.bill_item),
    cards: byId(world.member_card),
    entries: byId(world.ledger_entry),
    methods: byId(world.pay_method),
    patients: byId(world.patient),
    payments: byId(world.bill_payment),
    prepays: byId(world.prepay),
    refunds: byId(world.refund),
    registrations: byId(world.registration),
    sources: byId(world.patient_source),
    tariffs: byId(world.tariff),
    itemsOfBill: by(world.bill_item, ({ bill_id }) => bill_id),
    billsOfPatient: by(world.bill, ({ patient_id }) => patient_id),
    postingsOfBill: by(
      world.ledger_posting.filter(({ bill_id }) => bill_id !== null),
      ({ bill_id }) => bill_id as string,
    ),
    deptOf,
  }
})

/** The source of somebody's file. */
export const sourceOf = (world: World, patientId: string | null | undefined): string | null =>
  known(world).patients.get(patientId ?? '')?.source_id ?? null

/** The first years of the ages that are looked at together (money.md §11: 0–6, 7–12, 13–17, 18–34, 35–49, 50–64, 65+). */
const AGES = [0, 7, 13, 18, 35, 50, 65]
function ageBand(birthDay: string | null, day: string): string | null {
  if (birthDay === null) return null
  const years = Number(day.slice(0, 4)) - Number(birthDay.slice(0, 4)) - (day.slice(5) < birthDay.slice(5) ? 1 : 0)
  return String(AGES.findLast((from) => years >= from) ?? 0)
}

/** Who somebody is, on a day. */
export function whoIs(world: World, patientId: string | null | undefined, day: string) {
  const { patients, sources } = known(world)
  const patient = patients.get(patientId ?? '')
  let top = sources.get(patient?.source_id ?? '')
  while (top?.parent_id) top = sources.get(top.parent_id)
  return {
    patient: patient?.id ?? null,
    source: patient?.source_id ?? null,
    topSource: top?.id ?? null,
    gender: patient ? String(patient.gender) : null,
    age: patient ? ageBand(patient.birth_day, day) : null,
    area: patient?.district || patient?.city || null,
  }
}

/** Charged at all: paid in part, paid, given back in part, given back. */
export const isCharged = ({ status }: Pick<RowOf<'bill'>, 'status'>): boolean => [2, 3, 4, 5].includes(status)
/** The day on which a bill counts: of a late entry the day that it belongs to, else that of the charge. */
export const chargeDay = (bill: RowOf<'bill'>): string | null =>
  bill.belong_date ?? (bill.pay_time === null ? null : dayOf(bill.pay_time))

/** What a rule of the company says on a day. */
export function ruleOn<T>(world: World, rule: string, usual: T, day: string): T {
  let found: RowOf<'company_rule'> | undefined
  for (const row of world.company_rule)
    if (row.rule === rule && row.from_day <= day && (!found || row.from_day > found.from_day)) found = row
  return found ? (found.value as T) : usual
}
