import type { Cut, ReportRow } from '@dentin/contract/report'
import { addDays, addMonths, weekday } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { countedIn } from '../figures/declared.ts'
import { countsIn, type CountedFigure, type Figure, type Source, type Span } from '../figures/figure.ts'
import { tallied, valueOf, written } from '../figures/values.ts'
import { isOverTime, keyOf, rowsAsked, type Asked } from './ask.ts'
import { labelsOf } from './labels.ts'

/** The key of the foot among the counts. */
const FOOT = Symbol('foot')
type Counts = Map<string | typeof FOOT, Map<string, number>>

/** Counts the figures of one source in one statement: each row, and the foot by its own definition. */
async function countSource(
  tx: TenantTx,
  asked: Asked,
  { source, figures }: { source: Source; figures: readonly CountedFigure[] },
  { by, span }: { by: Cut; span: Span },
  counts: Counts,
): Promise<void> {
  const key = keyOf(source, by)
  const sums: Record<`v${number}`, RawBuilder<string | null>> = {}
  figures.forEach((figure, n) => {
    const where = countsIn(tx, figure)
    sums[`v${n}`] = sql<string | null>`(sum(${figure.value})${where ? sql` filter (where ${where})` : sql``})::text`
  })
  const list = select({ key: sql<string | null>`${key}`, isFoot: sql<boolean>`grouping(${key}) = 1`, ...sums })
  const rows = await tx.rows(
    list.from`${source.from(tx)} and ${rowsAsked(asked, source, span)} group by grouping sets ((${key}), ())`,
  )
  for (const row of rows) {
    const at = row.isFoot ? FOOT : (row.key ?? '')
    const tally = counts.get(at) ?? new Map<string, number>()
    counts.set(at, tally)
    figures.forEach(({ code, unit }, n) => tally.set(code, tallied(unit, Reflect.get(row, `v${n}`) as string | null)))
  }
}

async function countAll(tx: TenantTx, asked: Asked, figures: readonly Figure[], by: Cut, span: Span): Promise<Counts> {
  const counts: Counts = new Map()
  const wanted = new Map<Source, Map<string, CountedFigure>>()
  for (const figure of figures.flatMap(countedIn)) {
    const ofSource = wanted.get(figure.source) ?? new Map<string, CountedFigure>()
    wanted.set(figure.source, ofSource.set(figure.code, figure))
  }
  await Promise.all(
    [...wanted].map(([source, found]) =>
      countSource(tx, asked, { source, figures: [...found.values()] }, { by, span }, counts),
    ),
  )
  return counts
}

const NOTHING: ReadonlyMap<string, number> = new Map()
const valuesOf = (figures: readonly Figure[], tally: ReadonlyMap<string, number> = NOTHING): (string | null)[] =>
  figures.map((figure) => written(figure.unit, valueOf(figure, tally)))

/** Every day, week or month of a span. */
export function timeKeys(by: Cut, { from, to }: Span): string[] {
  const keys: string[] = []
  if (by === 'month') for (let at = `${from.slice(0, 7)}-01`; at <= to; at = addMonths(at, 1)) keys.push(at.slice(0, 7))
  else {
    const step = by === 'week' ? 7 : 1
    for (let at = by === 'week' ? addDays(from, -weekday(from)) : from; at <= to; at = addDays(at, step)) keys.push(at)
  }
  return keys
}

/** The rows and the foot of a report, each beside what it is compared with. */
export async function runReport(
  tx: TenantTx,
  asked: Asked,
  figures: readonly Figure[],
  by: Cut,
): Promise<{ rows: ReportRow[]; total: ReportRow }> {
  const { span, comparedSpan } = asked
  const [now, then] = await Promise.all([
    countAll(tx, asked, figures, by, span),
    comparedSpan ? countAll(tx, asked, figures, by, comparedSpan) : null,
  ])
  const found = [...now.keys(), ...(then?.keys() ?? [])].filter((key) => key !== FOOT)
  const overTime = isOverTime(by)
  const keys = overTime ? timeKeys(by, span) : [...new Set(found)]
  // Along time a row is held against the row of the same place in the other span.
  const before = overTime && comparedSpan ? timeKeys(by, comparedSpan) : []
  const labels = await labelsOf(tx, by, keys)
  const rows = keys.map((key, n): ReportRow => {
    const other = overTime ? before[n] : key
    return {
      key,
      label: labels.get(key) ?? key,
      values: valuesOf(figures, now.get(key)),
      compared: then ? valuesOf(figures, other === undefined ? NOTHING : then.get(other)) : null,
    }
  })
  if (!overTime) rows.sort((a, b) => byLabel(labels, a.key, b.key))
  return {
    rows,
    total: {
      key: '',
      label: '合计',
      values: valuesOf(figures, now.get(FOOT)),
      compared: then && valuesOf(figures, then.get(FOOT)),
    },
  }
}

/** In the order of the labels; what is assigned to nothing comes last. */
function byLabel(labels: ReadonlyMap<string, string>, a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  const order = [...labels.keys()]
  return order.indexOf(a) - order.indexOf(b)
}
