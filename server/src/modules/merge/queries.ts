import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { SHARED_MOBILE_LIMIT } from '@dentin/contract/merge'
import { maskPhone, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { allNames, followingRows, likeness, filesIn, owedTo, paidTo, type Following } from '../patient/index.ts'
import type { FileRow } from './rules.ts'
import type { FileNames } from './words.ts'

/** A file with everything that stands in its row, and the names of those whom it refers to. */
export interface File {
  id: string
  name: string
  medicalNumber: string
  /** 0 normal, 1 archived, 2 merged, 3 deleted */
  status: number
  version: number
  row: FileRow
}

const fileColumns = sql`p.id, p.name, p.medical_number as "medicalNumber", p.status, p.version, to_jsonb(p) as row`

/** Two files, locked against everybody who would hang something on one of them. Fewer when one does not exist. */
export async function lockFiles(tx: TenantTx, ids: readonly string[]): Promise<Map<string, File>> {
  const rows = await tx.rows<File>(
    keptSql`select ${fileColumns} from patient p where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[])
        order by p.id for update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

const pairSide = sql`p.id, p.name, p.gender, p.birth_day as "birthDay", p.medical_number as "medicalNumber", p.mobile, p.status,
  c.short_name as "homeClinicName", p.created_at as "createdAt", coalesce(s.visit_count, 0) as "visitCount", s.last_visit_at as "lastVisitAt"`
const sideTables = (tx: TenantTx) => sql`patient p
  join clinic c on c.tenant_id = ${tx.tenantId} and c.id = p.home_clinic_id
  left join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id`

type Side = HandlerOutput<typeof contract.merge.preview>['keep']
/** Both sides of a preview: what the head of each column says, the row, and names instead of ids. */
export interface ComparedFile {
  side: Side
  row: FileRow
  names: FileNames
}

/** Files to compare, without a lock. */
export async function comparedFiles(
  tx: TenantTx,
  ids: readonly string[],
  { sees, clinicIds }: { sees: boolean; clinicIds: readonly string[] | null },
): Promise<Map<string, ComparedFile>> {
  type Row = Omit<Side, 'arrearsAmount' | 'consumeTotal'> & {
    arrears: string | null
    consume: string | null
    row: FileRow
    names: FileNames
  }
  const rows = await tx.rows<Row>(
    keptSql`select ${pairSide}, p.version, p.created_name as "createdName", to_jsonb(p) as row,
          ${allNames(tx)} as names,
          ${amountIf(sees, owedTo(tx, clinicIds, sql`p.id`))} as arrears,
          ${amountIf(sees, paidTo(tx, clinicIds, sql`p.id`))} as consume
        from ${sideTables(tx)}
        where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[])`,
  )
  return new Map(
    rows.map(({ row, names, arrears, consume, ...side }) => [
      side.id,
      {
        row,
        names,
        side: {
          ...side,
          mobile: side.mobile && maskPhone(side.mobile),
          arrearsAmount: fenIfAny(arrears),
          consumeTotal: fenIfAny(consume),
        },
      },
    ]),
  )
}

const table = (of: Pick<Following, 'table'>) => sql.table(of.table)
const column = (name: string) => sql.ref(`t.${name}`)

/** How many of each kind the files have: one statement over all modules' tables. */
export async function countFollowing(
  tx: TenantTx,
  keepId: string,
  removeId: string,
): Promise<{ kind: string; keep: number; remove: number }[]> {
  const named = followingRows(tx).filter((each) => each.name !== null)
  const parts = named.map(
    (
      each,
    ) => sql`select ${each.name}::text as kind, (count(*) filter (where ${column(each.column)} = ${keepId}))::int as keep,
        (count(*) filter (where ${column(each.column)} = ${removeId}))::int as remove
      from ${table(each)} t where t.tenant_id = ${tx.tenantId} and ${column(each.column)} in (${keepId}, ${removeId})`,
  )
  return tx.rows(sql`${sql.join(parts, sql` union all `)}`)
}

/** The rows of one kind that name a patient, by what tells them apart; locked when they are about to be changed. */
export async function keysOf(
  tx: TenantTx,
  of: Following,
  patientId: string,
  narrowed: RawBuilder<boolean> = sql<boolean>`true`,
  lock = false,
): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(
    sql`select ${column(of.key)}::text as key from ${table(of)} t
        where t.tenant_id = ${tx.tenantId} and ${column(of.column)} = ${patientId} and ${narrowed}
        order by ${column(of.key)} ${lock ? sql`for no key update` : sql``}`,
  )
  return rows.map((row) => row.key)
}

/** Rows that can't go over to a file: it has the same already, or they would be about itself. */
export async function rowsThatClash(
  tx: TenantTx,
  of: Following,
  from: string,
  to: string,
): Promise<{ key: string; former: Record<string, unknown> }[]> {
  const alike = of.once.map((name) => sql`k.${sql.ref(name)} = ${column(name)}`)
  const twice =
    alike.length === 0
      ? sql`false`
      : sql`exists (select 1 from ${table(of)} k where k.tenant_id = ${tx.tenantId} and k.${sql.ref(of.column)} = ${to} and ${sql.join(alike, sql` and `)})`
  const itself = of.other === null ? sql`false` : sql`${column(of.other)} = ${to}`
  return tx.rows(
    sql`select ${column(of.key)}::text as key, to_jsonb(t) as former from ${table(of)} t
        where t.tenant_id = ${tx.tenantId} and ${column(of.column)} = ${from} and (${twice} or coalesce(${itself}, false))
        order by ${column(of.key)}`,
  )
}

/** A merge as it is kept. */
export interface MergeRow {
  id: string
  version: number
  keepId: string
  removeId: string
  /** 1 in force, 2 undone */
  status: number
  createdAt: Date
  keepBefore: FileRow
  keepAfter: FileRow
  removeBefore: FileRow
}

/** One merge; `lock` holds it until the end of the transaction. NOT_FOUND when there is none in reach. */
export async function mergeById(context: ClinicContext, id: string, lock: boolean): Promise<MergeRow> {
  const { tx } = context
  return tx.need<MergeRow>(
    keptSql`select m.id, m.version, m.keep_id as "keepId", m.remove_id as "removeId", m.status, m.created_at as "createdAt",
          m.keep_before as "keepBefore", m.keep_after as "keepAfter", m.remove_before as "removeBefore"
        from patient_merge m
        where m.tenant_id = ${tx.tenantId} and m.id = ${id} and ${filesIn(context, sql`m.keep_id`)}
        ${lock ? sql`for no key update of m` : sql``}`,
  )
}

/** What a merge moved, by table and column, and what it took away. */
export async function movedRows(
  tx: TenantTx,
  mergeId: string,
): Promise<{ table: string; column: string; key: string; former: Record<string, unknown> | null }[]> {
  return tx.rows(
    keptSql`select table_name as table, column_name as column, row_key as key, former from patient_merge_row
        where tenant_id = ${tx.tenantId} and merge_id = ${mergeId}`,
  )
}

/** What undoing a merge would move back, and what would stay. */
export interface UndoPlan {
  back: { of: Following; keys: string[] }[]
  stays: { kind: string; number: string | null; createdAt: Date }[]
  staysTotal: number
}

const LISTED = 100

/**
 * What is still with the kept file goes back; so does what was added since to something that goes back. What is newer
 * than the merge and stands by itself stays.
 */
export async function undoPlan(tx: TenantTx, merge: MergeRow): Promise<UndoPlan> {
  const moved = (await movedRows(tx, merge.id)).filter((row) => row.former === null)
  const back = new Map<Following, Set<string>>()
  for (const of of followingRows(tx)) {
    const keys = moved.filter((row) => row.table === of.table && row.column === of.column).map((row) => row.key)
    const there =
      keys.length === 0
        ? []
        : await keysOf(tx, of, merge.keepId, sql<boolean>`${column(of.key)}::text = any(${keys}::text[])`)
    back.set(of, new Set(there))
  }
  for (let found = true; found;) {
    found = false
    for (const of of followingRows(tx)) {
      const mine = back.get(of) as Set<string>
      for (const [parent, by] of of.partOf) {
        const parents = [...back].flatMap(([each, keys]) => (each.table === parent ? [...keys] : []))
        if (parents.length === 0) continue
        const parts = await keysOf(tx, of, merge.keepId, sql<boolean>`${column(by)} = any(${parents}::uuid[])`)
        for (const key of parts) {
          if (mine.has(key)) continue
          mine.add(key)
          found = true
        }
      }
    }
  }
  const { stays, staysTotal } = await newerRows(tx, merge, back)
  return { back: [...back].map(([of, keys]) => ({ of, keys: [...keys] })), stays, staysTotal }
}

async function newerRows(tx: TenantTx, merge: MergeRow, back: ReadonlyMap<Following, ReadonlySet<string>>) {
  const parts = followingRows(tx)
    .filter((each) => each.name !== null)
    .map(
      (
        each,
      ) => sql`select ${each.name}::text as kind, ${each.number === null ? sql`null` : column(each.number)}::text as number,
          t.created_at as "createdAt"
        from ${table(each)} t
        where t.tenant_id = ${tx.tenantId} and ${column(each.column)} = ${merge.keepId} and t.created_at > ${merge.createdAt}
          and ${column(each.key)}::text <> all(${[...(back.get(each) ?? [])]}::text[])`,
    )
  const rows = await tx.rows<UndoPlan['stays'][number] & { total: number }>(
    sql`select x.kind, x.number, x."createdAt", (count(*) over ())::int as total
        from (${sql.join(parts, sql` union all `)}) x order by x."createdAt" desc limit ${LISTED}`,
  )
  return {
    stays: rows.map(({ kind, number, createdAt }) => ({ kind, number, createdAt })),
    staysTotal: rows[0]?.total ?? 0,
  }
}

/** How many rows of each kind a merge moved. */
export async function movedCounts(tx: TenantTx, mergeId: string): Promise<{ kind: string; count: number }[]> {
  const rows = await tx.rows<{ table: string; column: string; count: number }>(
    sql`select table_name as table, column_name as column, count(*)::int as count from patient_merge_row
        where tenant_id = ${tx.tenantId} and merge_id = ${mergeId} and former is null group by 1, 2`,
  )
  return followingRows(tx).flatMap(({ table, column, name }) => {
    const row = rows.find((each) => each.table === table && each.column === column)
    return name && row ? [{ kind: name, count: row.count }] : []
  })
}

type Merged = HandlerOutput<typeof contract.merge.history>['list'][number]
type HistoryRow = Omit<Merged, 'undoUntil'>

const historyColumns = sql`m.id, m.version, m.keep_id as "keepId", k.name as "keepName", k.medical_number as "keepNumber", m.remove_id as "removeId",
  m.remove_before ->> 'name' as "removeName", m.remove_before ->> 'medical_number' as "removeNumber", m.reason,
  m.created_name as "createdName", m.created_at as "createdAt", m.status, m.undone_name as "undoneName", m.undone_at as "undoneAt",
  m.undone_reason as "undoneReason"`
const historyTables = (tx: TenantTx) =>
  sql`patient_merge m join patient k on k.tenant_id = ${tx.tenantId} and k.id = m.keep_id`

/** One page of the merges, newest first. */
export async function mergeHistory(
  context: ClinicContext,
  paging: { pageNum: number; pageSize: number },
): Promise<{ list: HistoryRow[]; total: number }> {
  const { tx } = context
  const mine = filesIn(context, sql`m.keep_id`)
  const list = await tx.rows<HistoryRow>(
    sql`select ${historyColumns} from ${historyTables(tx)}
        where m.tenant_id = ${tx.tenantId} and ${mine}
        order by m.created_at desc, m.id desc limit ${paging.pageSize} offset ${(paging.pageNum - 1) * paging.pageSize}`,
  )
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from patient_merge m where m.tenant_id = ${tx.tenantId} and ${mine}`,
  )
  return { list, total }
}

