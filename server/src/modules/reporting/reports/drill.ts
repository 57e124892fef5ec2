import type { Cut } from '@dentin/contract/report'
import type { contract, HandlerOutput } from '@dentin/contract'
import { formatDateTime } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { countsIn, valueIn, type CountedFigure, type Span } from '../figures/figure.ts'
import { tallied, written } from '../figures/values.ts'
import { keyOf, rowsAsked, type Asked } from './ask.ts'

type Drilled = Pick<HandlerOutput<typeof contract.report.drill>, 'list' | 'total' | 'sum' | 'columns'>

/** A cell: of a row, or (null) of the foot. */
export interface Cell {
  by: Cut
  key: string | null
  span: Span
}

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
  const counted = sql`${await rowsAsked(tx, asked, figure, span)} and (${countsIn(tx, figure) ?? sql`true`})
    and ${key === null ? sql`true` : sql`${keyOf(source, by)} = ${key}`}`
  const cells: Record<`c${number}`, RawBuilder<string | Date | null>> = {}
  rows.columns.forEach((column, n) => {
    cells[`c${n}`] =
      column.unit === 'moment' ? sql<Date | null>`${column.value}` : sql<string | null>`(${column.value})::text`
  })
  const list = select({
    id: sql<string>`(${rows.id})::text`,
    value: sql<string>`(${value})::text`,
    patientId: sql<string | null>`${rows.patient ?? sql`null::uuid`}`,
    linkId: sql<string | null>`${rows.link?.id ?? sql`null::uuid`}`,
    ...cells,
  })
  const whole = select({
    total: sql<number>`count(*)::int`,
    sum: sql<string | null>`sum(${value})::text`,
  })
  const [found, sums] = await Promise.all([
    tx.rows(list.from`${counted} order by ${rows.order} desc, ${rows.id} limit ${page.limit} offset ${page.offset}`),
    tx.need(whole.from`${counted}`),
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
      link: rows.link && row.linkId ? { kind: rows.link.kind, id: row.linkId, patientId: row.patientId } : null,
    })),
    total: sums.total,
    sum: inUnit(sums.sum),
  }
}
