import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { listedKeys } from '@dentin/contract/patient'
import { ageOn, daysBetween, formatDate, today, yuanToFen, ZERO, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { keepPlan, keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { answerOf } from '../../platform/wiring.ts'
import { isChain, isWide, type Reach } from '../staff/index.ts'
import { foundBy, opens, within, type Viewer } from './access.ts'
import {
  absentBefore,
  chosen,
  filesSource,
  isWhole,
  narrowedSource,
  ofState,
  orderOf,
  owes,
  settled,
  source,
  statesOf,
  type Choice,
  type ListInput,
} from './filter.ts'
import { FACE, fieldsOf, namesOf, wholeNames } from './fields.ts'
import { groupsColumn } from './groups/visibility.ts'
import { treatTypeBy, type TreatType } from './rules.ts'
import { owedTo, paidTo } from './sums.ts'

/** What every other module may know of a patient. The mobile is complete: the caller covers it where it is shown. */
export interface PatientBrief {
  id: string
  name: string
  /** 0 男, 1 女, 2 未知 */
  gender: number
  birthDay: LocalDate | null
  medicalNumber: string
  mobile: string | null
  /** 0 denied, 1 has, 2 not known */
  allergyFlag: number
  allergyHistory: string
  systemicDiseases: string[]
  alertNote: string
  /** 1 普通 … 6 黑名单 */
  patientType: number
  /** 0 normal, 1 archived, 2 merged, 3 deleted */
  status: number
  /** What is owed to the clinic at work; to every clinic where the transaction reaches over them all. */
  arrears: Fen
  visitCount: number
  lastVisitAt: Date | null
}

/** What whoever treats has to know. */
const WARNINGS = ['allergyFlag', 'allergyHistory', 'systemicDiseases', 'alertNote'] as const

/** Patients by id, in any state. An id that does not exist is simply not in the map. */
export async function patientBriefs(tx: TenantTx, ids: readonly string[]): Promise<Map<string, PatientBrief>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows<Omit<PatientBrief, 'arrears'> & { arrears: string }>(
    keptSql`select p.id, p.status, ${fieldsOf([...FACE, ...WARNINGS, 'patientType'])},
          (${owedTo(tx, tx.clinicId && [tx.clinicId], sql`p.id`)})::numeric(14, 2)::text as arrears, coalesce(s.visit_count, 0) as "visitCount",
          s.last_visit_at as "lastVisitAt"
        from patient p
        left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
        where p.tenant_id = ${tx.tenantId} and p.id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, { ...row, arrears: yuanToFen(row.arrears) }]))
}

/** 1 first visit, 2 return within `revisitDays` of the last one, 3 first again after a longer time. */
export async function treatTypeOf(tx: TenantTx, patientId: string, at: Date, revisitDays: number): Promise<TreatType> {
  const row = await tx.row<{ last: Date | null }>(
    keptSql`select last_visit_at as last from patient_stat where tenant_id = ${tx.tenantId} and patient_id = ${patientId}`,
  )
  return treatTypeBy(row?.last ? daysBetween(formatDate(row.last), formatDate(at)) : null, revisitDays)
}

type ListOutput = HandlerOutput<typeof contract.patient.list>

/**
 * One page of patients with the count and the arrears of the whole filtered set: two statements, one more with groups.
 */
export async function listPatients(tx: TenantTx, input: ListInput, viewer: Viewer): Promise<ListOutput> {
  const choice = await chosen(tx, input, viewer)
  const { totals, rows } = await countAndPage(tx, choice, input)
  return {
    list: rows.map((row) => ({
      ...row,
      arrearsAmount: fenIfAny(row.arrears),
      consumeTotal: fenIfAny(row.consume),
    })),
    total: totals.total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    arrearsTotal: fenIfAny(totals.arrears),
  }
}

/** Pages from here on may be nearer to the end of the list than to its beginning. */
const FAR = 1_000

/** The figures of a list and one of its pages. Only for a page far back must the count be known first. */
async function countAndPage(
  tx: TenantTx,
  choice: Choice,
  page: { pageNum: number; pageSize: number },
): Promise<{ totals: Totals; rows: PageRow[] }> {
  const counting = tx.need<Totals>(totalsQuery(tx, choice))
  if (page.pageNum * page.pageSize < FAR) {
    const [totals, rows] = await Promise.all([counting, tx.rows<PageRow>(pageQuery(tx, choice, page))])
    return { totals, rows }
  }
  const totals = await counting
  return { totals, rows: await tx.rows<PageRow>(pageQuery(tx, choice, page, totals.total)) }
}

type PageRow = Omit<ListOutput['list'][number], 'arrearsAmount' | 'consumeTotal'> & {
  arrears: string | null
  consume: string | null
}

/** When a patient `p` comes next, as the module of the appointments knows it. */
const nextAppointment = (tx: TenantTx) => answerOf(tx, 'patient', ({ lends }) => lends?.nextAppointment)(tx, sql`p.id`)

/**
 * The columns of a row of the list, on p and s. Staff and sources are of other modules: their names only.
 */
const rowColumns = (tx: TenantTx, viewer: Viewer) => sql`p.id, ${fieldsOf([...FACE, ...listedKeys])}, ${namesOf(tx)},
      ${groupsColumn(tx, viewer)} as groups, p.status, s.first_visit_at as "firstVisitAt", s.visit_count as "visitCount", s.last_visit_at as "lastVisitAt",
      ${nextAppointment(tx)} as "nextAppointmentAt",
      ${amountIf(viewer.sees, owedTo(tx, viewer.clinicIds, sql`p.id`))} as arrears, ${amountIf(viewer.sees, paidTo(tx, viewer.clinicIds, sql`p.id`))} as consume, p.created_name as "createdName", p.created_at as "createdAt"`
const rowTables = (tx: TenantTx) =>
  sql`patient p join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id`

/**
 * The page of a list as SQL: first whose turn it is, then what is shown of these. A page of the second half is looked for
 * from the end of the list of `total`. The number of rows stands in the text, so that a plan kept is one for so few.
 */
export function pageQuery(
  tx: TenantTx,
  choice: Choice,
  page: { pageNum: number; pageSize: number },
  total = Infinity,
): RawBuilder<PageRow> {
  const { id, from } = source(tx, choice)
  const first = (page.pageNum - 1) * page.pageSize
  const last = Math.min(first + page.pageSize, total)
  const fromEnd = first > total / 2
  const part = fromEnd
    ? { limit: Math.max(last - first, 0), offset: total - last }
    : { limit: page.pageSize, offset: first }
  const query = sql<PageRow>`
    with picked as materialized (select ${id} as id from ${from} order by ${orderOf(tx, choice, fromEnd)}
      limit ${sql.lit(part.limit)} offset ${part.offset})
    select ${rowColumns(tx, choice.viewer)}
    from picked, ${rowTables(tx)}
    where p.tenant_id = ${tx.tenantId} and p.id = picked.id
    order by ${orderOf(tx, choice)}`
  return isWhole(tx, choice) ? keepPlan(query) : query
}

/**
 * Count and arrears of everything a list's filter matches. The files of a whole list are counted already; those of any other
 * are counted without their figures where nothing asks for these, and what they owe is summed over the few who owe.
 */
export function totalsQuery(tx: TenantTx, choice: Choice): RawBuilder<Totals> {
  const owed = owedTo(tx, choice.viewer.clinicIds, sql`s.patient_id`)
  const owing = (from: RawBuilder<unknown>) =>
    amountIf(choice.viewer.sees, sql`(select coalesce(sum(${owed}), 0) from ${from})`)
  const files = filesSource(tx, choice)
  if (isWhole(tx, choice))
    return keptSql<Totals>`select ${filesIn(tx, statesOf(choice))} as total,
      ${owing(sql`patient_stat s where s.tenant_id = ${tx.tenantId} and s.arrears_amount > 0 and ${ofState(choice, 's')}`)} as arrears`
  if (files)
    return sql<Totals>`select (select count(*)::int from ${files}) as total,
      ${owing(narrowedSource(tx, choice, [sql`s.arrears_amount > 0`]))} as arrears`
  return sql<Totals>`
    select count(*)::int as total, ${amountIf(choice.viewer.sees, sql`coalesce(sum(${owed}), 0)`)} as arrears
    from ${narrowedSource(tx, choice)}`
}
interface Totals {
  total: number
  arrears: string | null
}

/** How many files there are in some states, as the gate has counted them. */
const filesIn = (tx: TenantTx, states: readonly number[]) =>
  sql`(select coalesce(sum(t.files), 0)::int from patient_tally t where t.tenant_id = ${tx.tenantId} and t.status = any(${states}::int[]))`

/** Who stands in a list, in its order: at most `limit`. */
export async function listedIds(tx: TenantTx, choice: Choice, limit: number): Promise<string[]> {
  const { id, from } = source(tx, choice)
  const rows = await tx.rows<{ id: string }>(
    sql`select ${id} as id from ${from} order by ${orderOf(tx, choice)} limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** Whom a list's filter matches, by name and in its order, `limit` at most; and how many there are. */
export async function chosenByFilter(
  tx: TenantTx,
  choice: Choice,
  limit: number,
): Promise<HandlerOutput<typeof contract.patient.everybody>> {
  const { total } = await tx.need<Totals>(totalsQuery(tx, choice))
  const ids = await listedIds(tx, choice, limit)
  const rows = await tx.rows<{ id: string; name: string }>(
    keptSql`select p.id, p.name from patient p where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[])`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { list: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** A row of the list as a file shows it: the mobile and the document's number complete, for the caller to cover or leave out. */
export type ExportRow = PageRow & { idNo: string | null }

/** Some rows of a list, in the order of their ids; whoever is not to be seen any more is left out. */
export async function exportRows(tx: TenantTx, ids: string[], viewer: Viewer): Promise<ExportRow[]> {
  const rows = await tx.rows<ExportRow>(
    keptSql`select ${rowColumns(tx, viewer)}, p.id_no as "idNo"
        from ${rowTables(tx)}
        where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'kept')} and ${within(viewer.reach)}`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How many patients stand in each saved filter of the list, in one statement. */
export async function countTabs(
  tx: TenantTx,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.tabCounts>> {
  const { sees } = viewer
  const { reach, clinicIds } = await settled(tx, viewer)
  const owing = owes(tx, clinicIds)
  const month = Number(today(tx.now).slice(5, 7))
  const absent = absentBefore(tx.now, 180)
  const [first, last] = [month * 100 + 1, month * 100 + 31]
  // Everybody's: each count out of an index of its own.
  const inUse = (condition: RawBuilder<unknown>) => sql`(
    select count(*)::int from patient_stat s where s.tenant_id = ${tx.tenantId} and s.status in ${codes(fileStates, 'active')} and ${condition})`
  if (isChain(reach))
    return tx.need(
      sql`select ${filesIn(tx, [0])} as "all",
            ${inUse(sql`s.last_visit_at < ${absent}`)} as absent,
            ${sees ? inUse(owing) : sql`null::int`} as arrears,
            (select count(*)::int from patient p where p.tenant_id = ${tx.tenantId} and p.status in ${codes(fileStates, 'active')}
              and p.birth_md between ${first} and ${last}) as birthday`,
    )
  return tx.need(
    sql`select count(*)::int as "all",
          (count(*) filter (where s.last_visit_at < ${absent}))::int as absent,
          ${sees ? sql`(count(*) filter (where ${owing}))::int` : sql`null::int`} as arrears,
          (count(*) filter (where p.birth_md between ${first} and ${last}))::int as birthday
        from patient p
        join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
        where p.tenant_id = ${tx.tenantId} and p.status in ${codes(fileStates, 'active')} and ${within(reach)}`,
  )
}

type Found = HandlerOutput<typeof contract.patient.search>[number]

/** Patients who come first in a search, as a query that gives their `id`. */
type Preferred = RawBuilder<unknown>

/** The ten likeliest patients of a search: the preferred, those whose name begins so, then the ones who were here last. */
export async function searchPatients(
  tx: TenantTx,
  keyword: string,
  reach: Reach,
  digits: boolean,
  { archivedToo = false, preferred }: { archivedToo?: boolean; preferred?: Preferred } = {},
): Promise<Found[]> {
  return tx.rows<Found>(searchQuery(tx, keyword, reach, digits, archivedToo, preferred))
}

const foundColumns = sql`p.id, ${fieldsOf([...FACE, 'allergyFlag', 'patientType'])}, p.status, s.last_visit_at as "lastVisitAt"`

/**
 * The search as SQL. Ids come from the checked function (the trigram index), never from a LIKE of our own; the preferred are
 * few enough to be looked at one by one, and would be missed among all who match a single letter.
 */
export function searchQuery(
  tx: TenantTx,
  keyword: string,
  reach: Reach,
  digits: boolean,
  archivedToo = false,
  preferred?: Preferred,
) {
  const few = isChain(reach) ? 200 : isWide(reach) ? 1000 : 100_000
  const first = preferred
    ? sql`union all select k.id, true from (${preferred}) k join patient q on q.tenant_id = ${tx.tenantId} and q.id = k.id
        where q.status in ${codes(fileStates, 'kept')} and ${matches(keyword, digits)}`
    : sql``
  return sql<Found>`
    select ${foundColumns},
      case when position(lower(${keyword}) in p.search) = 0 then (
        select jsonb_build_object('id', m.id, 'name', m.name, 'medicalNumber', m.medical_number) from patient m
        where m.tenant_id = ${tx.tenantId} and m.merged_into_id = p.id and position(lower(${keyword}) in m.search) > 0
        order by m.created_at desc limit 1) end as "mergedFrom"
    from (select x.id, bool_or(x.first) as first
      from (select f.id, false as first from ${foundBy(tx, keyword, few, digits)} f ${first}) x group by x.id) found
    join patient p on p.tenant_id = ${tx.tenantId} and p.id = found.id
    left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
    where (p.status not in ${codes(fileStates, 'archived')} or ${archivedToo}::boolean) and ${opens(reach)}
    order by p.status, found.first desc, p.name = ${keyword} desc, starts_with(p.name, ${keyword}) desc, (p.mobile_tail = ${keyword}) desc nulls last, s.last_visit_at desc nulls last, p.created_at desc
    limit 10`
}

/** Whether the patient `q` is found by a keyword, as the checked functions find; a phone without `digits` whole or by its end. */
const matches = (keyword: string, digits: boolean): RawBuilder<boolean> =>
  digits || !/\d/.test(keyword)
    ? sql<boolean>`position(lower(${keyword}) in q.search) > 0`
    : sql<boolean>`(position(lower(${keyword}) in replace(q.search, coalesce(nullif(q.mobile, ''), chr(1)), chr(1))) > 0
        or q.mobile = ${keyword} or q.mobile_tail = ${keyword})`

/** The same of patients who are known, in the order of their ids; whoever may not be looked up is left out. */
export async function namedPatients(tx: TenantTx, ids: readonly string[], reach: Reach): Promise<Found[]> {
  const rows = await tx.rows<Found>(
    keptSql`select ${foundColumns}, null::jsonb as "mergedFrom"
        from patient p
        left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
        where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'kept')} and ${opens(reach)}`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Detail = HandlerOutput<typeof contract.patient.get>

/** A whole file with the names it refers to, uncovered. NOT_FOUND outside the reach. */
export async function patientDetail(
  tx: TenantTx,
  id: string,
  reach: Reach,
): Promise<Omit<Detail, 'masked' | 'covered'>> {
  return tx.need(
    keptSql`select p.id, p.version, ${fieldsOf()}, ${wholeNames(tx)}, p.status, p.merged_into_id as "mergedIntoId",
          h.short_name as "homeClinicName", p.created_name as "createdName", p.created_at as "createdAt", p.updated_at as "updatedAt",
          s.first_visit_at as "firstVisitAt", f.name as "firstDoctorName"
        from patient p
        join clinic h on h.tenant_id = ${tx.tenantId} and h.id = p.home_clinic_id
        left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
        left join employee f on f.tenant_id = ${tx.tenantId} and f.id = s.first_doctor_id
        where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reach)}`,
  )
}

type Information = HandlerOutput<typeof contract.patient.information>

/** What the bar on top of every page of a patient shows. */
export async function patientInformation(
  tx: TenantTx,
  id: string,
  { reach, clinicIds, sees }: FileViewer,
): Promise<Information> {
  const row = await tx.need<
    Omit<Information, 'arrearsAmount' | 'consumeTotal' | 'age' | keyof ReturnType<typeof noCard>> & {
      arrears: string | null
      consume: string | null
    }
  >(
    keptSql`select p.id, ${fieldsOf([...FACE, ...WARNINGS, 'birthYearEstimated', 'patientType'])}, ${namesOf(tx, ['respDoctorId'])},
          p.status, p.merged_into_id as "mergedIntoId",
          ${amountIf(sees, owedTo(tx, clinicIds, sql`p.id`))} as arrears, ${amountIf(sees, paidTo(tx, clinicIds, sql`p.id`))} as consume,
          coalesce(s.visit_count, 0) as "visitCount", s.last_visit_at as "lastVisitAt",
          ${nextAppointment(tx)} as "nextAppointmentAt"
        from patient p
        left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
        where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reach)}`,
  )
  return {
    ...row,
    ...noCard(sees),
    age: row.birthDay === null ? null : ageOn(row.birthDay, today(tx.now)).years,
    arrearsAmount: fenIfAny(row.arrears),
    consumeTotal: fenIfAny(row.consume),
  }
}

/** What a member card says, as long as there are none. */
const noCard = (sees: boolean) => ({
  memberTypeName: '',
  principalAmount: sees ? ZERO : null,
  bonusAmount: sees ? ZERO : null,
})

type Account = HandlerOutput<typeof contract.patient.account>

/** A patient's figures, and in each row one bill with money owing; in the only row none when nothing is owed. */
/** The bills that a patient still owes something of, as the module of the bills knows them. */
const openBills = (tx: TenantTx, id: string, clinicIds: readonly string[] | null) =>
  answerOf(tx, 'patient', ({ lends }) => lends?.openBills)(tx, id, clinicIds)

interface AccountRow {
  owing: string | null
  consume: string | null
  visitCount: number
  firstVisitAt: Date | null
  lastVisitAt: Date | null
  bill:
    | (Pick<Account['arrears'][number], 'billId' | 'billNo' | 'doctorName'> & Record<'receivable' | 'left', string>)
    | null
  openTime: Date | null
}

/**
 * What a patient owes and has paid, in one statement; `clinicIds` null = every clinic's.
 * @throws AppError NOT_FOUND outside the reach
 */
export async function patientAccount(
  tx: TenantTx,
  id: string,
  { reach, clinicIds, sees }: FileViewer,
): Promise<Account> {
  const rows = await tx.rows<AccountRow>(
    keptSql`select ${amountIf(sees, owedTo(tx, clinicIds, sql`p.id`))} as owing, ${amountIf(sees, paidTo(tx, clinicIds, sql`p.id`))} as consume,
          s.visit_count as "visitCount", s.first_visit_at as "firstVisitAt", s.last_visit_at as "lastVisitAt", b.bill, b.open_time as "openTime"
        from patient p
        join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
        left join lateral (
          ${openBills(tx, id, clinicIds)}) b on ${sees}::boolean
        where p.tenant_id = ${tx.tenantId} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reach)}
        order by b.open_time desc`,
  )
  const [first] = rows
  if (!first) throw new AppError('NOT_FOUND')
  const { owing, consume, visitCount, firstVisitAt, lastVisitAt } = first
  return {
    arrearsAmount: fenIfAny(owing),
    consumeTotal: fenIfAny(consume),
    visitCount,
    firstVisitAt,
    lastVisitAt,
    arrears: rows.flatMap(({ bill, openTime }) => {
      if (!bill || !openTime) return []
      const { receivable, left, ...named } = bill
      return [{ ...named, openTime, receivableAmount: yuanToFen(receivable), arrearsAmount: yuanToFen(left) }]
    }),
  }
}

/** Who looks at one patient's file. */
export interface FileViewer {
  reach: Reach
  records: Reach | null
  /** The clinics whose sums are shown; null: every clinic's. */
  clinicIds: readonly string[] | null
  sees: boolean
}