/** One merge as the history shows it. */
export async function mergeInWords(tx: TenantTx, id: string): Promise<HistoryRow> {
  return tx.need<HistoryRow>(
    keptSql`select ${historyColumns} from ${historyTables(tx)} where m.tenant_id = ${tx.tenantId} and m.id = ${id}`,
  )
}

type DuplicateInput = ParsedInput<typeof contract.merge.duplicates>
type Pair = HandlerOutput<typeof contract.merge.duplicates>['list'][number]
type PairSide = Pair['a']

const LEVELS = { strong: 3, medium: 2, weak: 1 } as const

/**
 * Pairs of files that may be one person: groups of the same document, phone or name and birthday, read out of the index
 * made for each, never the files themselves. The greater id of a pair is the newer file.
 */
export function pairsQuery(tx: TenantTx): RawBuilder<unknown> {
  const group = (by: RawBuilder<unknown>, given: RawBuilder<unknown>, level: number, most: number | null = null) => sql`
    select array_agg(p.id) as ids, ${level}::int as level from patient p
    where p.tenant_id = ${tx.tenantId} and p.status in ${codes(fileStates, 'kept')} and ${given} is not null
    group by ${by} having count(*) > 1 ${most === null ? sql`` : sql`and count(*) <= ${most}`}`
  return sql`
    groups as (
      ${group(sql`p.id_no`, sql`p.id_no`, LEVELS.strong)}
      union all ${group(sql`p.name, p.birth_day`, sql`p.birth_day`, LEVELS.medium)}
      union all ${group(sql`p.mobile, p.name`, sql`p.mobile`, LEVELS.medium)}
      union all ${group(sql`p.mobile`, sql`p.mobile`, LEVELS.weak, SHARED_MOBILE_LIMIT)}),
    pairs as (
      select a.id as a_id, b.id as b_id, max(x.level) as level
      from groups x, unnest(x.ids) a(id), unnest(x.ids) b(id) where a.id < b.id
      group by a.id, b.id)`
}

