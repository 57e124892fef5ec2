import type { Cut } from '@dentin/contract/report'
import { addDays, addMonths, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { isChain, isWide } from '../../staff/index.ts'
import type { CountedFigure, EventSource, Span } from '../figures/figure.ts'
import { keyOfMonths, MONTHS_OF, weekOf, type Asked } from '../reports/ask.ts'
import { keptBy, saysAll, WHOLE, type KeptRow } from './keep.ts'

/** What is kept of one row. */
interface Sum {
  key: string
  group: string
  /** As `sumsOf` says what each figure comes to. */
  values: readonly (readonly [CountedFigure, string])[]
}
interface Found {
  sums: Sum[]
  /** The figures of which rows are left to count, each of its source as far as it is left. */
  left: CountedFigure[]
}

/** Of more parts than this that are open here and there, only the months are taken that every clinic has kept. */
const MOST_PARTS = 60

const clinicList = select(columns('clinic', 'c', 'id'))
const keptList = select(columns('kept_sum', 'k', 'clinic_id', 'month', 'cut', 'made_of', 'until', 'sums'))

/**
 * Figures of one source in a span: what is kept of whole closed months, and what is left to count.
 * @param rests the sources of what is left, by it, so that figures that are left with the same days are counted together
 */
export async function keptSums(
  tx: TenantTx,
  asked: Asked,
  figures: readonly CountedFigure[],
  { by, group, span, rests }: { by: Cut; group: Cut | null; span: Span; rests: Map<string, EventSource> },
): Promise<Found> {
  if (isNarrowed(asked)) return { sums: [], left: [...figures] }
  const own = figures.filter((figure) => keptBy(figure, by))
  const at = own[0] ? keptBy(own[0], by) : null
  const source = own[0]?.source
  if (!at || source?.kind !== 'events' || !source.kept || (group && !(by === 'topCategory' && group === 'side')))
    return { sums: [], left: [...figures] }
  const clinicIds = await clinicsAsked(tx, asked)
  const { begun, some } = monthsOf(span)
  // Of a month that lies in the span in part the days are taken, where they say all that is asked.
  const byDays = at.cut === WHOLE || at.cut === 'day' ? some : []
  const codes = own.map(({ code }) => code)
  const found =
    begun.length + byDays.length === 0
      ? []
      : await tx.rows(
          keptList.from`kept_sum k where ${tx.own('k')} and k.source = ${at.source} and (k.cut = ${at.cut} and k.month = any(${begun}::date[])
              or k.cut = 'day' and k.month = any(${byDays}::date[])) and k.clinic_id = any(${clinicIds}::uuid[])`,
        )
  const rows = usable(
    found.filter(({ madeOf }) => saysAll(tx, at.source, madeOf, codes)),
    at.cut,
    span,
  )
  if (rows.length === 0) return { sums: [], left: [...figures] }
  const { taken, parts } = divided(span, clinicIds, rows)
  const sums = rows
    .filter(({ clinicId, month }) => taken.has(`${clinicId} ${month}`))
    .flatMap(({ clinicId, month, cut, sums: kept }) =>
      (kept as unknown as KeptRow[])
        .filter(({ key }) => cut !== 'day' || (key >= span.from && key <= span.to))
        .map((row) => ({
          key: keyFor(by, at.cut, { clinicId, month, key: row.key }),
          group: row.group,
          values: own.flatMap((figure) => {
            const value = row.sums[figure.code]
            return value === undefined ? [] : [[figure, value] as const]
          }),
        })),
    )
  const moving = source.kept === 'snapshot' ? undefined : source.kept.moving
  const open = [
    ...parts.open.map(
      (part) => sql`(${source.within(part.span)} and ${source.clinic} = any(${part.clinicIds}::uuid[]))`,
    ),
    ...(moving
      ? parts.kept.map((part) => sql`(${moving(part.span)} and ${source.clinic} = any(${part.clinicIds}::uuid[]))`)
      : []),
  ]
  const left = JSON.stringify(parts)
  const rest = rests.get(left) ?? leftOf(source, [...parts.open, ...(moving ? parts.kept : [])], open)
  rests.set(left, rest)
  const others = figures.filter((figure) => !own.includes(figure))
  return {
    sums,
    left: [
      ...others,
      ...(open.length > 0 ? own.map((figure): CountedFigure => ({ ...figure, source: rest, at: undefined })) : []),
    ],
  }
}

/** Are fewer rows asked for than a clinic has? */
const isNarrowed = ({ reach, people, doctorIds, sourceIds, deptIds, methodIds, categories }: Asked): boolean =>
  !isWide(reach) ||
  people?.own === true ||
  (people?.who ?? null) !== null ||
  doctorIds.length + sourceIds.length + deptIds.length + methodIds.length + categories.length > 0

async function clinicsAsked(tx: TenantTx, { clinicIds, reach }: Asked): Promise<readonly string[]> {
  const within = isChain(reach) ? null : (reach.clinicIds ?? [])
  if (clinicIds) return within ? clinicIds.filter((id) => within.includes(id)) : clinicIds
  return within ?? (await tx.rows(clinicList.keptFrom`clinic c where ${tx.own('c')}`)).map(({ id }) => id)
}

/** The rows of a source that are left to count: put together of no more days than they lie in. */
function leftOf(source: EventSource, parts: readonly Part[], within: readonly RawBuilder<unknown>[]): EventSource {
  const from = parts.map((part) => part.span.from).sort()[0]
  const to = parts
    .map((part) => part.span.to)
    .sort()
    .at(-1)
  return {
    ...source,
    from: (tx, span) => source.from(tx, { from: from ?? span.from, to: to ?? span.to }),
    within: () => sql`(${sql.join(within, sql` or `)})`,
  }
}

/** The months of a span, each by its first day: those that begin in it, and those that lie in it in part. */
function monthsOf({ from, to }: Span): { begun: LocalDate[]; some: LocalDate[] } {
  const begun: LocalDate[] = []
  const some: LocalDate[] = []
  for (let at = firstOf(from); at <= to; at = addMonths(at, 1)) {
    if (at >= from) begun.push(at)
    if (at < from || lastOf(at) > to) some.push(at)
  }
  return { begun, some }
}
const firstOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`
const lastOf = (month: LocalDate): LocalDate => addDays(addMonths(month, 1), -1)
const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b)

interface KeptMonth {
  clinicId: string
  month: LocalDate
  cut: string
  until: LocalDate | null
  sums: unknown
}
/** The last day of which something is kept. */
const endOf = ({ month, until }: Pick<KeptMonth, 'month' | 'until'>): LocalDate => until ?? lastOf(month)

/** Of each month of a clinic the rows that say what is asked: what is kept of it as a whole, or else its days. */
function usable<K extends KeptMonth>(rows: readonly K[], cut: string, span: Span): K[] {
  const nameOf = ({ clinicId, month }: K) => `${clinicId} ${month}`
  const whole = rows.filter(
    (row) => row.cut === cut && (cut === 'day' || (span.from <= row.month && endOf(row) <= span.to)),
  )
  const there = new Set(whole.map(nameOf))
  return [...whole, ...rows.filter((row) => row.cut === 'day' && cut !== 'day' && !there.has(nameOf(row)))]
}

/** The parts of a span of which something is kept and those of which nothing is, each as long as may be. */
function partsOf(
  { from, to }: Span,
  keptUntil: (month: LocalDate) => LocalDate | null,
): Record<'inside' | 'outside', Span[]> {
  const inside: Span[] = []
  const outside: Span[] = []
  const add = (list: Span[], part: Span) => {
    const before = list.at(-1)
    if (before && addDays(before.to, 1) === part.from) before.to = part.to
    else list.push(part)
  }
  for (let at = from; at <= to; at = addDays(earlier(lastOf(firstOf(at)), to), 1)) {
    const last = earlier(lastOf(firstOf(at)), to)
    const until = keptUntil(firstOf(at))
    const kept = until === null || until < at ? null : earlier(until, last)
    if (kept) add(inside, { from: at, to: kept })
    const next = kept ? addDays(kept, 1) : at
    if (next <= last) add(outside, { from: next, to: last })
  }
  return { inside, outside }
}

interface Part {
  span: Span
  clinicIds: string[]
}
/** Which kept months are taken, and which parts of the span each clinic is left with: clinics with the same parts together. */
function divided(
  span: Span,
  clinicIds: readonly string[],
  rows: readonly KeptMonth[],
): { taken: ReadonlySet<string>; parts: { open: Part[]; kept: Part[] } } {
  const ends = new Map(rows.map((row) => [`${row.clinicId} ${row.month}`, endOf(row)]))
  const byParts = (endIn: (id: string, month: LocalDate) => LocalDate | null) => {
    const open = new Map<string, Part>()
    const closed = new Map<string, Part>()
    for (const id of clinicIds) {
      const { inside, outside } = partsOf(span, (month) => endIn(id, month))
      for (const [list, to] of [
        [outside, open],
        [inside, closed],
      ] as const)
        for (const part of list) {
          const name = `${part.from} ${part.to}`
          const found = to.get(name)
          if (found) found.clinicIds.push(id)
          else to.set(name, { span: part, clinicIds: [id] })
        }
    }
    return { open: [...open.values()], kept: [...closed.values()] }
  }
  const each = byParts((id, month) => ends.get(`${id} ${month}`) ?? null)
  if (each.open.length <= MOST_PARTS) return { taken: new Set(ends.keys()), parts: each }
  // Only what every clinic has kept up to the same day.
  const together = new Map<LocalDate, LocalDate>()
  for (const month of new Set(rows.map((row) => row.month))) {
    const [end, ...others] = new Set(clinicIds.map((id) => ends.get(`${id} ${month}`) ?? null))
    if (end && others.length === 0) together.set(month, end)
  }
  return {
    taken: new Set(clinicIds.flatMap((id) => [...together.keys()].map((month) => `${id} ${month}`))),
    parts: byParts((_, month) => together.get(month) ?? null),
  }
}

/** The key of the row of a report in which kept sums stand. */
function keyFor(
  by: Cut,
  cut: string,
  { clinicId, month, key }: { clinicId: string; month: LocalDate; key: string },
): string {
  if (by === 'clinic') return clinicId
  if (MONTHS_OF[by] !== undefined) return keyOfMonths(by, month)
  if (by === 'week') return weekOf(key)
  return cut === by ? key : ''
}
