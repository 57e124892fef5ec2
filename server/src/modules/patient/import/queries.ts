import { fileStates } from '@dentin/contract/core/status'
import { IMPORT_DAYS, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, named, perhaps, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { Reach } from '../../staff/index.ts'
import { opens } from '../access.ts'
import type { CellProblem } from './columns.ts'
import type { CheckedRow, Doubt } from './check.ts'

type State = HandlerOutput<typeof contract.patient.importDetail>
/** 1 checked, 2 being written, 3 done, 4 broken off, 5 put aside, 6 being checked, 7 check broken off */
export const IMPORT = { checked: 1, writing: 2, done: 3, broken: 4, aside: 5, checking: 6, unchecked: 7 } as const
/** What becomes of a row that may have a file already. */
export const CHOICE = { skip: 1, create: 2 } as const

const ofState = [
  columns(
    'patient_import',
    'i',
    'id',
    'file_name',
    'status',
    'ignored',
    'looked',
    'good',
    'bad',
    'doubtful',
    'creating',
    'skipping',
    'written',
    'problem',
    'employee_name',
    'created_at',
    'finished_at',
  ),
  named('patient_import', 'i', { total: 'row_count' }),
  perhaps(named('patient_group', 'g', { groupId: 'id', groupName: 'name' })),
  { toWrite: sql<number>`i.good + i.creating` },
] as const
const states = (tx: TenantTx) =>
  select(...ofState, {
    rowsKept: sql<boolean>`exists (select 1 from patient_import_row r where ${tx.own('r')} and r.import_id = i.id)`,
  })
const stateTables = (tx: TenantTx) => sql`patient_import i
  left join patient_group g on ${tx.own('g')} and g.id = i.group_id`

/** One import of the clinic. */
export async function importState(tx: TenantTx, id: string): Promise<State> {
  return tx.need(states(tx).keptFrom`${stateTables(tx)} where ${tx.own('i')} and i.id = ${id}`)
}

const importIds = select(columns('patient_import', 'i', 'id'))

/** The import, held until the end of the transaction. */
export async function lockImport(tx: TenantTx, id: string): Promise<State> {
  await tx.need(importIds.keptFrom`patient_import i where ${tx.own('i')} and i.id = ${id} for no key update`)
  return importState(tx, id)
}

/** Holds the work on an import: whoever does the same waits. The import itself stays free, so that progress can be told. */
export async function lockWork(tx: TenantTx, id: string): Promise<void> {
  await tx.row(
    select(columns('patient_import_row', 'r', 'row_no'))
      .from`patient_import_row r where ${tx.own('r')} and r.import_id = ${id}
        order by r.row_no limit 1 for no key update`,
  )
}

/** The clinic's last imports, new ones first. */
export async function latestImports(tx: TenantTx, clinicId: string): Promise<State[]> {
  return tx.rows(
    states(tx).from`${stateTables(tx)}
        where ${tx.own('i')} and i.clinic_id = ${clinicId} and i.status <> ${IMPORT.aside}
        order by i.created_at desc, i.id desc limit 10`,
  )
}

const ofRow = [
  columns('patient_import_row', 'r', 'row_no', 'kind'),
  {
    cells: sql<Record<string, string>>`r.cells`,
    problems: sql<CellProblem[]>`r.problems`,
    doubts: sql<Doubt[]>`r.doubts`,
  },
] as const
const rowList = select(...ofRow)
const chosenRows = select(...ofRow, {
  choice: sql<keyof typeof CHOICE | null>`
            case r.choice when ${CHOICE.skip} then 'skip' when ${CHOICE.create} then 'create' end`,
})
/** A row as it is kept. */
export type KeptRow = RowIn<typeof rowList>
const kinds = { all: [1, 2, 3], good: [1], bad: [2], doubtful: [3], undecided: [3] } as const

const fileId = select(columns('patient', 'p', 'id'))

/** A page of an import's rows. Files beyond the person's reach are named, not offered. */
export async function importRows(
  tx: TenantTx,
  { id, kind, pageNum, pageSize }: ParsedInput<typeof contract.patient.importRows>,
  reach: Reach,
): Promise<HandlerOutput<typeof contract.patient.importRows>> {
  const state = await importState(tx, id)
  const rows = await tx.rows(
    chosenRows.from`patient_import_row r
        where ${tx.own('r')} and r.import_id = ${id} and r.kind = any(${kinds[kind]}::int[])
          and (${kind !== 'undecided'} or r.choice is null)
        order by r.row_no limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
  )
  const patientIds = [...new Set(rows.flatMap(({ doubts }) => doubts.flatMap(({ patientId }) => patientId ?? [])))]
  const open = new Set(
    (
      await tx.rows(
        fileId.keptFrom`patient p where ${tx.own('p')} and p.id = any(${patientIds}::uuid[]) and p.status in ${codes(fileStates, 'kept')}
            and ${opens(reach)}`,
      )
    ).map((file) => file.id),
  )
  const list = rows.map((row) => ({
    ...row,
    doubts: row.doubts.map(({ level, reason, patientId }) => ({
      level,
      reason,
      patientId: patientId && open.has(patientId) ? patientId : null,
    })),
  }))
  const { total, good, bad, doubtful, creating, skipping } = state
  const totals = { all: total, good, bad, doubtful, undecided: doubtful - creating - skipping }
  return { list, total: state.rowsKept ? totals[kind] : 0, pageNum, pageSize }
}

/** The rows that a run writes: good ones, and those that may have a file and are opened all the same. */
export async function rowsToWrite(tx: TenantTx, importId: string): Promise<KeptRow[]> {
  return tx.rows(
    rowList.keptFrom`patient_import_row r
        where ${tx.own('r')} and r.import_id = ${importId} and (r.kind = 1 or r.choice = ${CHOICE.create}) order by r.row_no`,
  )
}

/** All rows of some kinds, in the order of the sheet. */
export async function keptRows(tx: TenantTx, importId: string, wanted: readonly number[]): Promise<KeptRow[]> {
  return tx.rows(
    rowList.keptFrom`patient_import_row r
        where ${tx.own('r')} and r.import_id = ${importId} and r.kind = any(${wanted}::int[]) order by r.row_no`,
  )
}

type RowToKeep = Omit<CheckedRow, 'kind' | 'ready'> & { kind: number }

/**
 * Keeps rows as they were found, instead of what was kept of them before. A choice stays where there is nothing new to
 * choose by.
 */
export async function keepRows(tx: TenantTx, importId: string, rows: readonly RowToKeep[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) {
    const portion = rows.slice(at, at + 1000).map(({ rowNo, kind, cells, problems, doubts }) => ({
      row_no: rowNo,
      kind,
      cells,
      problems,
      doubts,
    }))
    await tx.rows(
      keptSql`insert into patient_import_row (tenant_id, import_id, row_no, kind, cells, problems, doubts)
          select ${tx.tenantId}::uuid, ${importId}::uuid, x.row_no, x.kind, x.cells, x.problems, x.doubts
          from jsonb_to_recordset(${JSON.stringify(portion)}::jsonb) as x(row_no int, kind int, cells jsonb, problems jsonb, doubts jsonb)
          on conflict (tenant_id, import_id, row_no) do update
            set kind = excluded.kind, problems = excluded.problems, doubts = excluded.doubts,
              choice = case when excluded.kind = 3 and excluded.doubts = patient_import_row.doubts then patient_import_row.choice end
          returning row_no`,
    )
  }
}

/** Decides rows that may have a file already: these, or all. @returns how many of them there are */
export async function chooseRows(
  tx: TenantTx,
  importId: string,
  choice: keyof typeof CHOICE,
  rows: readonly number[] | null,
): Promise<number> {
  const chosen = await tx.rows(
    keptSql`update patient_import_row r set choice = ${CHOICE[choice]}
        where ${tx.own('r')} and r.import_id = ${importId} and r.kind = 3
          and (${rows === null} or r.row_no = any(${rows ?? []}::int[])) returning r.row_no`,
  )
  return chosen.length
}

/** Counts the rows of an import anew, as they are kept. */
export async function countRows(tx: TenantTx, importId: string): Promise<void> {
  await tx.need(
    keptSql`update patient_import i set good = x.good, bad = x.bad, doubtful = x.doubtful, creating = x.creating, skipping = x.skipping
        from (select (count(*) filter (where r.kind = 1))::int as good, (count(*) filter (where r.kind = 2))::int as bad,
            (count(*) filter (where r.kind = 3))::int as doubtful, (count(*) filter (where r.choice = ${CHOICE.create}))::int as creating,
            (count(*) filter (where r.choice = ${CHOICE.skip}))::int as skipping
          from patient_import_row r where ${tx.own('r')} and r.import_id = ${importId}) x
        where ${tx.own('i')} and i.id = ${importId} returning i.id`,
  )
}

/** Takes the rows away: they are somebody's data and have served. */
export async function dropRows(tx: TenantTx, importId: string): Promise<void> {
  await tx.rows(
    keptSql`delete from patient_import_row where tenant_id = ${tx.tenantId} and import_id = ${importId} returning row_no`,
  )
}

/** Imports whose rows have been kept long enough. */
export async function staleImports(tx: TenantTx): Promise<string[]> {
  const before = new Date(tx.now.getTime() - IMPORT_DAYS * 86_400_000)
  const rows = await tx.rows(
    importIds.from`patient_import i
        where ${tx.own('i')} and i.created_at < ${before} and i.status not in (${IMPORT.writing}, ${IMPORT.checking})
          and exists (select 1 from patient_import_row r where ${tx.own('r')} and r.import_id = i.id)
        order by i.created_at limit 200`,
  )
  return rows.map(({ id }) => id)
}
