import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { keptKeys, listedKeys } from '@dentin/contract/patient'
import { ageOn, daysBetween, formatDate, today, yuanToFen, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { Query } from '../../platform/database/builder.ts'
import { keepPlan } from '../../platform/database/plans.ts'
import { columns, fenIf, fenOf, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
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
import { FACE, fieldsOf, nameOf, namesOf, wholeNames } from './fields.ts'
import { groupsColumn } from './groups/visibility.ts'
import { treatTypeBy, type TreatType } from './rules.ts'
import { owedTo, paidTo } from './sums.ts'

/** What whoever treats has to know. */
const WARNINGS = ['allergyFlag', 'allergyHistory', 'systemicDiseases', 'pregnantSince', 'alertNote'] as const

/** How often a patient `p` was here, and when last; `s` may not be found. */
const comings = [
  { visitCount: sql<number>`coalesce(s.visit_count, 0)` },
  perhaps(columns('patient_stat', 's', 'last_visit_at')),
] as const
const ofBrief = [
  columns('patient', 'p', 'id', 'status'),
  fieldsOf(...FACE, ...WARNINGS, 'patientType'),
  ...comings,
] as const
const briefs = (tx: TenantTx) =>
  select(...ofBrief, {
    // What is owed to the clinic at work; to every clinic where the transaction reaches over them all.
    arrears: fenOf(owedTo(tx, tx.clinicId && [tx.clinicId], sql`p.id`)),
  })

/** What every other module may know of a patient. The mobile is complete: the caller covers it where it is shown. */
export type PatientBrief = RowIn<ReturnType<typeof briefs>>

/** Patients by id, in any state. An id that does not exist is simply not in the map. */
export async function patientBriefs(tx: TenantTx, ids: readonly string[]): Promise<Map<string, PatientBrief>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows(
    briefs(tx).keptFrom`patient p
        left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        where ${tx.own('p')} and p.id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const lastVisit = select(columns('patient_stat', 's', 'last_visit_at'))

/**
 * 1 first visit, 2 return within `revisitDays` of the last one, 3 first again after a longer time.
 * @param alsoSeen a visit that the patient's figures do not know of yet
 */
export async function treatTypeOf(
  tx: TenantTx,
  patientId: string,
  at: Date,
  revisitDays: number,
  alsoSeen: Date | null = null,
): Promise<TreatType> {
  const row = await tx.row(lastVisit.keptFrom`patient_stat s where ${tx.own('s')} and s.patient_id = ${patientId}`)
  const ended = row?.lastVisitAt ?? null
  const last = alsoSeen && (!ended || alsoSeen > ended) ? alsoSeen : ended
  return treatTypeBy(last ? daysBetween(formatDate(last), formatDate(at)) : null, revisitDays)
}

type ListOutput = HandlerOutput<typeof contract.patient.list>

/**
 * One page of patients with the count and the arrears of the whole filtered set: two statements, one more with groups.
 */
export async function listPatients(tx: TenantTx, input: ListInput, viewer: Viewer): Promise<ListOutput> {
  const choice = await chosen(tx, input, viewer)
  const { totals, rows } = await countAndPage(tx, choice, input)
  return {
    list: rows,
    ...totals,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
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
  const counting = tx.need(totalsQuery(tx, choice))
  if (page.pageNum * page.pageSize < FAR) {
    const [totals, rows] = await Promise.all([counting, tx.rows(pageQuery(tx, choice, page))])
    return { totals, rows }
  }
  const totals = await counting
  return { totals, rows: await tx.rows(pageQuery(tx, choice, page, totals.total)) }
}

/** When a patient `p` comes next, as the module of the appointments knows it. */
const nextAppointment = (tx: TenantTx) => answerOf(tx, 'patient', ({ lends }) => lends?.nextAppointment)(tx, sql`p.id`)

/** What a patient `p` owes and has paid, for whoever sees it. */
const sumsOf = (tx: TenantTx, { sees, clinicIds }: Pick<Viewer, 'sees' | 'clinicIds'>) => ({
  arrearsAmount: fenIf(sees, owedTo(tx, clinicIds, sql`p.id`)),
  consumeTotal: fenIf(sees, paidTo(tx, clinicIds, sql`p.id`)),
})

const ofListed = [
  columns('patient', 'p', 'id', 'status', 'created_name', 'created_at'),
  fieldsOf(...FACE, ...listedKeys),
  columns('patient_stat', 's', 'first_visit_at', 'visit_count', 'last_visit_at'),
] as const
/** A row of the list, on p and s. Staff and sources are of other modules: their names only. */
const ofRow = (tx: TenantTx, viewer: Viewer) =>
  [
    ...ofListed,
    namesOf(tx),
    { groups: groupsColumn(tx, viewer), nextAppointmentAt: nextAppointment(tx) },
    sumsOf(tx, viewer),
  ] as const
const pageRows = (tx: TenantTx, viewer: Viewer) => select(...ofRow(tx, viewer))
type PageRow = RowIn<ReturnType<typeof pageRows>>
const rowTables = (tx: TenantTx) => sql`patient p join patient_stat s on ${tx.own('s')} and s.patient_id = p.id`

/**
 * The page of a list as SQL: first whose turn it is, then what is shown of these. A page of the second half is looked for
 * from the end of the list of `total`. The number of rows stands in the text, so that a plan kept is one for so few.
 */
export function pageQuery(
  tx: TenantTx,
  choice: Choice,
  page: { pageNum: number; pageSize: number },
  total = Infinity,
): Query<PageRow> {
  const { id, from } = source(tx, choice)
  const first = (page.pageNum - 1) * page.pageSize
  const last = Math.min(first + page.pageSize, total)
  const fromEnd = first > total / 2
  const part = fromEnd
    ? { limit: Math.max(last - first, 0), offset: total - last }
    : { limit: page.pageSize, offset: first }
  const shown = pageRows(tx, choice.viewer)
  const query = sql`
    with picked as materialized (select ${id} as id from ${from} order by ${orderOf(tx, choice, fromEnd)}
      limit ${sql.lit(part.limit)} offset ${part.offset})
    select ${shown.list}
    from picked, ${rowTables(tx)}
    where ${tx.own('p')} and p.id = picked.id
    order by ${orderOf(tx, choice)}`
  return shown.of(isWhole(tx, choice) ? keepPlan(query) : query)
}

/**
 * Count and arrears of everything a list's filter matches. The files of a whole list are counted already; those of any other
 * are counted without their figures where nothing asks for these, and what they owe is summed over the few who owe.
 */
export function totalsQuery(tx: TenantTx, choice: Choice): Query<Totals> {
  const owed = owedTo(tx, choice.viewer.clinicIds, sql`s.patient_id`)
  const owing = (from: RawBuilder<unknown>) =>
    fenIf(choice.viewer.sees, sql`(select coalesce(sum(${owed}), 0) from ${from})`)
  const files = filesSource(tx, choice)
  if (isWhole(tx, choice))
    return select({
      total: filesIn(tx, statesOf(choice)),
      arrearsTotal: owing(
        sql`patient_stat s where ${tx.own('s')} and s.arrears_amount > 0 and ${ofState(choice, 's')}`,
      ),
    }).keptAlone
  if (files)
    return select({
      total: sql<number>`(select count(*)::int from ${files})`,
      arrearsTotal: owing(narrowedSource(tx, choice, [sql`s.arrears_amount > 0`])),
    }).alone
  return select({
    total: sql<number>`count(*)::int`,
    arrearsTotal: fenIf(choice.viewer.sees, sql`coalesce(sum(${owed}), 0)`),
  }).from`${narrowedSource(tx, choice)}`
}
interface Totals {
  total: number
  arrearsTotal: Fen | null
}

/** How many files there are in some states, as the gate has counted them. */
const filesIn = (tx: TenantTx, states: readonly number[]) =>
  sql<number>`(select coalesce(sum(t.files), 0)::int from patient_tally t where ${tx.own('t')} and t.status = any(${states}::int[]))`

/** Who stands in a list, in its order: at most `limit`. */
export async function listedIds(tx: TenantTx, choice: Choice, limit: number): Promise<string[]> {
  const { id, from } = source(tx, choice)
  const rows = await tx.rows(
    select({ id: sql<string>`${id}` }).from`${from} order by ${orderOf(tx, choice)} limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

const nameList = select(columns('patient', 'p', 'id', 'name'))

/** Whom a list's filter matches, by name and in its order, `limit` at most; and how many there are. */
export async function chosenByFilter(
  tx: TenantTx,
  choice: Choice,
  limit: number,
): Promise<HandlerOutput<typeof contract.patient.everybody>> {
  const { total } = await tx.need(totalsQuery(tx, choice))
  const ids = await listedIds(tx, choice, limit)
  const rows = await tx.rows(nameList.keptFrom`patient p where ${tx.own('p')} and p.id = any(${ids}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { list: ids.flatMap((id) => byId.get(id) ?? []), total }
}

const exportList = (tx: TenantTx, viewer: Viewer) => select(...ofRow(tx, viewer), columns('patient', 'p', 'id_no'))
/** A row of the list as a file shows it: the mobile and the document's number complete, for the caller to cover or leave out. */
export type ExportRow = RowIn<ReturnType<typeof exportList>>

/** Some rows of a list, in the order of their ids; whoever is not to be seen any more is left out. */
export async function exportRows(tx: TenantTx, ids: string[], viewer: Viewer): Promise<ExportRow[]> {
  const rows = await tx.rows(
    exportList(tx, viewer).keptFrom`${rowTables(tx)}
        where ${tx.own('p')} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'kept')} and ${within(viewer.reach)}`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const noCount = sql<null>`null::int`

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
  const inUse = (condition: RawBuilder<unknown>) => sql<number>`(
    select count(*)::int from patient_stat s where ${tx.own('s')} and s.status in ${codes(fileStates, 'active')} and ${condition})`
  if (isChain(reach))
    return tx.need(
      select({
        all: filesIn(tx, [0]),
        absent: inUse(sql`s.last_visit_at < ${absent}`),
        arrears: sees ? inUse(owing) : noCount,
        birthday: sql<number>`(select count(*)::int from patient p where ${tx.own('p')} and p.status in ${codes(fileStates, 'active')}
              and p.birth_md between ${first} and ${last})`,
      }).alone,
    )
  const those = (condition: RawBuilder<unknown>) => sql<number>`(count(*) filter (where ${condition}))::int`
  const counts = select({
    all: sql<number>`count(*)::int`,
    absent: those(sql`s.last_visit_at < ${absent}`),
    arrears: sees ? those(owing) : noCount,
    birthday: those(sql`p.birth_md between ${first} and ${last}`),
  })
  return tx.need(
    counts.from`patient p
        join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        where ${tx.own('p')} and p.status in ${codes(fileStates, 'active')} and ${within(reach)}`,
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
  return tx.rows(searchQuery(tx, keyword, reach, digits, archivedToo, preferred))
}

const ofFound = [
  columns('patient', 'p', 'id', 'status'),
  fieldsOf(...FACE, 'allergyFlag', 'patientType'),
  perhaps(columns('patient_stat', 's', 'last_visit_at')),
] as const

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
    ? sql`union all select k.id, true from (${preferred}) k join patient q on ${tx.own('q')} and q.id = k.id
        where q.status in ${codes(fileStates, 'kept')} and ${matches(keyword, digits)}`
    : sql``
  const shown = select(...ofFound, {
    mergedFrom: sql<Found['mergedFrom']>`case when position(lower(${keyword}) in p.search) = 0 then (
        select jsonb_build_object('id', m.id, 'name', m.name, 'medicalNumber', m.medical_number) from patient m
        where ${tx.own('m')} and m.merged_into_id = p.id and position(lower(${keyword}) in m.search) > 0
        order by m.created_at desc limit 1) end`,
  })
  return shown.from`(select x.id, bool_or(x.first) as first
      from (select f.id, false as first from ${foundBy(tx, keyword, few, digits)} f ${first}) x group by x.id) found
    join patient p on ${tx.own('p')} and p.id = found.id
    left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
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

const namedList = select(...ofFound, { mergedFrom: sql<null>`null::jsonb` })

/** The same of patients who are known, in the order of their ids; whoever may not be looked up is left out. */
export async function namedPatients(tx: TenantTx, ids: readonly string[], reach: Reach): Promise<Found[]> {
  const rows = await tx.rows(
    namedList.keptFrom`patient p
        left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        where ${tx.own('p')} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'kept')} and ${opens(reach)}`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Detail = HandlerOutput<typeof contract.patient.get>

const ofWhole = [
  columns('patient', 'p', 'id', 'version', 'status', 'merged_into_id', 'created_name', 'created_at', 'updated_at'),
  fieldsOf(...keptKeys),
  named('clinic', 'h', { homeClinicName: 'short_name' }),
  perhaps(columns('patient_stat', 's', 'first_visit_at')),
  perhaps(named('employee', 'f', { firstDoctorName: 'name' })),
] as const

/** A whole file with the names it refers to, uncovered. NOT_FOUND outside the reach. */
export async function patientDetail(
  tx: TenantTx,
  id: string,
  reach: Reach,
): Promise<Omit<Detail, 'masked' | 'covered'>> {
  const file = await tx.need(
    select(...ofWhole, wholeNames(tx)).keptFrom`patient p
        join clinic h on ${tx.own('h')} and h.id = p.home_clinic_id
        left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        left join employee f on ${tx.own('f')} and f.id = s.first_doctor_id
        where ${tx.own('p')} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reach)}`,
  )
  return { ...file, allergies: storedAllergies(file.allergies) }
}

type Information = HandlerOutput<typeof contract.patient.information>

const ofInformation = [
  columns('patient', 'p', 'id', 'status', 'merged_into_id'),
  fieldsOf(...FACE, ...WARNINGS, 'birthYearEstimated', 'patientType'),
  ...comings,
] as const

/** What the bar on top of every page of a patient shows. */
export async function patientInformation(tx: TenantTx, id: string, viewer: FileViewer): Promise<Information> {
  const { reach, sees } = viewer
  const shown = select(...ofInformation, sumsOf(tx, viewer), {
    respDoctorName: nameOf(tx, 'respDoctorId'),
    nextAppointmentAt: nextAppointment(tx),
    ...memberCardOf(tx, sees),
    prepaidAmount: fenIf(sees, answerOf(tx, 'patient', ({ lends }) => lends?.prepaid)(tx, sql`p.id`)),
  })
  const row = await tx.need(
    shown.keptFrom`patient p
        left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        where ${tx.own('p')} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reach)}`,
  )
  return {
    ...row,
    age: row.birthDay === null ? null : ageOn(row.birthDay, today(tx.now)).years,
  }
}

/** What the patient's member cards are and hold, as the module of the cards knows them. */
function memberCardOf(tx: TenantTx, sees: boolean) {
  const { typeName, principal, bonus } = answerOf(tx, 'patient', ({ lends }) => lends?.memberCard)(tx, sql`p.id`)
  return { memberTypeName: typeName, principalAmount: fenIf(sees, principal), bonusAmount: fenIf(sees, bonus) }
}

type Account = HandlerOutput<typeof contract.patient.account>

/** The bills that a patient still owes something of, as the module of the bills knows them. */
const openBills = (tx: TenantTx, id: string, clinicIds: readonly string[] | null) =>
  answerOf(tx, 'patient', ({ lends }) => lends?.openBills)(tx, id, clinicIds)

type OpenBill = Pick<Account['arrears'][number], 'billId' | 'billNo' | 'doctorName'> &
  Record<'receivable' | 'left', string>
/** A patient's figures, and in each row one bill with money owing; in the only row none when nothing is owed. */
const ofAccount = [
  columns('patient_stat', 's', 'visit_count', 'first_visit_at', 'last_visit_at'),
  { bill: sql<OpenBill | null>`b.bill`, openTime: sql<Date | null>`b.open_time` },
] as const

/**
 * What a patient owes and has paid, in one statement; `clinicIds` null = every clinic's.
 * @throws AppError NOT_FOUND outside the reach
 */
export async function patientAccount(tx: TenantTx, id: string, viewer: FileViewer): Promise<Account> {
  const { reach, clinicIds, sees } = viewer
  const rows = await tx.rows(
    select(...ofAccount, sumsOf(tx, viewer)).keptFrom`patient p
        join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        left join lateral (
          ${openBills(tx, id, clinicIds)}) b on ${sees}::boolean
        where ${tx.own('p')} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(reach)}
        order by b.open_time desc`,
  )
  const [first] = rows
  if (!first) throw new AppError('NOT_FOUND')
  const { bill: _bill, openTime: _openTime, ...figures } = first
  return {
    ...figures,
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
