import { IMPORT_ROWS, type contract, type HandlerOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
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

const NO_HEAD = '没有找到列名。第一行应是列名，其中有“姓名”；请下载模板填写'

interface Sheet {
  rows: readonly (readonly SheetCell[])[]
  formulas: ReadonlySet<string>
  /** Where the names of the columns stand. */
  head: number
}

/** A sheet with its head: the first row with a name of a patient in it or, unnamed, the first that says anything. */
function sheetOf(content: SheetContent): Sheet {
  if ('problem' in content) throw refuse(content.problem)
  const { rows, formulas } = content
  const first = rows.slice(0, HEAD_WITHIN)
  const named = first.findIndex((row) => row.some((cell) => columnNamed(readTitle(cell))?.title === '姓名'))
  // A title over the table is one cell; a head is several.
  const said = first.findIndex((row) => row.filter((cell) => readTitle(cell) !== '').length > 1)
  const head = named < 0 ? said : named
  if (head < 0) throw refuse(NO_HEAD)
  return { rows, formulas, head }
}

/** Which column of a patient each column of the sheet is, as its head says. */
const guessed = ({ rows, head }: Sheet): (ImportColumn | undefined)[] => {
  const taken = new Set<ImportColumn>()
  return (rows[head] ?? []).map((cell) => {
    const column = columnNamed(readTitle(cell))
    if (!column || taken.has(column)) return undefined
    taken.add(column)
    return column
  })
}

/** Which column of a patient each column of the sheet is, as a person has said. */
const saidBy = (readAs: readonly (string | null)[]): (ImportColumn | undefined)[] =>
  readAs.map((title) => {
    const column = importColumns.find((each) => each.title === title)
    if (title !== null && !column) throw refuse(`没有“${title.slice(0, 30)}”这一项`)
    return column
  })

/** What the rows of a sheet say, by the heads of a patient's columns. */
function rowsOfSheet(sheet: Sheet, readAs: readonly (string | null)[] | null): { rows: RawRow[]; ignored: string[] } {
  const { head, rows: all, formulas } = sheet
  const titles = (all[head] ?? []).map(readTitle)
  if (readAs && readAs.length !== titles.length) throw refuse('表格的列与选定的不一致，请重新选择文件')
  if (!readAs && !titles.some((title) => columnNamed(title)?.title === '姓名')) throw refuse(NO_HEAD)
  const chosen = readAs ? saidBy(readAs) : titles.map(columnNamed)
  const columns = new Map<number, ImportColumn>()
  const ignored: string[] = []
  for (const [index, column] of chosen.entries()) {
    const title = titles[index] ?? ''
    if (!column) {
      if (title && title !== REASONS) ignored.push(title.slice(0, 30))
      continue
    }
    if ([...columns.values()].includes(column)) throw refuse(`“${column.title}”有两列，请只留一列`)
    columns.set(index, column)
  }
  const there = new Set([...columns.values()].map(({ title }) => title))
  const missing = importColumns.filter(({ required, title }) => required && !there.has(title)).map(({ title }) => title)
  if (missing.length > 0) throw refuse(`缺少列：${missing.join('、')}。请下载模板填写`)
  const rows: RawRow[] = []
  for (let at = head + 1; at < all.length; at += 1) {
    const row = readCells(all[at] ?? [], columns, (index) => formulas.has(`${at},${index}`))
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

/** How many cells of a column are shown, and how much of each. */
const SAMPLES = 3
const SAMPLE_TEXT = 24

/** The columns of a sheet, what is in them, and what each is taken for. */
export async function headsOfImport(
  { tx }: ClinicContext,
  file: UploadedFile,
): Promise<HandlerOutput<typeof contract.patient.importHeads>> {
  const sheet = sheetOf(await readSheet(tx.tenantId, file.path, LIMITS))
  const below = sheet.rows
    .slice(sheet.head + 1)
    .filter(
      (row) => row.some((cell) => readTitle(cell) !== '') && !row.some((cell) => EXAMPLE.test(String(cell ?? ''))),
    )
  if (below.length > IMPORT_ROWS) throw new AppError('PATIENT_IMPORT_ROWS')
  const guess = guessed(sheet)
  return {
    columns: (sheet.rows[sheet.head] ?? []).map((cell, index) => ({
      title: readTitle(cell).slice(0, 30),
      samples: firstCells(below, index, guess[index]?.kind ?? 'text'),
      readAs: guess[index]?.title ?? null,
    })),
    fields: importColumns.map(({ title, required }) => ({ title, isRequired: required === true })),
    total: below.length,
  }
}

function firstCells(rows: readonly (readonly SheetCell[])[], index: number, kind: ImportColumn['kind']): string[] {
  const found: string[] = []
  for (const row of rows) {
    const { text } = textOfCell(row[index] ?? null, kind)
    if (text !== '' && !found.includes(text)) found.push(text.slice(0, SAMPLE_TEXT))
    if (found.length === SAMPLES) break
  }
  return found
}

/** Reads a file and keeps its rows; they are looked at in a job, and not one patient is written. */
export async function uploadImport(
  context: ClinicContext,
  file: UploadedFile,
  readAs: readonly (string | null)[] | null,
): Promise<HandlerOutput<typeof contract.patient.importUpload>> {
  const { tx, clinicId } = context
  const { rows, ignored } = rowsOfSheet(sheetOf(await readSheet(tx.tenantId, file.path, LIMITS)), readAs)
  const id = uuidv7()
  await tx.rows(
    keptSql`insert into patient_import (tenant_id, id, clinic_id, file_name, status, ignored, row_count, good, bad, doubtful, employee_id,
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
