import { report, thingCuts, type Cut, type ReportDoor } from '@dentin/contract/report'
import type { Client } from '../harness.ts'
import type { Span } from './kit.ts'
import { isAlongTime, written, type Asked, type SecondReckoning } from './reckon.ts'

/** What of a report is held against the second reckoning. */
export interface Held {
  door: ReportDoor
  view?: string
  span: Span
  by: Cut
  /** None: the columns that the report shows of itself. */
  figures?: string[]
}
export const isOfThings = (by: Cut): boolean => (thingCuts as readonly Cut[]).includes(by)
const ROLES: readonly string[] = ['doctor', 'nurse', 'consultant', 'desk']

/**
 * Where a report differs from the second reckoning, cell by cell: its rows (of single things the first page), and its foot.
 * @param clinic to which whoever asks is bound; null: to none
 */
export async function differences(
  client: Client,
  second: SecondReckoning,
  { door, view, span, by, figures }: Held,
  clinic: string | null,
): Promise<{ wrong: string[]; cells: number; codes: string[] }> {
  const answer = await client.call(report.run, {
    door,
    ...(view ? { view } : {}),
    ...span,
    by,
    pageSize: 200,
    ...(figures ? { figures } : {}),
  })
  const asked: Asked = { by, span: answer.span, part: ROLES.includes(by) ? by : 'doctor', clinic }
  const wrong: string[] = []
  let cells = 0
  const place = [door, view, span.from.slice(0, 7), by].filter(Boolean).join(' ')
  const rows = answer.rows.filter(({ level }) => level === 'row')
  for (const [n, { code, unit }] of answer.figures.entries()) {
    for (const row of [...rows, answer.total]) {
      const key = row === answer.total ? null : row.key
      const reckoned = written(unit, second.valueOf(code, asked, key))
      const shown = row.values[n] ?? null
      cells += 1
      if (reckoned !== shown)
        wrong.push(
          `${place} ${code} ${key === null ? 'foot' : row.label}: shown ${shown ?? 'nothing'}, reckoned ${reckoned ?? 'nothing'}`,
        )
    }
    // No row is missing: of things only where all stand on the first page.
    if (rows.length < answer.count || isAlongTime(by)) continue
    const keys = new Set(rows.map(({ key }) => key))
    for (const key of second.keysOf(code, asked))
      if (!keys.has(key))
        wrong.push(`${place} ${code}: no row ${key || '(nothing)'} with ${String(second.valueOf(code, asked, key))}`)
  }
  return { wrong, cells, codes: answer.figures.map(({ code }) => code) }
}
