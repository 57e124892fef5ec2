import { createHash } from 'node:crypto'
import { monthCloseStates } from '@dentin/contract/month-close'
import type { Cut } from '@dentin/contract/report'
import { addDays, addMonths } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { db } from '../../../platform/database/builder.ts'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { MonthOfClinic } from '../../ledger/index.ts'
import { figures } from '../figures/declared.ts'
import { sumsOf, type CountedFigure, type EventSource } from '../figures/figure.ts'
import { keyOf } from '../reports/ask.ts'

/**
 * By what kept sums are cut beside the clinic: by what a row says for ever. Whose patient it is, from where the patient came or where the
 * doctor works may change afterwards.
 */
const CUTS = ['day', 'doctor', 'topCategory', 'category', 'item', 'method'] as const
/** The cut of what a clinic comes to as a whole. */
export const WHOLE = 'clinic'

/** A source of which sums are kept, with its figures. */
interface Kept {
  source: EventSource & { kept: NonNullable<EventSource['kept']> }
  figures: readonly CountedFigure[]
  cuts: readonly Cut[]
}

const isKept = (source: CountedFigure['source']): source is Kept['source'] =>
  source.kind === 'events' && source.kept !== undefined

/** The sources of which sums are kept, by name. */
const keptSources: ReadonlyMap<string, Kept> = (() => {
  const found = new Map<string, Kept>()
  for (const figure of figures) {
    // What is counted once in a month may be counted in the next one too: its sums add up to nothing.
    if (figure.kind !== 'counted' || figure.distinct || !isKept(figure.source)) continue
    const { source } = figure
    const own = found.get(source.name)?.figures ?? []
    const cuts = CUTS.filter((cut) => cut === 'day' || source.cuts[cut])
    found.set(source.name, { source, figures: [...own, figure], cuts })
  }
  return found
})()

/** Of which source and by which cut the sums of a figure are kept; null: they are not. */
export function keptBy(figure: CountedFigure, by: Cut): { source: string; cut: string } | null {
  const found = keptSources.get(figure.source.name)
  if (!found?.figures.includes(figure)) return null
  const { source, cuts } = found
  if (by === 'clinic' || by === 'month' || by === 'quarter' || by === 'year') return { source: source.name, cut: WHOLE }
  if (by === 'day' || by === 'week') return { source: source.name, cut: 'day' }
  // What a source does not know is one row for all.
  if (!source.cuts[by]) return { source: source.name, cut: WHOLE }
  return cuts.includes(by) ? { source: source.name, cut: by } : null
}

/** What one row of kept sums holds: the key and the group that it stands in, and what each figure came to, as PostgreSQL writes it. */
export interface KeptRow {
  key: string
  group: string
  sums: Record<string, string>
}

/** Every sum of a source in a month of a clinic, in one statement. */
function sumsOfMonth(tx: TenantTx, { source, figures: own, cuts }: Kept, { clinicId, from, before }: MonthOfClinic) {
  const span = { from, to: addDays(before, -1) }
  const keys: Record<string, RawBuilder<string | null>> = {}
  const isOf: Record<string, RawBuilder<boolean>> = {}
  cuts.forEach((cut, n) => {
    keys[`k${n}`] = keyOf(source, cut)
    isOf[`is${n}`] = sql<boolean>`grouping(${keyOf(source, cut)}) = 0`
  })
  const side = keyOf(source, 'side')
  const sets = cuts.map((cut) =>
    cut === 'topCategory' ? sql`(${keyOf(source, cut)}, ${side})` : sql`(${keyOf(source, cut)})`,
  )
  const list = select({ ...keys, ...isOf, side: sql<string | null>`${side}`, ...sumsOf(tx, own) })
  return list.from`${source.from(tx, span)} and ${source.kept.staying(span)} and ${source.clinic} = ${clinicId}::uuid
    ${source.where ? sql`and (${source.where})` : sql``}
    group by grouping sets (${sql.join(sets)}, ())`
}

const hashes = new Map<string, string>()
/** What the sums of a source are made of: the text of the statement. A declaration that changes makes another. */
export function madeOf(tx: TenantTx, name: string): string {
  const known = hashes.get(name)
  if (known !== undefined) return known
  const month = { clinicId: 'clinic', from: '2000-01-01', before: '2000-02-01' }
  const { sql: text, parameters } = sumsOfMonth(tx, keptSources.get(name) as Kept, month).compile(db)
  const values = parameters.map((value) => (value === tx.tenantId ? 'tenant' : value))
  const made = createHash('sha256')
    .update(JSON.stringify([text, values]))
    .digest('base64url')
    .slice(0, 16)
  hashes.set(name, made)
  return made
}

/** Keeps what the figures came to in a month of a clinic that is closed, in place of what stood there. */
export async function keepSums(tx: TenantTx, month: MonthOfClinic): Promise<void> {
  await dropSums(tx, month)
  const kept: { source: string; cut: string; made_of: string; sums: KeptRow[] }[] = []
  for (const own of keptSources.values()) {
    const byCut = new Map<string, KeptRow[]>([...own.cuts, WHOLE].map((cut) => [cut, []]))
    for (const row of await tx.rows(sumsOfMonth(tx, own, month))) {
      const at = (name: string) => Reflect.get(row, name) as unknown
      const n = own.cuts.findIndex((_, place) => at(`is${place}`) === true)
      const cut = own.cuts[n] ?? WHOLE
      const sums = own.figures.flatMap(({ code }, place) => {
        const sum = at(`v${place}`) as string | null
        return sum === null ? [] : [[code, sum]]
      })
      if (sums.length === 0 && cut === WHOLE) continue
      byCut.get(cut)?.push({
        key: cut === WHOLE ? '' : (at(`k${n}`) as string),
        group: cut === 'topCategory' ? (row.side ?? '') : '',
        sums: Object.fromEntries(sums) as Record<string, string>,
      })
    }
    for (const [cut, sums] of byCut)
      kept.push({ source: own.source.name, cut, made_of: madeOf(tx, own.source.name), sums })
  }
  await tx.rows(
    keptSql`insert into kept_sum (tenant_id, clinic_id, month, source, cut, made_of, sums, created_at)
      select ${tx.tenantId}::uuid, ${month.clinicId}::uuid, ${month.from}::date, x.source, x.cut, x.made_of, x.sums, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as x(source text, cut text, made_of text, sums jsonb) returning source`,
  )
}

/** A month of a clinic is opened again: what was kept of it counts no more. */
export async function dropSums(tx: TenantTx, { clinicId, from }: MonthOfClinic): Promise<void> {
  await tx.rows(
    keptSql`delete from kept_sum k where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.month = ${from}::date returning k.source`,
  )
}

const closedList = select(columns('month_close', 'm', 'clinic_id', 'month'))

/** Closed months of which a source is not kept as it is declared now, the oldest first. */
export async function unkeptMonths(tx: TenantTx): Promise<MonthOfClinic[]> {
  const wanted = [...keptSources.keys()].map((source) => ({ source, made_of: madeOf(tx, source) }))
  const rows = await tx.rows(
    closedList.from`month_close m where ${tx.own('m')} and m.status in ${codes(monthCloseStates, 'closed')}
      and exists (select 1 from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(source text, made_of text)
        where not exists (select 1 from kept_sum k where ${tx.own('k')} and k.clinic_id = m.clinic_id and k.month = m.month
          and k.source = w.source and k.cut = ${WHOLE} and k.made_of = w.made_of))
      order by m.month, m.clinic_id`,
  )
  return rows.map(({ clinicId, month }) => ({ clinicId, from: month, before: addMonths(month, 1) }))
}
