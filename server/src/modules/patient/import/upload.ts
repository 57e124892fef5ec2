import { IMPORT_ROWS, type contract, type HandlerOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { AppError } from '../../../platform/errors.ts'
import { readSheet, type SheetCell, type SheetContent } from '../../../platform/files/sheet-reader.ts'
import type { ClinicContext, UploadedFile } from '../../../platform/http/context.ts'
import type { RawRow } from './check.ts'
import { beginCheck } from './check-job.ts'
import { columnNamed, importColumns, readTitle, textOfCell, type CellProblem, type ImportColumn } from './columns.ts'
import { importState, IMPORT, keepRows } from './queries.ts'

/** The head stands within the first rows. */
const HEAD_WITHIN = 5
const LIMITS = { rows: IMPORT_ROWS + 200, columns: 80, bytes: 60 * 1024 * 1024 }
/** Written by us beside the rows that are to be mended, and no column of a patient. */
const REASONS = '原因'
const EXAMPLE = /^示例[：:]/

const refuse = (message: string) => new AppError('PATIENT_IMPORT_FILE', { message })

/** What the rows of a sheet say, by the heads of its columns. */
function rowsOfSheet(content: SheetContent): { rows: RawRow[]; ignored: string[] } {
  if ('problem' in content) throw refuse(content.problem)
  const { rows: sheet, formulas } = content
  const head = sheet
    .slice(0, HEAD_WITHIN)
    .findIndex((row) => row.some((cell) => columnNamed(readTitle(cell))?.title === '姓名'))
  if (head < 0) throw refuse('没有找到列名。第一行应是列名，其中有“姓名”；请下载模板填写')
  const columns = new Map<number, ImportColumn>()
  const ignored: string[] = []
  for (const [index, cell] of (sheet[head] ?? []).entries()) {
    const title = readTitle(cell)
    const column = columnNamed(title)
    if (!column) {
      if (title && title !== REASONS) ignored.push(title.slice(0, 30))
      continue
    }
    if ([...columns.values()].includes(column)) throw refuse(`“${title}”有两列，请删除一列`)
    columns.set(index, column)
  }
  const there = new Set([...columns.values()].map(({ title }) => title))
  const missing = importColumns.filter(({ required, title }) => required && !there.has(title)).map(({ title }) => title)
  if (missing.length > 0) throw refuse(`缺少列：${missing.join('、')}。请下载模板填写`)
  const rows: RawRow[] = []
  for (let at = head + 1; at < sheet.length; at += 1) {
    const row = readCells(sheet[at] ?? [], columns, (index) => formulas.has(`${at},${index}`))
    const said = Object.values(row.cells).some((text) => text !== '') || row.problems.length > 0
    if (said && !EXAMPLE.test(row.cells['姓名'] ?? '')) rows.push({ rowNo: at + 1, ...row })
  }
  if (rows.length === 0) throw refuse('文件里没有患者。请从列名的下一行开始，一行一位')
  if (rows.length > IMPORT_ROWS) throw new AppError('PATIENT_IMPORT_ROWS')
  return { rows, ignored }
}

const MAX_TEXT = 1000

function readCells(
  row: readonly SheetCell[],
  columns: ReadonlyMap<number, ImportColumn>,
  isEmptyFormula: (index: number) => boolean,
): Omit<RawRow, 'rowNo'> {
  const cells: Record<string, string> = {}
  const problems: CellProblem[] = []
  for (const [index, { title, kind }] of columns) {
    const { text, problem } = textOfCell(row[index] ?? null, kind)
    if (text !== '') cells[title] = text.slice(0, MAX_TEXT)
    if (problem) problems.push({ column: title, message: problem, ofSheet: true })
    if (isEmptyFormula(index)) problems.push({ column: title, message: '是没有结果的公式，请改成文字', ofSheet: true })
  }
  return { cells, problems }
}

/** Reads a file and keeps its rows; they are looked at in a job, and not one patient is written. */
export async function uploadImport(
  context: ClinicContext,
  file: UploadedFile,
): Promise<HandlerOutput<typeof contract.patient.importUpload>> {
  const { tx, clinicId } = context
  const { rows, ignored } = rowsOfSheet(await readSheet(tx.tenantId, file.path, LIMITS))
  const id = uuidv7()
  await tx.rows(
    sql`insert into patient_import (tenant_id, id, clinic_id, file_name, status, ignored, row_count, good, bad, doubtful, employee_id,
          employee_name, created_at)
        values (${tx.tenantId}, ${id}, ${clinicId}, ${file.name}, ${IMPORT.checking}, ${ignored}::text[], ${rows.length}, 0, 0, 0,
          ${context.employeeId}, ${context.actorName}, ${tx.now}) returning id`,
  )
  await keepRows(
    tx,
    id,
    rows.map((row) => ({ ...row, kind: 0, doubts: [] })),
  )
  await tx.note('import-check', 'patient_import', id, { after: { fileName: file.name, rows: rows.length } })
  await beginCheck(context, id)
  return importState(tx, id)
}
