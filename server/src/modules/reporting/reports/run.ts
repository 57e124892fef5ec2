import { isRole, onceCuts, type Cut, type FactColumn, type ReportRow } from '@dentin/contract/report'
import { addDays, addMonths } from '@dentin/kit'
import { sql } from 'kysely'
import { select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { countedIn } from '../figures/declared.ts'
import { sumsOf, type CountedFigure, type EventSource, type Figure, type Span } from '../figures/figure.ts'
import { Sums, valueOf, written, type Tally } from '../figures/values.ts'
import {
  isKnownOf,
  isOfThings,
  isOverTime,
  keyOf,
  keyOfMonths,
  MONTHS_OF,
  rowsAsked,
  spanOfKey,
  weekOf,
  type Asked,
} from './ask.ts'
import { keptSums } from '../kept-sums/kept-sums.ts'
import { facesOf, factsOf } from './faces.ts'
import { labelsOf } from './labels.ts'

/** What was counted for one row. */
class Counted extends Sums {
  /** The group that it stands in. */
  group = ''
  /** When it happened, or what else its source orders by. */
  order = ''
}
interface Counts {
  rows: Map<string, Counted>
  groups: Map<string, Counted>
  foot: Counted
}

interface Sorted {
  key: string
  order: 'asc' | 'desc'
}
const sortedBy = (text: string | null | undefined): Sorted | null => {
  const found = /^(.+)-(asc|desc)$/.exec(text ?? '')
  return found ? { key: found[1] as string, order: found[2] as 'asc' | 'desc' } : null
}

/** How the rows are put together: by a cut, in groups of another. */
interface Grouping {
  by: Cut
  group: Cut | null
  span: Span
}

/** Counts the figures of one source: what is kept of closed months, and the other rows. */
async function countSource(
  tx: TenantTx,
  asked: Asked,
  figures: readonly CountedFigure[],
  grouping: Grouping,
  counts: Counts,
): Promise<void> {
  const rests = new Map<string, EventSource>()
  // Figures that settle at different times are kept of different months.
  const found = await Promise.all(
    [...new Set(figures.map(({ settles }) => settles))].map((settles) =>
      keptSums(
        tx,
        asked,
        figures.filter((figure) => figure.settles === settles),
        { ...grouping, rests },
      ),
    ),
  )
  const sums = found.flatMap((each) => each.sums)
  const left = found.flatMap((each) => each.left)
  for (const { key, group, values } of sums) {
    const found = counts.rows.get(key) ?? new Counted()
    counts.rows.set(key, found)
    found.group = group
    addTo(found, values)
    addTo(counts.foot, values)
    if (!grouping.group) continue
    const whole = counts.groups.get(group) ?? new Counted()
    counts.groups.set(group, whole)
    addTo(whole, values)
  }
  // Those of which something is kept count other rows than those of which nothing is.
  for (const source of new Set(left.map((figure) => figure.source)))
    await countRows(
      tx,
      asked,
      left.filter((figure) => figure.source === source),
      grouping,
      counts,
    )
}

function addTo(counted: Counted, values: readonly (readonly [CountedFigure, string])[]): void {
  for (const [figure, value] of values) counted.add(figure, value)
}

/** Counts the figures of one source in one statement: each row, each group, and the foot by its own definition. */
async function countRows(
  tx: TenantTx,
  asked: Asked,
  figures: readonly CountedFigure[],
  { by, group, span }: Grouping,
  counts: Counts,
): Promise<void> {
  const [first] = figures
  if (!first) return
  const { source } = first
  const key = keyOf(source, by)
  const groupKey = group ? keyOf(source, group) : null
  const isThing = isOfThings(by)
  const list = select({
    key: sql<string | null>`${key}`,
    groupKey: sql<string | null>`${groupKey ?? sql`''::text`}`,
    isRow: sql<boolean>`grouping(${key}) = 0`,
    isGroup: groupKey ? sql<boolean>`grouping(${key}) = 1 and grouping(${groupKey}) = 0` : sql<boolean>`false`,
    // Not ''::text: that is also the key of what has none, and a key is null in the rows above it.
    order: isThing ? sql<string>`coalesce(min(${source.rows.order})::text, '')` : sql<string>`concat('')`,
    ...sumsOf(tx, figures),
  })
  const sets = groupKey ? sql`(${key}, ${groupKey}), (${groupKey}), ()` : sql`(${key}), ()`
  const within = await rowsAsked(tx, asked, first, span)
  const rows = await tx.rows(list.from`${within} group by grouping sets (${sets})`)
  for (const row of rows) {
    const at = row.isRow ? counts.rows : row.isGroup ? counts.groups : null
    const name = (row.isRow ? row.key : row.groupKey) ?? ''
    const found = at ? (at.get(name) ?? new Counted()) : counts.foot
    at?.set(name, found)
    if (row.isRow) found.group = row.groupKey ?? ''
    if (found.order === '' || (row.order !== '' && row.order < found.order)) found.order = row.order
    // A row that stands in two groups is one row, with the sum of both.
    figures.forEach((figure, n) => found.add(figure, Reflect.get(row, `v${n}`) as string | null))
  }
}

async function countAll(tx: TenantTx, asked: Asked, figures: readonly Figure[], grouping: Grouping): Promise<Counts> {
  const counts: Counts = { rows: new Map(), groups: new Map(), foot: new Counted() }
  const wanted = new Map<string, Map<string, CountedFigure>>()
  for (const figure of figures.flatMap(countedIn)) {
    const at = `${figure.source.name} ${figure.at ?? ''}`
    const together = wanted.get(at) ?? new Map<string, CountedFigure>()
    wanted.set(at, together.set(figure.code, figure))
  }
  const { by, span } = grouping
  await Promise.all(
    [...wanted.values()].map(async (found) => {
      const together = [...found.values()]
      if (together[0]?.source.kind !== 'states' || !isOverTime(by))
        return countSource(tx, asked, together, grouping, counts)
      // Balances along time: those of each row's own end, and of the whole span in the foot.
      await countBalances(tx, asked, together, span, counts.foot)
      for (const key of timeKeys(by, span)) {
        const row = counts.rows.get(key) ?? new Counted()
        counts.rows.set(key, row)
        await countBalances(tx, asked, together, spanOfKey(by, key, span), row)
      }
    }),
  )
  return counts
}

/** Counts balances as they stood, all in one row. */
async function countBalances(
  tx: TenantTx,
  asked: Asked,
  figures: readonly CountedFigure[],
  span: Span,
  row: Counted,
): Promise<void> {
  const [first] = figures
  if (!first) return
  const [found] = await tx.rows(select(sumsOf(tx, figures)).from`${await rowsAsked(tx, asked, first, span)}`)
  figures.forEach((figure, n) => row.add(figure, Reflect.get(found ?? {}, `v${n}`) as string | null))
}

const NOTHING: Tally = new Map()
/** Where a figure knows nothing of what is asked (null) there is no value, not zero. */
const valuesOf = (figures: readonly (Figure | null)[], tally: Tally = NOTHING, whole = tally): (string | null)[] =>
  figures.map((figure) => figure && written(figure.unit, valueOf(figure, tally, whole)))

/** Every day, week, month, quarter or year of a span. */
export function timeKeys(by: Cut, { from, to }: Span): string[] {
  const keys: string[] = []
  const months = MONTHS_OF[by]
  if (months !== undefined) {
    for (let at = `${from.slice(0, 7)}-01`; at <= to; at = addMonths(at, 1)) {
      const key = keyOfMonths(by, at)
      if (keys.at(-1) !== key) keys.push(key)
    }
  } else {
    const step = by === 'week' ? 7 : 1
    for (let at = by === 'week' ? weekOf(from) : from; at <= to; at = addDays(at, step)) keys.push(at)
  }
  return keys
}

/** How a table is to be shown: by which cut, in which order, which of its rows (null: all of them, for a file). */
export interface Shown {
  by: Cut
  sort?: string | undefined
  page: { limit: number; offset: number } | null
  /** The figures that become columns, of those that are counted; left out: all of them. */
  shown?: readonly Figure[]
}

/** The rows and the foot of a report, each beside what it is compared with. */
export async function runReport(
  ctx: ClinicContext,
  asked: Asked,
  figures: readonly Figure[],
  { by, sort, page, shown = figures }: Shown,
): Promise<{ facts: FactColumn[]; rows: ReportRow[]; count: number; total: ReportRow }> {
  const { tx } = ctx
  const { span, comparedSpan, report } = asked
  const group = report.groups[by] ?? null
  const told = shown.map((figure) => (isKnownOf(asked, figure) ? figure : null))
  const [now, then] = await Promise.all([
    countAll(tx, asked, figures, { by, group, span }),
    comparedSpan ? countAll(tx, asked, figures, { by, group, span: comparedSpan }) : null,
  ])
  const overTime = isOverTime(by)
  const isOnce = happensOnce(figures, by)
  const ofThings = isOfThings(by)
  // Along time a row is held against the row of the same place in the other span.
  const timesBefore = overTime && comparedSpan ? timeKeys(by, comparedSpan) : []
  const keys = overTime
    ? timeKeys(by, span)
    : [...new Set([...now.rows.keys(), ...(isOnce ? [] : (then?.rows.keys() ?? []))])].filter(
        (key) =>
          !(ofThings || (report.people && isRole(by)) || key === '' || key.startsWith('~')) ||
          hasAny(now, key) ||
          (!(report.people && isRole(by)) && then !== null && hasAny(then, key)),
      )
  const place = new Map(keys.map((key, n) => [key, n]))
  const otherOf = (key: string) => (overTime ? timesBefore[place.get(key) as number] : key)
  const labels = ofThings ? new Map<string, string>() : await labelsOf(tx, by, keys)
  const groupOf = (key: string) => (now.rows.get(key) ?? then?.rows.get(key))?.group ?? ''
  const wanted = sortedBy(sort) ?? (ofThings ? sortedBy(report.order) : null)
  // The order of what is not shown would tell of it.
  const sortable = shown.length > 0 ? figures : []
  const figure = wanted ? sortable.find(({ code }) => code === wanted.key) : undefined
  const compare = inOrder(now, wanted, figure, { labels, overTime, ofThings })
  keys.sort(compare)
  const groupLabels = group ? await labelsOf(tx, group, [...new Set(keys.map(groupOf))]) : null
  const grouped = groupLabels
    ? inGroups(keys, groupOf, groupOrder(now, wanted, figure, group as Cut, groupLabels))
    : keys
  const onPage = ofThings && page ? grouped.slice(page.offset, page.offset + page.limit) : grouped
  const faced = ofThings || (report.people && isRole(by))
  const faces = faced ? await facesOf(ctx, report.faces[by] ?? by, onPage, span.to) : null
  const row = (
    of: Cut,
    key: string,
    level: 'row' | 'sum',
    counted: Counted | undefined,
    compared: Counted | undefined,
    isHeld = !happensOnce(figures, of),
  ) => ({
    key,
    by: of,
    level,
    label: '',
    facts: [] as (string | null)[],
    link: null as ReportRow['link'],
    values: valuesOf(told, counted?.tally, now.foot.tally),
    compared: then && isHeld ? valuesOf(told, compared?.tally, then.foot.tally) : null,
  })
  const rows: ReportRow[] = []
  for (const [n, key] of onPage.entries()) {
    const other = otherOf(key)
    const face = faces?.get(key)
    rows.push({
      ...row(by, key, 'row', now.rows.get(key), other === undefined ? undefined : then?.rows.get(other)),
      label: face?.label ?? labels.get(key) ?? key,
      facts: face?.facts ?? [],
      link: face?.link ?? null,
    })
    if (!groupLabels || !group) continue
    const own = groupOf(key)
    const at = (ofThings ? (page?.offset ?? 0) : 0) + n
    const [before, next] = [grouped[at - 1], grouped[at + 1]]
    const ends = next === undefined || groupOf(next) !== own
    const isAlone = ends && (before === undefined || groupOf(before) !== own)
    // A group of one row says its sum already.
    if (ends && (!isAlone || group === 'side'))
      rows.push({
        ...row(group, own, 'sum', now.groups.get(own), then?.groups.get(own)),
        label: groupLabels.get(own) ?? own,
      })
  }
  return {
    facts: faced ? factsOf(ctx, report.faces[by] ?? by) : [],
    rows,
    count: grouped.length,
    total: { ...row(by, '', 'sum', now.foot, then?.foot, true), label: '合计' },
  }
}

/** Is there no row like one of these in another span? A bill is charged once, what is owed of it stands on many days. */
const happensOnce = (figures: readonly Figure[], by: Cut): boolean =>
  (onceCuts as readonly Cut[]).includes(by) ||
  (by === 'bill' && figures.flatMap(countedIn).every(({ source }) => source.kind === 'events'))

/**
 * A thing of which nothing counts is no row, and neither is a line below the others, what is assigned to nothing, nor somebody who did
 * nothing in a part.
 */
const hasAny = (counts: Counts, key: string): boolean =>
  [...(counts.rows.get(key)?.tally.values() ?? [])].some((value) => value !== 0)

type Compare = (a: string, b: string) => number

/** By a figure: nothing to divide by stands last. */
function byFigure(rows: ReadonlyMap<string, Counted>, figure: Figure, order: 'asc' | 'desc', whole: Tally): Compare {
  const of = (key: string) => valueOf(figure, rows.get(key)?.tally ?? NOTHING, whole)
  const sign = order === 'asc' ? 1 : -1
  return (a, b) => {
    const [x, y] = [of(a), of(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return sign * (x - y)
  }
}

/** The order of the rows: by the figure that is asked for, of things as they happened, else by their labels. */
function inOrder(
  counts: Counts,
  wanted: Sorted | null,
  figure: Figure | undefined,
  of: { labels: ReadonlyMap<string, string>; overTime: boolean; ofThings: boolean },
): Compare {
  const order = [...of.labels.keys()]
  const happened: Compare = (a, b) =>
    (counts.rows.get(a)?.order ?? '').localeCompare(counts.rows.get(b)?.order ?? '', 'en') || a.localeCompare(b, 'en')
  // What is assigned to nothing comes last.
  const byLabel: Compare = (a, b) =>
    a === '' || b === '' ? (a === b ? 0 : a === '' ? 1 : -1) : order.indexOf(a) - order.indexOf(b)
  const usual: Compare = of.ofThings ? happened : of.overTime ? (a, b) => a.localeCompare(b, 'en') : byLabel
  if (wanted?.key === 'label') return wanted.order === 'asc' ? usual : (a, b) => usual(b, a)
  if (!wanted || !figure) return usual
  const chosen = byFigure(counts.rows, figure, wanted.order, counts.foot.tally)
  return (a, b) => chosen(a, b) || usual(a, b)
}

/** The order of groups: as their words are listed (above and below the line), by the figure, or by when they begin. */
function groupOrder(
  counts: Counts,
  wanted: Sorted | null,
  figure: Figure | undefined,
  group: Cut,
  labels: ReadonlyMap<string, string>,
): Compare {
  const listed = [...labels.keys()]
  if (group === 'side') return (a, b) => listed.indexOf(a) - listed.indexOf(b)
  if (wanted && figure) return byFigure(counts.groups, figure, wanted.order, counts.foot.tally)
  return (a, b) => (counts.groups.get(a)?.order ?? '').localeCompare(counts.groups.get(b)?.order ?? '', 'en')
}

/** Rows of one group stand together, in their order. */
function inGroups(keys: readonly string[], groupOf: (key: string) => string, order: Compare): string[] {
  const groups = new Map<string, string[]>()
  for (const key of keys) {
    const own = groupOf(key)
    const found = groups.get(own)
    if (found) found.push(key)
    else groups.set(own, [key])
  }
  return [...groups.keys()].sort(order).flatMap((own) => groups.get(own) ?? [])
}
