import { createHash } from 'node:crypto'
import { monthCloseStates } from '@dentin/contract/month-close'
import type { Cut } from '@dentin/contract/report'
import { companyRules } from '@dentin/contract/company-rule'
import { addDays, addMonths, today, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { db } from '../../../platform/database/builder.ts'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { MonthOfClinic } from '../../ledger/index.ts'
import { figures } from '../figures/declared.ts'
import { settlingRules, sumsOf, type CountedFigure, type EventSource, type SettlingRule } from '../figures/figure.ts'
import { OWED, owedOn } from '../figures/owed.ts'
import { keyOf } from '../reports/ask.ts'

/**
 * By what kept sums are cut beside the clinic: of rows that stay, by what a row says for ever. Whose patient it is, from where the
 * patient came or where the doctor works may change afterwards.
 */
const STAYING_CUTS = ['day', 'doctor', 'topCategory', 'category', 'item', 'method'] as const
/** What of a snapshot is kept by: all that is no single thing. */
const SNAPSHOT_CUTS = [
  ...STAYING_CUTS,
  'nurse',
  'consultant',
  'desk',
  'dept',
  'source',
  'topSource',
  'gender',
  'age',
  'area',
  'weekHour',
] as const
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
    if (figure.kind !== 'counted' || !isKept(figure.source)) continue
    const { source } = figure
    const isSnapshot = source.kept === 'snapshot'
    if (isSnapshot && figure.settles === undefined) continue
    const own = found.get(source.name)?.figures ?? []
    const cuts = (isSnapshot ? SNAPSHOT_CUTS : STAYING_CUTS).filter((cut) => cut === 'day' || source.cuts[cut])
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
function sumsOfMonth(
  tx: TenantTx,
  { source, figures: own, cuts }: Kept,
  { clinicId, from, before }: Pick<MonthOfClinic, 'clinicId' | 'from' | 'before'>,
) {
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
  return list.from`${source.from(tx, span)} and ${source.kept === 'snapshot' ? source.within(span) : source.kept.staying(span)} and ${source.clinic} = ${clinicId}::uuid
    ${source.where ? sql`and (${source.where})` : sql``}
    group by grouping sets (${sql.join(sets)}, ())`
}

const hashes = new Map<string, string>()
/** What the sums of rows that stay are made of: the text of the statement. A declaration that changes makes another. */
function madeOf(tx: TenantTx, own: Kept): string {
  const known = hashes.get(own.source.name)
  if (known !== undefined) return known
  const month = { clinicId: 'clinic', from: '2000-01-01', before: '2000-02-01' }
  const { sql: text, parameters } = sumsOfMonth(tx, own, month).compile(db)
  const values = parameters.map((value) => (value === tx.tenantId ? 'tenant' : value))
  const made = createHash('sha256')
    .update(JSON.stringify([text, values]))
    .digest('base64url')
    .slice(0, 16)
  hashes.set(own.source.name, made)
  return made
}

/** The figures of a snapshot, in what it says that it is made of. */
const codesIn = (made: string): string[] => made.split(',').filter(Boolean)

/** Whether kept sums say what figures of a source come to as they are declared now. */
export function saysAll(tx: TenantTx, name: string, made: string, codes: readonly string[]): boolean {
  const own = keptSources.get(name)
  if (!own) return false
  if (own.source.kept !== 'snapshot') return made === madeOf(tx, own)
  const there = new Set(codesIn(made))
  return codes.every((code) => there.has(code))
}

const lastingRules = select({ rule: sql<SettlingRule>`w.rule`, days: sql<number>`max(w.value::int)` })
/** The months before this one have come to what they count as, by the rule that a figure settles by. */
async function settledBefore(tx: TenantTx): Promise<(settles: CountedFigure['settles']) => LocalDate | null> {
  const set = await tx.rows(
    lastingRules.from`company_rule w where ${tx.own('w')} and w.rule = any(${settlingRules}::text[]) group by w.rule`,
  )
  return (settles) => {
    if (settles === 'close' || settles === undefined) return null
    const days = Math.max(companyRules[settles].usual, set.find(({ rule }) => rule === settles)?.days ?? 0)
    return `${addDays(today(tx.now), -days).slice(0, 7)}-01`
  }
}

interface KeptCut {
  source: string
  cut: string
  made_of: string
  sums: KeptRow[] | Owed[]
}

/** What the figures of a source come to in a month, by every cut. */
async function summed(tx: TenantTx, own: Kept, month: MonthOfClinic): Promise<Map<string, KeptRow[]>> {
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
  return byCut
}

/** Rows of one cut, those of before with what was counted now beside it. */
function beside(before: readonly KeptRow[], now: readonly KeptRow[]): KeptRow[] {
  const rows = new Map(before.map((row) => [`${row.key} ${row.group}`, row]))
  for (const row of now) {
    const at = `${row.key} ${row.group}`
    const found = rows.get(at)
    rows.set(at, found ? { ...found, sums: { ...row.sums, ...found.sums } } : row)
  }
  return [...rows.values()]
}

/** What a bill owed at the end of a month. */
interface Owed {
  bill: string
  owed: string
}
const owedList = select({ bill: sql<string>`x.bill_id`, owed: sql<string>`x.owed::text` })
const owedAtEnd = (tx: TenantTx, { clinicId, before }: MonthOfClinic): Promise<Owed[]> =>
  tx.rows(owedList.from`${owedOn(tx, addDays(before, -1), [clinicId])} x order by x.bill_id`)

const standing = select(columns('kept_sum', 'k', 'source', 'cut', 'made_of', 'sums'))

/**
 * Keeps what the figures came to in a month of a clinic that is closed, as a whole. The call is of that clinic alone; whether a visit is the
 * first ever is seen in the others too.
 */
export const keepSums = (tx: TenantTx, month: MonthOfClinic): Promise<void> =>
  tx.acrossClinics(() => keepUntil(tx, { ...month, until: null }))

/** A month of a clinic, and the last day that is kept of it while it is open; null: it is closed. */
export interface MonthToKeep extends MonthOfClinic {
  until: LocalDate | null
}

/**
 * Keeps what the figures came to in a month of a clinic. What rows that stay come to is made anew; of a snapshot, which a closed month
 * has, what stands there stays, and the figures that have settled since come beside it.
 */
export async function keepUntil(tx: TenantTx, { until, ...month }: MonthToKeep): Promise<void> {
  const before = await tx.rows(
    standing.from`kept_sum k where ${tx.own('k')} and k.clinic_id = ${month.clinicId} and k.month = ${month.from}::date`,
  )
  const isSettledBefore = await settledBefore(tx)
  await dropSums(tx, month)
  const kept: KeptCut[] = []
  for (const [name, own] of keptSources) {
    const isSnapshot = own.source.kept === 'snapshot'
    if (isSnapshot && until !== null) continue
    const days = until === null ? month : { ...month, before: addDays(until, 1) }
    const stood = isSnapshot ? before.filter(({ source }) => source === name) : []
    const there = codesIn(stood[0]?.madeOf ?? '')
    const figures = isSnapshot
      ? own.figures.filter(({ code, settles }) => {
          const end = isSettledBefore(settles)
          return !there.includes(code) && (end === null || month.from < end)
        })
      : own.figures
    const made = isSnapshot ? [...there, ...figures.map(({ code }) => code)].join(',') : madeOf(tx, own)
    const now = figures.length > 0 ? await summed(tx, { ...own, figures }, days) : new Map<string, KeptRow[]>()
    for (const cut of [...own.cuts, WHOLE]) {
      const rows = stood.find((each) => each.cut === cut)?.sums as unknown as KeptRow[] | undefined
      kept.push({ source: name, cut, made_of: made, sums: beside(rows ?? [], now.get(cut) ?? []) })
    }
  }
  if (until === null) kept.push({ source: OWED, cut: WHOLE, made_of: OWED, sums: await owedAtEnd(tx, month) })
  await tx.rows(
    keptSql`insert into kept_sum (tenant_id, clinic_id, month, source, cut, made_of, sums, until, created_at)
      select ${tx.tenantId}::uuid, ${month.clinicId}::uuid, ${month.from}::date, x.source, x.cut, x.made_of, x.sums, ${until}::date, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as x(source text, cut text, made_of text, sums jsonb) returning source`,
  )
}

/** A month of a clinic is opened again: what was kept of it counts no more. */
export async function dropSums(tx: TenantTx, { clinicId, from }: MonthOfClinic): Promise<void> {
  await tx.rows(
    keptSql`delete from kept_sum k where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.month = ${from}::date returning k.source`,
  )
}

const SPARE_MS = 3_600_000
const monthList = select({
  clinicId: sql<string>`c.id`,
  month: sql<LocalDate>`d.month`,
  until: sql<LocalDate | null>`until.day`,
})

/** What has to stand for a closed month: sums made of this, or (before this month) with these figures. */
interface Wanted {
  source: string
  made_of?: string
  codes?: string[]
  before?: LocalDate | null
  /** Of closed months alone. */
  closed?: true
}
/**
 * Closed months of which a source is not kept as it is declared now, or of which figures have settled since, and open ones of which days
 * are over that are not kept, the oldest first.
 */
export async function unkeptMonths(tx: TenantTx): Promise<MonthToKeep[]> {
  const isSettledBefore = await settledBefore(tx)
  const wanted = [...keptSources].flatMap(([source, own]): Wanted[] =>
    own.source.kept === 'snapshot'
      ? [...new Set(own.figures.map(({ settles }) => settles))].map((settles) => ({
          source,
          codes: own.figures.filter((figure) => figure.settles === settles).map(({ code }) => code),
          before: isSettledBefore(settles),
          closed: true,
        }))
      : [{ source, made_of: madeOf(tx, own) }],
  )
  wanted.push({ source: OWED, made_of: OWED, closed: true })
  // A payment that began a moment before midnight may still be on its way.
  const over = addDays(today(new Date(tx.now.getTime() - SPARE_MS)), -1)
  const rows = await tx.rows(
    monthList.from`clinic c
      cross join lateral (select min(e.business_date) as day from ledger_entry e where ${tx.own('e')} and e.clinic_id = c.id) first
      cross join lateral (select s.at::date as month from generate_series(date_trunc('month', first.day), ${over}::date, interval '1 month') as s(at)
        union select m.month from month_close m where ${tx.own('m')} and m.clinic_id = c.id) d
      left join month_close m on ${tx.own('m')} and m.clinic_id = c.id and m.month = d.month and m.status in ${codes(monthCloseStates, 'closed')}
      cross join lateral (select case when m.month is null then least(${over}::date, (d.month + interval '1 month')::date - 1) end as day) until
      where ${tx.own('c')} and (until.day is null or until.day >= d.month)
        and exists (select 1 from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(source text, made_of text, codes text[], before date, closed boolean)
        where (w.closed is null or m.month is not null) and (w.before is null or d.month < w.before)
          and not exists (select 1 from kept_sum k where ${tx.own('k')} and k.clinic_id = c.id and k.month = d.month
            and k.source = w.source and k.cut = ${WHOLE} and k.until is not distinct from until.day
            and (k.made_of = w.made_of or w.codes <@ string_to_array(k.made_of, ','))))
      order by d.month, c.id`,
  )
  return rows.map(({ clinicId, month, until }) => ({ clinicId, from: month, before: addMonths(month, 1), until }))
}
