import { fileStates } from '@dentin/contract/core/status'
import { MOST_PEOPLE, type Cut } from '@dentin/contract/report'
import type { contract, HandlerOutput } from '@dentin/contract'
import { formatDateTime } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { codes } from '../../../platform/database/codes.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import {
  countsIn,
  sumsOf,
  valueIn,
  type CountedFigure,
  type DrillLink,
  type Source,
  type Span,
} from '../figures/figure.ts'
import { Sums, tallied, written } from '../figures/values.ts'
import { fieldError } from '../../../platform/errors.ts'
import { isOverTime, keyOf, rowsAsked, spanOfKey, type Asked } from './ask.ts'
import { keptSums } from '../kept-sums/kept-sums.ts'
import { timeKeys } from './run.ts'

type Drilled = Pick<
  HandlerOutput<typeof contract.report.drill>,
  'list' | 'total' | 'sum' | 'kept' | 'columns' | 'ofPatients'
>

/** A cell: of a row, or (null) of the foot. */
export interface Cell {
  by: Cut
  key: string | null
  span: Span
}

/** The rows of a source that a figure counts in a cell: tables and conditions, for `from`. */
async function rowsOfCell(
  tx: TenantTx,
  asked: Asked,
  figure: CountedFigure,
  { by, key, span }: Cell,
): Promise<RawBuilder<unknown>> {
  const { source, distinct } = figure
  const counts = countsIn(tx, figure) ?? sql`true`
  // A balance along time is that of the row's own end.
  if (source.kind === 'states' && isOverTime(by)) {
    if (key !== null && !timeKeys(by, span).includes(key)) throw fieldError('BAD_INPUT', 'key', '行有误')
    return sql`${await rowsAsked(tx, asked, figure, key === null ? span : spanOfKey(by, key, span))} and (${counts})`
  }
  const whole = sql`${await rowsAsked(tx, asked, figure, spanOfCell(source, { by, key, span }))} and (${counts})
    and ${key === null ? sql`true` : by === 'clinic' ? isClinic(source, key) : sql`${keyOf(source, by)} = ${key}`}`
  if (!distinct) return whole
  // Of what is counted once the newest row stands for all of them.
  const { id, order } = source.rows
  return sql`${whole} and ${id} in
    (select distinct on (${distinct}) ${id} from ${whole} and ${distinct} is not null order by ${distinct}, ${order} desc, ${id})`
}

/** The days of a cell: of a row along time its own, which an index finds. */
const spanOfCell = ({ kind }: Source, { by, key, span }: Cell): Span =>
  kind === 'events' && key !== null && isOverTime(by) && timeKeys(by, span).includes(key)
    ? spanOfKey(by, key, span)
    : span

/** Rows of one clinic, in words that an index answers. */
const isClinic = ({ clinic }: Source, key: string) =>
  z.guid().safeParse(key).success ? sql`${clinic} = ${key}::uuid` : sql`false`

/**
 * What the report says in a cell of which closed months are told as they stood: what is kept of it, and what its other rows come to. null: all of
 * it is counted from the rows.
 */
async function toldOf(tx: TenantTx, asked: Asked, figure: CountedFigure, cell: Cell): Promise<number | null> {
  if (figure.settles === undefined) return null
  const span = spanOfCell(figure.source, cell)
  const { sums, left } = await keptSums(tx, asked, [figure], { by: cell.by, group: null, span, rests: new Map() })
  if (left.includes(figure)) return null
  const told = new Sums()
  for (const { key, values } of sums)
    if (cell.key === null || key === cell.key) for (const [of, value] of values) told.add(of, value)
  for (const rest of left) {
    const { v0 } = await tx.need(select(sumsOf(tx, [rest])).from`${await rowsOfCell(tx, asked, rest, cell)}`)
    told.add(rest, v0 as string | null)
  }
  return told.tally.get(figure.code) ?? 0
}