/** One page of pairs of a level, the newest file first, with how many there are of each. */
export async function duplicatePairs(
  context: ClinicContext,
  input: DuplicateInput,
): Promise<{ list: Pair[]; total: number; counts: HandlerOutput<typeof contract.merge.duplicates>['counts'] }> {
  const { tx } = context
  const wanted = input.level === 'distinct' ? 0 : LEVELS[input.level]
  const { rows, counts } = await tx.need<{
    rows: { aId: string; bId: string; level: number; name: string | null; at: string | null }[]
    counts: Record<string, number>
  }>(
    sql`with ${pairsQuery(tx)},
        judged as materialized (
          select pairs.a_id, pairs.b_id, pairs.level, d.created_name as name, d.created_at as at
          from pairs left join patient_distinct d on d.tenant_id = ${tx.tenantId} and d.a_id = pairs.a_id and d.b_id = pairs.b_id
          where ${filesIn(context, sql`pairs.a_id`)} and ${filesIn(context, sql`pairs.b_id`)})
        select coalesce((select jsonb_object_agg(c.level, c.count) from (
            select case when at is null then level else 0 end as level, count(*) as count from judged group by 1) c), '{}') as counts,
          coalesce((select jsonb_agg(jsonb_build_object('aId', f.a_id, 'bId', f.b_id, 'level', f.level, 'name', f.name, 'at', f.at)) from (
            select * from judged where case when at is null then level else 0 end = ${wanted}
            order by b_id desc, a_id desc limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}) f), '[]') as rows`,
  )
  const files = await tx.rows<PairSide & { idType: number | null; idNo: string | null }>(
    keptSql`select ${pairSide}, p.id_type as "idType", p.id_no as "idNo" from ${sideTables(tx)}
        where p.tenant_id = ${tx.tenantId} and p.id = any(${rows.flatMap((row) => [row.aId, row.bId])}::uuid[])`,
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  const list = rows.flatMap((row): Pair[] => {
    const [a, b] = [byId.get(row.aId), byId.get(row.bId)]
    if (!a || !b) return []
    const level = row.level === 3 ? 'strong' : row.level === 2 ? 'medium' : 'weak'
    const reason = row.level === 3 ? '证件号相同' : (likeness(asPerson(a), asPerson(b))?.reason ?? '')
    const distinct = row.name !== null && row.at !== null ? { name: row.name, at: new Date(row.at) } : null
    return [{ a: shown(a), b: shown(b), level, reason, distinct }]
  })
  const count = (key: number) => counts[key] ?? 0
  return {
    list,
    total: count(wanted),
    counts: { strong: count(3), medium: count(2), weak: count(1), distinct: count(0) },
  }
}

type Found = PairSide & { idType: number | null; idNo: string | null }
const asPerson = ({ name, mobile, birthDay, idType, idNo }: Found) => ({
  name,
  mobile,
  birthDay: birthDay as LocalDate | null,
  idType,
  idNo,
})
const shown = ({ idType: _type, idNo: _no, ...side }: Found): PairSide => ({
  ...side,
  mobile: side.mobile && maskPhone(side.mobile),
})
