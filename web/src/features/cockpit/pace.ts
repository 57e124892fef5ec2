import { addDays, addMonths, type LocalDate } from '@dentin/kit/datetime'

/** The spans of the cockpit. */
export const spans = { today: '今天', month: '本月', quarter: '本季', year: '本年' } as const
export type CockpitSpan = keyof typeof spans

/** A span that has begun: its first day, its last, and the last day that has come. */
export interface Span {
  from: LocalDate
  to: LocalDate
  until: LocalDate
}

/** The span of a kind that a day lies in. */
export function spanAt(kind: CockpitSpan, day: LocalDate): Span {
  if (kind === 'today') return { from: day, to: day, until: day }
  const month = `${day.slice(0, 7)}-01`
  const from =
    kind === 'month'
      ? month
      : kind === 'quarter'
        ? addMonths(month, -((Number(day.slice(5, 7)) - 1) % 3))
        : `${day.slice(0, 4)}-01-01`
  const to = addDays(addMonths(from, { month: 1, quarter: 3, year: 12 }[kind]), -1)
  return { from, to, until: day }
}

/** What one clinic has taken so far, and what it means to. */
export interface Standing {
  id: string
  name: string
  soFar: number
  /** null: none was set. */
  target: number | null
  openDays: number
  openDaysGone: number
}

/** What it comes to at the end when every open day brings as much as those that are over; null before the first. */
export const expectedOf = ({
  soFar,
  openDays,
  openDaysGone,
}: Omit<Standing, 'id' | 'name' | 'target'>): number | null =>
  openDaysGone === 0 ? null : (soFar / openDaysGone) * openDays

/** What is expected of what was meant, in percent; null without either. */
export function attainment(of: Standing): number | null {
  const expected = expectedOf(of)
  return of.target === null || of.target === 0 || expected === null ? null : (expected / of.target) * 100
}

/** Clinics by what is expected of their target, those without one last, by what they took. */
export const ranked = (clinics: readonly Standing[]): Standing[] =>
  [...clinics].sort((a, b) => (attainment(b) ?? -1) - (attainment(a) ?? -1) || b.soFar - a.soFar)

/** All clinics together: expected is the sum of what each is expected to take. */
export function together(clinics: readonly Standing[]) {
  const sum = (of: (each: Standing) => number) => clinics.reduce((all, each) => all + of(each), 0)
  const withTarget = clinics.filter(({ target }) => target !== null)
  const soFar = sum(({ soFar: own }) => own)
  const expected = sum((each) => expectedOf(each) ?? 0)
  const target = withTarget.length === 0 ? null : sum(({ target: own }) => own ?? 0)
  const [days, gone] = [sum(({ openDays }) => openDays), sum(({ openDaysGone }) => openDaysGone)]
  const left = Math.max(0, ...clinics.map(({ openDays, openDaysGone }) => openDays - openDaysGone))
  return {
    soFar,
    expected,
    target,
    /** Of the open days of all clinics those that are over, in percent. */
    timeGone: days === 0 ? 100 : (gone / days) * 100,
    /** What each day that is left has to bring; null without a target or a day. */
    neededADay: target === null || left === 0 ? null : Math.max(0, target - soFar) / left,
    daysLeft: left,
    averageADay: gone === 0 ? null : soFar / Math.max(...clinics.map(({ openDaysGone }) => openDaysGone)),
  }
}

/** In ten thousand yuan, two decimals. */
export const inTenThousands = (yuan: number): string => (yuan / 10_000).toFixed(2)
/** A target: without decimals where it has none. */
export const targetText = (yuan: number): string => String(Math.round(yuan / 100) / 100)