/** The patients of a cell, each once, by name; files that are archived or gone are left out. */
export async function peopleOf(
  tx: TenantTx,
  asked: Asked,
  figure: CountedFigure,
  cell: Cell,
): Promise<HandlerOutput<typeof contract.report.people>> {
  const { patient } = figure.source.rows
  if (!patient) return { list: [], total: 0 }
  const whole = select(columns('patient', 'w', 'id', 'name'), { total: sql<number>`count(*) over ()::int` })
  const within = await rowsOfCell(tx, asked, figure, cell)
  const found = await tx.rows(
    whole.from`patient w where ${tx.own('w')} and w.status in ${codes(fileStates, 'active')}
      and w.id in (select ${patient} from ${within}) order by w.name, w.id limit ${MOST_PEOPLE}`,
  )
  return { list: found.map(({ id, name }) => ({ id, name })), total: found[0]?.total ?? 0 }
}

/** Where a row may lead, the first that it has. */
const linksOf = (link: DrillLink | undefined): DrillLink[] => (link ? [link, ...linksOf(link.otherwise)] : [])

/** The rows that a cell is made of, the newest first: those that were counted for it, and no others. */
export async function drillInto(
  tx: TenantTx,
  asked: Asked,
  figure: CountedFigure,
  { by, key, span }: Cell,
  page: { limit: number; offset: number },
): Promise<Drilled> {
  const { source, unit } = figure
  const value = valueIn(tx, figure)
  const { rows } = source
  const links = linksOf(rows.link)
  const counted = await rowsOfCell(tx, asked, figure, { by, key, span })
  const cells: Record<`c${number}`, RawBuilder<string | Date | null>> = {}
  rows.columns.forEach((column, n) => {
    cells[`c${n}`] =
      column.unit === 'moment' ? sql<Date | null>`${column.value}` : sql<string | null>`(${column.value})::text`
  })
  const list = select({
    id: sql<string>`(${rows.id})::text`,
    value: sql<string>`(${value})::text`,
    patientId: sql<string | null>`${rows.patient ?? sql`null::uuid`}`,
    linkKind: sql<DrillLink['kind'] | null>`${
      links.length > 0
        ? sql`case ${sql.join(
            links.map(({ kind, id }) => sql`when ${id} is not null then ${sql.lit(kind)}`),
            sql` `,
          )} end`
        : sql`null::text`
    }`,
    linkId: sql<
      string | null
    >`${links.length > 0 ? sql`coalesce(${sql.join(links.map(({ id }) => id))})` : sql`null::uuid`}`,
    ...cells,
  })
  const whole = select({
    total: sql<number>`count(*)::int`,
    sum: sql<string | null>`sum(${value})::text`,
  })
  const [found, sums, told] = await Promise.all([
    tx.rows(list.from`${counted} order by ${rows.order} desc, ${rows.id} limit ${page.limit} offset ${page.offset}`),
    tx.need(whole.from`${counted}`),
    toldOf(tx, asked, figure, { by, key, span }),
  ])
  const inUnit = (text: string | null) => written(unit, tallied(unit, text)) ?? '0'
  return {
    columns: rows.columns.map(({ key: name, title, unit: of }) => ({ key: name, title, unit: of })),
    list: found.map((row) => ({
      id: row.id,
      value: inUnit(row.value),
      cells: Object.fromEntries(
        rows.columns.map((column, n) => {
          const cell = Reflect.get(row, `c${n}`) as string | Date | null
          return [column.key, cell instanceof Date ? formatDateTime(cell) : cell]
        }),
      ),
      link: row.linkKind && row.linkId ? { kind: row.linkKind, id: row.linkId, patientId: row.patientId } : null,
    })),
    total: sums.total,
    sum: inUnit(sums.sum),
    kept: told === null || told === tallied(unit, sums.sum) ? null : (written(unit, told) ?? '0'),
    ofPatients: rows.patient !== undefined,
  }
}
