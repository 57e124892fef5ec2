import { sql } from 'kysely'
import { select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { countsIn, valueIn, type CountedFigure, type Figure } from '../figures/figure.ts'
import { keyOf, rowsAsked, type Asked } from './ask.ts'
import { labelsOf } from './labels.ts'

/** Between the code of a figure and the key of its part: 'C1:' and a way to pay. */
const BETWEEN = ':'

/** A part of a figure as a column of its own: the same declaration, and of its rows those of one key. */
function part({ figure, by }: NonNullable<Asked['report']['spread']>, key: string, name: string): CountedFigure {
  return {
    ...figure,
    code: `${figure.code}${BETWEEN}${key}`,
    name,
    says: `${figure.name}里是${name}的`,
    where: (tx) => sql`(${countsIn(tx, figure) ?? sql`true`}) and ${keyOf(figure.source, by)} = ${key}`,
  }
}

/** The part of a figure that a column shows; undefined: the code is of no part, or the person may not see the figure. */
export function partOf(asked: Asked, code: string): CountedFigure | undefined {
  const { spread } = asked.report
  if (!spread || !asked.figures.includes(spread.figure) || !code.startsWith(`${spread.figure.code}${BETWEEN}`))
    return undefined
  return part(spread, code.slice(spread.figure.code.length + BETWEEN.length), spread.figure.name)
}

/** The figures with the parts of the one that the report spreads before it: those of which anything moved. */
export async function spreadOut(tx: TenantTx, asked: Asked, figures: readonly Figure[]): Promise<readonly Figure[]> {
  const { spread } = asked.report
  if (!spread || !figures.includes(spread.figure)) return figures
  const { figure, by } = spread
  const key = keyOf(figure.source, by)
  const within = await rowsAsked(tx, asked, figure, asked.span)
  const found = await tx.rows(
    select({ key: sql<string>`${key}` }).from`${within}
      and (${countsIn(tx, figure) ?? sql`true`}) and (${valueIn(tx, figure)}) <> 0 group by 1`,
  )
  const labels = await labelsOf(
    tx,
    by,
    found.map((row) => row.key),
  )
  const parts = [...labels].map(([each, name]) => part(spread, each, name))
  return figures.flatMap((each) => (each === figure ? [...parts, each] : [each]))
}
