import { IMPORT_DAYS, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { CellProblem } from './columns.ts'
import type { CheckedRow, Doubt } from './check.ts'

type State = HandlerOutput<typeof contract.patient.importDetail>
/** 1 checked, 2 being written, 3 done, 4 broken off, 5 put aside */
export const IMPORT = { checked: 1, writing: 2, done: 3, broken: 4, aside: 5 } as const

const stateColumns = (
  tx: TenantTx,
) => sql`i.id, i.file_name as "fileName", i.status, i.ignored, i.row_count as total, i.good, i.bad, i.doubtful,
  i.good + case when i.with_doubtful then i.doubtful else 0 end as "toWrite", i.written, i.problem,
  g.id as "groupId", g.name as "groupName", i.employee_name as "employeeName", i.created_at as "createdAt", i.finished_at as "finishedAt",
  exists (select 1 from patient_import_row r where r.tenant_id = ${tx.tenantId} and r.import_id = i.id) as "rowsKept"`
const stateTables = (tx: TenantTx) => sql`patient_import i
  left join patient_group g on g.tenant_id = ${tx.tenantId} and g.id = i.group_id`

/** One import of the clinic. */
export async function importState(tx: TenantTx, id: string): Promise<State> {
  return tx.need<State>(
    sql`select ${stateColumns(tx)} from ${stateTables(tx)} where i.tenant_id = ${tx.tenantId} and i.id = ${id}`,
  )
}

/** The clinic's last imports, new ones first. */
export async function latestImports(tx: TenantTx, clinicId: string): Promise<State[]> {
  return tx.rows<State>(
    sql`select ${stateColumns(tx)} from ${stateTables(tx)}
        where i.tenant_id = ${tx.tenantId} and i.clinic_id = ${clinicId} and i.status <> ${IMPORT.aside}
        order by i.created_at desc, i.id desc limit 10`,
  )
}

/** A row as it is kept. */
export interface KeptRow {
  rowNo: number
  kind: number
  cells: Record<string, string>
  problems: CellProblem[]
  doubts: Doubt[]
}
const rowColumns = sql`r.row_no as "rowNo", r.kind, r.cells, r.problems, r.doubts`
const kinds = { all: [1, 2, 3], good: [1], bad: [2], doubtful: [3] } as const

/** A page of an import's rows. */
export async function importRows(
  tx: TenantTx,
  { id, kind, pageNum, pageSize }: ParsedInput<typeof contract.patient.importRows>,
): Promise<HandlerOutput<typeof contract.patient.importRows>> {
  const state = await importState(tx, id)
  const list = await tx.rows<KeptRow>(
    sql`select ${rowColumns} from patient_import_row r
        where r.tenant_id = ${tx.tenantId} and r.import_id = ${id} and r.kind = any(${kinds[kind]}::int[])
        order by r.row_no limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
  )
  const totals = { all: state.total, good: state.good, bad: state.bad, doubtful: state.doubtful }
  return { list, total: state.rowsKept ? totals[kind] : 0, pageNum, pageSize }
}

/** All rows of some kinds, in the order of the sheet. */
export async function keptRows(tx: TenantTx, importId: string, wanted: readonly number[]): Promise<KeptRow[]> {
  return tx.rows<KeptRow>(
    sql`select ${rowColumns} from patient_import_row r
        where r.tenant_id = ${tx.tenantId} and r.import_id = ${importId} and r.kind = any(${wanted}::int[]) order by r.row_no`,
  )
}

/** Keeps rows as they were found, instead of what was kept of them before. */
export async function keepRows(tx: TenantTx, importId: string, rows: readonly CheckedRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1000) {
    const portion = rows.slice(at, at + 1000).map(({ rowNo, kind, cells, problems, doubts }) => ({
      row_no: rowNo,
      kind,
      cells,
      problems,
      doubts,
    }))
    await tx.rows(
      sql`insert into patient_import_row (tenant_id, import_id, row_no, kind, cells, problems, doubts)
          select ${tx.tenantId}::uuid, ${importId}::uuid, x.row_no, x.kind, x.cells, x.problems, x.doubts
          from jsonb_to_recordset(${JSON.stringify(portion)}::jsonb) as x(row_no int, kind int, cells jsonb, problems jsonb, doubts jsonb)
          on conflict (tenant_id, import_id, row_no) do update
            set kind = excluded.kind, problems = excluded.problems, doubts = excluded.doubts returning row_no`,
    )
  }
}

/** Takes the rows away: they are somebody's data and have served. */
export async function dropRows(tx: TenantTx, importId: string): Promise<void> {
  await tx.rows(
    sql`delete from patient_import_row where tenant_id = ${tx.tenantId} and import_id = ${importId} returning row_no`,
  )
}

/** Imports whose rows have been kept long enough. */
export async function staleImports(tx: TenantTx): Promise<string[]> {
  const before = new Date(tx.now.getTime() - IMPORT_DAYS * 86_400_000)
  const rows = await tx.rows<{ id: string }>(
    sql`select i.id from patient_import i
        where i.tenant_id = ${tx.tenantId} and i.created_at < ${before} and i.status <> ${IMPORT.writing}
          and exists (select 1 from patient_import_row r where r.tenant_id = ${tx.tenantId} and r.import_id = i.id)
        order by i.created_at limit 200`,
  )
  return rows.map(({ id }) => id)
}
