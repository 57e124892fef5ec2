import { billStates } from '@dentin/contract/core/status'
import { monthCloseStates } from '@dentin/contract/month-close'
import { addMonths } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { columns, counted, named, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { fieldError } from '../../../platform/errors.ts'
import { isChain, isWide, rowsWithin, type Reach } from '../../staff/index.ts'
import { lines } from '../figures/sources.ts'
import type { Asked } from './ask.ts'

const clinics = select(columns('clinic', 'x', 'id'), named('clinic', 'x', { name: 'short_name' }))
const doctors = select(columns('employee', 'x', 'id', 'name'))
const sources = select(columns('patient_source', 'x', 'id', 'name', 'parent_id'))
const depts = select(columns('dept', 'x', 'id', 'name'))
const methods = select(columns('pay_method', 'x', 'id', 'name'))
const categories = select(columns('tariff_category', 'x', 'name'))

/** What a report may be narrowed to by whoever reaches so far. */
export async function choicesOf(tx: TenantTx, reach: Reach, boundTo: string | null) {
  const within =
    boundTo !== null ? [boundTo] : isChain(reach) ? null : isWide(reach) ? (reach.clinicIds ?? []) : [reach.clinicId]
  const [ofClinics, ofDoctors, ofSources, ofCategories, ofDepts, ofMethods] = await Promise.all([
    tx.rows(
      clinics.keptFrom`clinic x where ${tx.own('x')} and (${within}::uuid[] is null or x.id = any(${within}::uuid[])) order by x.sort_no, x.id`,
    ),
    tx.rows(
      doctors.keptFrom`employee x where ${tx.own('x')} and x.is_doctor and ${isWide(reach) ? sql`true` : sql`x.id = ${reach.employeeId}`}
        and exists (select 1 from employee_clinic w where ${tx.own('w')} and w.employee_id = x.id
          and (${within}::uuid[] is null or w.clinic_id = any(${within}::uuid[])))
        order by x.sort_no, x.name, x.id limit 500`,
    ),
    tx.rows(sources.keptFrom`patient_source x where ${tx.own('x')} order by x.sort_no, x.id limit 500`),
    tx.rows(
      categories.keptFrom`tariff_category x where ${tx.own('x')} and x.parent_id is not null order by x.sort_no, x.id limit 200`,
    ),
    tx.rows(
      depts.keptFrom`dept x where ${tx.own('x')} and (${within}::uuid[] is null or x.clinic_id = any(${within}::uuid[])) order by x.sort_no, x.id limit 200`,
    ),
    tx.rows(methods.keptFrom`pay_method x where ${tx.own('x')} order by x.sort_no, x.id limit 200`),
  ])
  return {
    clinics: ofClinics,
    doctors: ofDoctors,
    sources: ofSources,
    categories: ofCategories.map(({ name }) => name),
    depts: ofDepts,
    methods: ofMethods,
  }
}

/** How many bills of the span were entered late. */
export async function backdatedIn(tx: TenantTx, asked: Asked): Promise<number> {
  const { from, to } = asked.span
  const { total } = await tx.need(
    counted.from`bill b where ${tx.own('b')} and b.belong_date >= ${from}::date and b.belong_date <= ${to}::date
      and b.status in ${codes(billStates, 'received')}
      and (${asked.clinicIds}::uuid[] is null or b.clinic_id = any(${asked.clinicIds}::uuid[]))
      and ${rowsWithin(asked.reach, { clinic: lines.clinic, doctors: [sql`b.doctor_id`] })}`,
  )
  return total
}

const closedMonth = select({ month: sql<string>`to_char(m.month, 'YYYY-MM')` })

/** The months of a span that are closed in every clinic that is looked at. */
export async function closedMonthsIn(tx: TenantTx, asked: Asked): Promise<string[]> {
  const first = `${asked.span.from.slice(0, 7)}-01`
  const before = addMonths(`${asked.span.to.slice(0, 7)}-01`, 1)
  const { reach, clinicIds } = asked
  const within = clinicIds ?? (isChain(reach) ? null : (reach.clinicIds ?? []))
  const rows = await tx.rows(
    closedMonth.from`month_close m where ${tx.own('m')} and m.month >= ${first}::date and m.month < ${before}::date
      and m.status in ${codes(monthCloseStates, 'closed')} and (${within}::uuid[] is null or m.clinic_id = any(${within}::uuid[]))
      group by m.month having count(*) = (select count(*) from clinic x where ${tx.own('x')} and x.enabled
        and (${within}::uuid[] is null or x.id = any(${within}::uuid[]))) order by m.month`,
  )
  return rows.map(({ month }) => month)
}

/**
 * Sees to it that what a report is narrowed to is there still: an address that was kept may name a source that was taken away since.
 * @throws REPORT_GONE with a sentence for the first that is not
 */
export async function mustBeThere(tx: TenantTx, asked: Asked): Promise<void> {
  const { sourceIds, deptIds, methodIds, doctorIds, categories: names } = asked
  const clinicIds = asked.clinicIds ?? []
  if ([clinicIds, sourceIds, deptIds, methodIds, doctorIds, names].every(({ length }) => length === 0)) return
  const {
    clinics: x,
    sources: s,
    depts: d,
    methods: m,
    doctors: e,
    categories: c,
  } = await tx.need(gone(clinicIds, sourceIds, deptIds, methodIds, doctorIds, names, tx).keptAlone)
  for (const [field, word, count] of [
    ['clinicIds', '门诊', x],
    ['sourceIds', '来源', s],
    ['deptIds', '科室', d],
    ['methodIds', '支付方式', m],
    ['doctorIds', '医生', e],
    ['categories', '类别', c],
  ] as const)
    if (count > 0) throw fieldError('REPORT_GONE', field, `选的${word}有 ${count} 个已经不在，请重新选择${word}`)
}
const gone = (
  clinicIds: readonly string[],
  sourceIds: readonly string[],
  deptIds: readonly string[],
  methodIds: readonly string[],
  doctorIds: readonly string[],
  names: readonly string[],
  tx: TenantTx,
) => {
  const missing = (ids: readonly string[], type: 'uuid' | 'text', there: RawBuilder<unknown>) =>
    sql<number>`(select count(*)::int from unnest(${ids}::${sql.raw(type)}[]) as w(v) where not exists (${there}))`
  return select({
    clinics: missing(clinicIds, 'uuid', sql`select 1 from clinic x where ${tx.own('x')} and x.id = w.v`),
    sources: missing(sourceIds, 'uuid', sql`select 1 from patient_source x where ${tx.own('x')} and x.id = w.v`),
    depts: missing(deptIds, 'uuid', sql`select 1 from dept x where ${tx.own('x')} and x.id = w.v`),
    methods: missing(methodIds, 'uuid', sql`select 1 from pay_method x where ${tx.own('x')} and x.id = w.v`),
    doctors: missing(doctorIds, 'uuid', sql`select 1 from employee x where ${tx.own('x')} and x.id = w.v`),
    // What a bill was charged under keeps its name, also when the price list has it no longer.
    categories: missing(
      names,
      'text',
      sql`select 1 from tariff_category x where ${tx.own('x')} and x.name = w.v
        union all select 1 from bill_item y where ${tx.own('y')} and y.category_name = w.v`,
    ),
  })
}
