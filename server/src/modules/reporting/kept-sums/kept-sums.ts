import type { Cut } from '@dentin/contract/report'
import { addDays, addMonths, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { isChain, isWide } from '../../staff/index.ts'
import type { CountedFigure, EventSource, Span } from '../figures/figure.ts'
import { tallied, type Tally } from '../figures/values.ts'
import { keyOfMonths, MONTHS_OF, weekOf, type Asked } from '../reports/ask.ts'
import { keptBy, madeOf, WHOLE, type KeptRow } from './keep.ts'

/** What is kept of one row. */
interface Sum {
  key: string
  group: string
  tally: Tally
}
interface Found {
  sums: Sum[]
  /** The figures of which rows are left to count, each of its source as far as it is left. */
  left: CountedFigure[]
}

/** Of more parts than this that are open here and there, only the months that every clinic has closed are taken. */
const MOST_PARTS = 60

const clinicList = select(columns('clinic', 'c', 'id'))
const keptList = select(columns('kept_sum', 'k', 'clinic_id', 'month', 'cut', 'sums'))

/** Figures of one source in a span: what is kept of whole closed months, and what is left to count. */
export async function keptSums(
  tx: TenantTx,
  asked: Asked,
  figures: readonly CountedFigure[],
  { by, group, span }: { by: Cut; group: Cut | null; span: Span },
): Promise<Found> {
  if (isNarrowed(asked)) return { sums: [], left: [...figures] }
  const own = figures.filter((figure) => keptBy(figure, by))
  const at = own[0] ? keptBy(own[0], by) : null
  const source = own[0]?.source
  if (!at || source?.kind !== 'events' || !source.kept || (group && !(by === 'topCategory' && group === 'side')))
    return { sums: [], left: [...figures] }
  const clinicIds = await clinicsAsked(tx, asked)
  const { whole, some } = monthsOf(span)
  // Of a month that lies in the span in part the days are taken, where they say all that is asked.
  const byDays = at.cut === WHOLE || at.cut === 'day' ? some : []
  const rows =
    whole.length + byDays.length === 0
      ? []
      : await tx.rows(
          keptList.from`kept_sum k where ${tx.own('k')} and k.source = ${at.source} and k.made_of = ${madeOf(tx, at.source)}
            and (k.cut = ${at.cut} and k.month = any(${whole}::date[]) or k.cut = 'day' and k.month = any(${byDays}::date[]))
            and k.clinic_id = any(${clinicIds}::uuid[])`,
        )
  const { taken, parts } = divided(span, [...whole, ...byDays], clinicIds, rows)
  const sums = rows
    .filter(({ clinicId, month }) => taken.has(`${clinicId} ${month}`))
    .flatMap(({ clinicId, month, cut, sums: kept }) =>
      (kept as unknown as KeptRow[])
        .filter(({ key }) => cut !== 'day' || (key >= span.from && key <= span.to))
        .map((row) => ({
          key: keyFor(by, at.cut, { clinicId, month, key: row.key }),
          group: row.group,
          tally: tallyOf(own, row),
        })),
    )
  const { moving } = source.kept
  const open = [
    ...parts.open.map(
      (part) => sql`(${source.within(part.span)} and ${source.clinic} = any(${part.clinicIds}::uuid[]))`,
    ),
    ...(moving
      ? parts.kept.map((part) => sql`(${moving(part.span)} and ${source.clinic} = any(${part.clinicIds}::uuid[]))`)
      : []),
  ]
  const rest: EventSource = { ...source, within: () => sql`(${sql.join(open, sql` or `)})` }
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

/** The months of a span, each by its first day: those that lie in it as a whole, and those that do in part. */
function monthsOf({ from, to }: Span): { whole: LocalDate[]; some: LocalDate[] } {
  const whole: LocalDate[] = []
  const some: LocalDate[] = []
  for (let at = `${from.slice(0, 7)}-01`; at <= to; at = addMonths(at, 1))
    (at >= from && addDays(addMonths(at, 1), -1) <= to ? whole : some).push(at)
  return { whole, some }
}

/** The parts of a span that lie in some months (`isIn`) or in none of them, each as long as may be. */
function partsOf({ from, to }: Span, isIn: (month: LocalDate) => boolean): { inside: Span[]; outside: Span[] } {
  const inside: Span[] = []
  const outside: Span[] = []
  for (let at = from; at <= to;) {
    const month = `${at.slice(0, 7)}-01`
    const end = addDays(addMonths(month, 1), -1)
    const part = { from: at, to: end < to ? end : to }
    const list = isIn(month) ? inside : outside
    const before = list.at(-1)
    if (before && addDays(before.to, 1) === at) before.to = part.to
    else list.push(part)
    at = addDays(part.to, 1)
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
  months: readonly LocalDate[],
  clinicIds: readonly string[],
  rows: readonly { clinicId: string; month: string }[],
): { taken: ReadonlySet<string>; parts: { open: Part[]; kept: Part[] } } {
  const kept = new Set(rows.map(({ clinicId, month }) => `${clinicId} ${month}`))
  const shared = months.filter((month) => clinicIds.every((id) => kept.has(`${id} ${month}`)))
  const byParts = (isIn: (id: string) => (month: LocalDate) => boolean) => {
    const open = new Map<string, Part>()
    const closed = new Map<string, Part>()
    for (const id of clinicIds) {
      const { inside, outside } = partsOf(span, isIn(id))
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
  const each = byParts((id) => (month) => kept.has(`${id} ${month}`))
  if (each.open.length <= MOST_PARTS) return { taken: kept, parts: each }
  const together = new Set(shared)
  return {
    taken: new Set(clinicIds.flatMap((id) => shared.map((month) => `${id} ${month}`))),
    parts: byParts(() => (month) => together.has(month)),
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

function tallyOf(figures: readonly CountedFigure[], { sums }: KeptRow): Tally {
  const tally = new Map<string, number>()
  for (const { code, unit } of figures) {
    const sum = sums[code]
    if (sum !== undefined) tally.set(code, tallied(unit, sum))
  }
  return tally
}
