import { LATE_DAYS, monthOf } from '@dentin/clinical/orthodontics/course'
import { goneTeeth } from '@dentin/clinical'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { orthoStates } from '@dentin/contract/orthodontic'
import { daysBetween, parseDate, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, counted, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { standingBill } from '../billing/index.ts'
import { clinicSettings } from '../clinic/index.ts'
import { foundBy, mustReachPatient, seesDigits } from '../patient/index.ts'
import { mouthNow } from '../record/index.ts'
import { ADD, mayWork, readable, VIEW } from './access.ts'
import { courseOf, textsOf } from './course.ts'
import { picturesOfCase } from './pictures.ts'
import { feeOnCase } from './standing.ts'

type Calls = typeof contract.orthodontic
type Brief = HandlerOutput<Calls['ofPatient']>[number]

/** The head of a case on `k`, `p` (patient), `c` (clinic) and `d` (doctor). */
const head = [
  columns('ortho_case', 'k', 'id', 'case_no', 'version', 'status', 'clinic_id', 'patient_id', 'doctor_id', 'began_on'),
  columns('ortho_case', 'k', 'start_date', 'debond_date', 'end_date', 'appliance', 'months', 'stop_reason'),
  named('clinic', 'c', { clinicName: 'name' }),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
  named('patient', 'p', { patientName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
] as const
const heads = (tx: TenantTx): RawBuilder<unknown> => sql`ortho_case k
  join patient p on ${tx.own('p')} and p.id = k.patient_id
  join clinic c on ${tx.own('c')} and c.id = k.clinic_id
  join employee d on ${tx.own('d')} and d.id = k.doctor_id`
/** The cases with their monthly visits counted, and the day of the last one: on `v`. */
const withVisits = (tx: TenantTx): RawBuilder<unknown> => sql`${heads(tx)}
  left join lateral (select count(*)::int as visits, max((r.visit_time at time zone 'Asia/Shanghai')::date)::text as last
    from medical_record r where ${textsOf(tx, sql`k.id`, sql`k.patient_id`)} and r.content ? 'orthoVisit') v on true`
const briefs = select(...head, {
  lastVisit: sql<string | null>`v.last`,
  visitCount: sql<number>`coalesce(v.visits, 0)`,
})

/** Which month of treatment a day is, of somebody whose treatment has begun and is not over. */
const monthToday = (row: { status: number; startDate: string | null }, day: string): number | null =>
  row.startDate !== null && orthoStates.is(row.status, 'treating') ? monthOf(row.startDate, day) : null

function withDays(tx: TenantTx, row: RowIn<typeof briefs>): Brief {
  const day = today(tx.now)
  const last = row.lastVisit ?? row.startDate
  return {
    ...row,
    month: monthToday(row, day),
    daysSince: orthoStates.is(row.status, 'treating') && last !== null ? daysBetween(last, day) : null,
  }
}

/** A patient's cases, the newest first. */
export async function casesOfPatient(
  context: ClinicContext,
  { patientId }: ParsedInput<Calls['ofPatient']>,
): Promise<Brief[]> {
  const { tx } = context
  await mustReachPatient(context, patientId)
  const rows = await tx.rows(
    briefs.keptFrom`${withVisits(tx)} where ${tx.own('k')} and k.patient_id = ${patientId} and ${readable(context)}
      order by k.began_on desc, k.id desc limit 50`,
  )
  return rows.map((row) => withDays(tx, row))
}

/** What each tab holds. */
const TABS = {
  before: ['first', 'diagnosed', 'planning'],
  treating: ['treating'],
  retention: ['retention'],
  closed: ['ended', 'stopped'],
} as const satisfies Record<string, readonly Parameters<typeof orthoStates.is>[1][]>

/** Somebody under treatment who was not seen for more than 45 days. */
const late = (tx: TenantTx): RawBuilder<boolean> =>
  sql<boolean>`k.status in ${codes(orthoStates, 'treating')}
    and coalesce(v.last::date, k.start_date) < ${today(tx.now)}::date - ${LATE_DAYS}::int`

const tabCounts = (tx: TenantTx) =>
  select({
    late: sql<number>`count(*) filter (where ${late(tx)})::int`,
    before: sql<number>`count(*) filter (where k.status in ${codes(orthoStates, ...TABS.before)})::int`,
    treating: sql<number>`count(*) filter (where k.status in ${codes(orthoStates, ...TABS.treating)})::int`,
    retention: sql<number>`count(*) filter (where k.status in ${codes(orthoStates, ...TABS.retention)})::int`,
    closed: sql<number>`count(*) filter (where k.status in ${codes(orthoStates, ...TABS.closed)})::int`,
  })

/** The cases of the clinic by how far they have come; those who are late, the longest unseen first. */
export async function listCases(
  context: ClinicContext,
  input: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx, clinicId } = context
  const { tab, keyword, doctorId, pageNum, pageSize } = input
  const mine = sql<boolean>`${tx.own('k')} and k.clinic_id = ${clinicId} and ${readable(context)}`
  const found = keyword
    ? sql<boolean>`(k.case_no = ${keyword.toUpperCase()} or k.patient_id in (select f.id from ${foundBy(tx, keyword, 200, seesDigits(context, VIEW))} f))`
    : sql<boolean>`true`
  const doctor = doctorId ? sql<boolean>`k.doctor_id = ${doctorId}` : sql<boolean>`true`
  const inTab = tab === 'late' ? late(tx) : sql<boolean>`k.status in ${codes(orthoStates, ...TABS[tab])}`
  const at = sql<boolean>`${mine} and ${found} and ${doctor} and ${inTab}`
  const order = tab === 'late' ? sql`coalesce(v.last::date, k.start_date), k.id` : sql`k.began_on desc, k.id desc`
  const [rows, { total }, counts] = await Promise.all([
    tx.rows(
      briefs.from`${withVisits(tx)} where ${at} order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
    ),
    tx.need(counted.from`${withVisits(tx)} where ${at}`),
    tx.need(tabCounts(tx).from`${withVisits(tx)} where ${mine}`),
  ])
  return { list: rows.map((row) => withDays(tx, row)), total, pageNum, pageSize, counts }
}

const whole = select(
  ...head,
  columns('ortho_case', 'k', 'slot', 'plan_name', 'extraction', 'retainer_upper', 'retainer_lower', 'retention_hours'),
  columns('ortho_case', 'k', 'retention_months', 'retention_plan', 'final_relation', 'satisfaction', 'remark'),
  columns('ortho_case', 'k', 'recall_months', 'first_bill_id', 'first_bill_is_whole'),
  { fee: feeOnCase },
)

const onPaper = select(...head, named('clinic', 'c', { clinicPhone: 'phone', clinicAddress: 'address' }))

/** The head of a sheet on a case; that it was printed is noted. */
export async function caseToPrint(
  context: ClinicContext,
  { id }: ParsedInput<Calls['print']>,
): Promise<HandlerOutput<Calls['print']>> {
  const { tx } = context
  const row = await tx.need(
    onPaper.keptFrom`${heads(tx)} where ${tx.own('k')} and k.id = ${id} and ${readable(context)}`,
  )
  await tx.note('print', 'ortho_case', id, { patientId: row.patientId })
  return { ...row, month: monthToday(row, today(tx.now)), printedAt: tx.now }
}

const visitOf = select(columns('treatment', 't', 'id'))
/** The patient's visit of today here; the newest of several. */
async function visitToday({ tx, clinicId }: ClinicContext, patientId: string): Promise<string | null> {
  const row = await tx.row(
    visitOf.from`treatment t where ${tx.own('t')} and t.clinic_id = ${clinicId} and t.patient_id = ${patientId}
      and t.start_time >= ${parseDate(today(tx.now))} order by t.start_time desc limit 1`,
  )
  return row?.id ?? null
}

/** A case with its course, what is lacking at its start and end, and the teeth that are not there. */
export async function caseDetail(
  context: ClinicContext,
  { id }: ParsedInput<Calls['get']>,
): Promise<HandlerOutput<Calls['get']>> {
  const { tx } = context
  const row = await tx.need(whole.keptFrom`${heads(tx)} where ${tx.own('k')} and k.id = ${id} and ${readable(context)}`)
  const { firstBillId, firstBillIsWhole, ...shown } = row
  const [course, pictures, mouth, settings, mayEdit, visit, firstBill] = await Promise.all([
    courseOf(tx, row),
    picturesOfCase(tx, row),
    mouthNow(tx, row.patientId),
    clinicSettings(tx, row.clinicId),
    mayWork(context, ADD, row),
    visitToday(context, row.patientId),
    firstBillId === null ? null : standingBill(tx, firstBillId),
  ])
  return {
    ...shown,
    ...course,
    ...pictures,
    month: monthToday(row, today(tx.now)),
    gone: [...goneTeeth(mouth).keys()].toSorted(),
    visitToday: visit,
    pictureRule: settings.orthoPictureRule,
    firstBill: firstBill ? { ...firstBill, isWhole: firstBillIsWhole } : null,
    can: {
      edit: mayEdit && orthoStates.may('edit', row.status),
      bill: context.can('/orderSet:open') && row.clinicId === context.clinicId && orthoStates.may('bill', row.status),
    },
  }
}
