import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { qualityRules } from '@dentin/contract/core/quality-rules'
import { GRADE_A_FROM, GRADE_B_FROM } from '@dentin/contract/core/quality-grades'
import { sql } from 'kysely'
import { named, select, type RowIn } from '../../../platform/database/select.ts'
import { fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { CHECK } from '../access.ts'
import { boundsOf, firstSignatures, monthOf } from './within.ts'

type Calls = typeof contract.recordQuality
type Figures = HandlerOutput<Calls['figures']>
type Row = Figures['rows'][number]

/** So many months are counted at once. */
const MONTHS_AT_MOST = 24
const SHOWN_DEFECTS = 3
/** Written more than a day after the visit. */
const LATE_RULES = ['Q26', 'Q26b']

const MONTH = monthOf(sql`v.signed_at`)
const counted = select(named('employee', 'd', { doctorId: 'id', doctorName: 'name' }), {
  month: MONTH,
  signed: sql<number>`count(*)::int`,
  scored: sql<number>`count(v.quality_score)::int`,
  sum: sql<number>`coalesce(sum(v.quality_score), 0)::int`,
  gradeA: sql<number>`count(*) filter (where v.quality_score >= ${sql.lit(GRADE_A_FROM)})::int`,
  gradeB: sql<number>`count(*) filter (where v.quality_score >= ${sql.lit(GRADE_B_FROM)} and v.quality_score < ${sql.lit(GRADE_A_FROM)})::int`,
  gradeC: sql<number>`count(*) filter (where v.quality_score < ${sql.lit(GRADE_B_FROM)})::int`,
  late: sql<number>`count(*) filter (where exists (select 1 from jsonb_array_elements(v.quality_items) x where x ->> 'rule' = any(${sql.lit(`{${LATE_RULES.join(',')}}`)}::text[])))::int`,
  drawn: sql<number>`count(k.id)::int`,
  reviewed: sql<number>`count(k.score)::int`,
  reviewSum: sql<number>`coalesce(sum(k.score), 0)::int`,
})
const found = select({
  month: MONTH,
  doctorId: sql<string>`r.doctor_id`,
  rule: sql<string>`x.item ->> 'rule'`,
  count: sql<number>`count(*)::int`,
})

const mean = (sum: number, of: number): number | null => (of === 0 ? null : Math.round((sum / of) * 10) / 10)
/** The name of a rule, of one that is no more its number. */
export const ruleName = (rule: string): string => qualityRules.find(({ id }) => id === rule)?.name ?? rule

/** How good the records are that were signed in some months, by month and doctor. */
export async function qualityFigures(
  context: ClinicContext,
  { from, to }: ParsedInput<Calls['figures']>,
): Promise<Figures> {
  const { tx } = context
  const months = monthsBetween(from, to)
  const of = firstSignatures(context, { from: boundsOf(from).from, until: boundsOf(to).until })
  const [rows, defects] = [
    await tx.rows(
      counted.from`(select v.*, r.doctor_id from ${of}) v
        join employee d on ${tx.own('d')} and d.id = v.doctor_id
        left join record_spot_check k on ${tx.own('k')} and k.record_id = v.record_id
        group by d.id, d.name, ${MONTH} order by ${MONTH} desc, d.name, d.id`,
    ),
    await tx.rows(
      found.from`(select r.doctor_id, v.signed_at, v.quality_items from ${of}) r
        cross join lateral (select r.signed_at) v
        cross join lateral jsonb_array_elements(coalesce(r.quality_items, '[]')) x(item)
        group by ${MONTH}, r.doctor_id, x.item ->> 'rule' order by count(*) desc, x.item ->> 'rule'`,
    ),
  ]
  return {
    rows: rows.map(({ sum, reviewSum, ...row }): Row => ({
      ...row,
      mean: mean(sum, row.scored),
      reviewMean: mean(reviewSum, row.reviewed),
      defects: defects
        .filter(({ month, doctorId }) => month === row.month && doctorId === row.doctorId)
        .slice(0, SHOWN_DEFECTS)
        .map(({ rule, count }) => ({ rule, name: ruleName(rule), count })),
    })),
    months: months.map((month) => ({ month, ...together(rows.filter((row) => row.month === month)) })),
    canDraw: context.can(CHECK),
  }
}

function together(rows: readonly RowIn<typeof counted>[]) {
  const total = (key: 'signed' | 'scored' | 'sum' | 'gradeA' | 'gradeB' | 'gradeC' | 'late') =>
    rows.reduce((sum, row) => sum + row[key], 0)
  return {
    signed: total('signed'),
    scored: total('scored'),
    mean: mean(total('sum'), total('scored')),
    gradeA: total('gradeA'),
    gradeB: total('gradeB'),
    gradeC: total('gradeC'),
    late: total('late'),
  }
}

/** The months between two, both of them too. */
function monthsBetween(from: string, to: string): string[] {
  if (from > to) throw fieldError('BAD_INPUT', 'to', '结束月份不能早于开始月份')
  const months: string[] = []
  for (let [year = 0, month = 0] = from.split('-').map(Number); ;) {
    const text = `${year}-${String(month).padStart(2, '0')}`
    if (text > to) return months
    if (months.length === MONTHS_AT_MOST) throw fieldError('BAD_INPUT', 'from', `一次最多看 ${MONTHS_AT_MOST} 个月`)
    months.push(text)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  }
}
