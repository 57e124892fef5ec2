import { IMPORT_ROWS, problemInWords } from '@dentin/contract'
import { formatDateTime } from '@dentin/kit'
import { Readable } from 'node:stream'
import { writeXlsx } from 'hucre/xlsx'
import { AppError } from '../../../platform/errors.ts'
import { sheetFile, XLSX, type SheetColumn } from '../../../platform/files/sheet.ts'
import type { ClinicContext, FileAnswer } from '../../../platform/http/context.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { surroundings } from './check.ts'
import { importColumns, isAsked, type ImportColumn } from './columns.ts'
import { importState, keptRows, type KeptRow } from './queries.ts'

/** Beyond so many choices a list in a sheet is no help. */
const CHOICES = 300

/** The sheet to be filled in: heads with a star where something has to stand, an example, choices, and what each column means. */
export async function importTemplate(context: ClinicContext): Promise<FileAnswer> {
  const { tx, clinicId } = context
  const { patientRequired } = await clinicSettings(tx, clinicId)
  const { sources, staff } = await surroundings(tx, clinicId)
  const choicesOf = (column: ImportColumn): string[] =>
    (column.kind === 'source'
      ? sources.map(({ path }) => path)
      : column.kind === 'staff'
        ? staff.map(({ name }) => name)
        : Object.values(column.words)
    ).slice(0, CHOICES)
  const chosen = importColumns.filter((column) => choicesOf(column).length > 0)
  const longest = Math.max(...chosen.map((column) => choicesOf(column).length))
  const head = importColumns.map((column) => `${column.title}${isAsked(column, patientRequired) ? ' *' : ''}`)
  const example = importColumns.map((column) =>
    column.field === 'name'
      ? `示例：${column.example}`
      : column.kind === 'source'
        ? (sources[0]?.path ?? '')
        : column.example,
  )
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '患者',
        rows: [head, example],
        columns: importColumns.map(({ width }) => ({ width, numFmt: '@' })),
        freezePane: { rows: 1, columns: 1 },
        dataValidations: chosen.map((column) => {
          const at = letters(importColumns.indexOf(column))
          const from = letters(chosen.indexOf(column))
          return {
            type: 'list' as const,
            formula1: `选项!$${from}$2:$${from}$${choicesOf(column).length + 1}`,
            allowBlank: true,
            showErrorMessage: true,
            errorTitle: column.title,
            errorMessage: '请从列表中选择',
            range: `${at}2:${at}${IMPORT_ROWS + 2}`,
          }
        }),
      },
      {
        name: '填写说明',
        rows: [
          ['列', '必填', '说明'],
          ...importColumns.map((column) => [column.title, isAsked(column, patientRequired) ? '是' : '', column.note]),
          [],
          ['', '', `一行一位患者，一次最多 ${IMPORT_ROWS} 行。“示例”那一行不会导入，可以删除。`],
          ['', '', '先检查后写入：有一行有误就一位也不写，改好后重新上传。不认识的列会跳过。'],
        ],
        columns: [{ width: 18 }, { width: 8 }, { width: 70 }],
      },
      {
        name: '选项',
        rows: [
          chosen.map(({ title }) => title),
          ...Array.from({ length: longest }, (_, n) => chosen.map((column) => choicesOf(column)[n] ?? null)),
        ],
        hidden: true,
      },
    ],
  })
  return { name: '患者导入模板.xlsx', type: XLSX, stream: Readable.from([bytes], { objectMode: false }) }
}

/** The letter of a column, counted from nought: 0 is A, 26 is AA. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** The rows that are not clean, as they stood, with what is wrong: mended, the file can be uploaded as it is. */
export async function importErrors(context: ClinicContext, id: string): Promise<FileAnswer> {
  const { tx } = context
  await importState(tx, id)
  const rows = await keptRows(tx, id, [2, 3])
  if (rows.length === 0) throw new AppError('PATIENT_IMPORT_NOTHING', { message: '没有有误或疑似重复的行' })
  await tx.note('export', 'patient_import', id, { after: { rows: rows.length } })
  const columns: SheetColumn<KeptRow>[] = [
    { title: '原因', width: 48, kind: 'text', value: reasonsOf },
    ...importColumns.map(({ title, width }) => ({
      title,
      width,
      kind: 'text' as const,
      value: ({ cells }: KeptRow) => cells[title] ?? null,
    })),
  ]
  async function* each() {
    yield* rows
  }
  const stamp = formatDateTime(tx.now).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
  return sheetFile(`导入有误的行-${stamp}`, '患者', columns, each())
}

const reasonsOf = ({ rowNo, problems, doubts }: KeptRow): string =>
  `第 ${rowNo} 行：${[...problems.map(problemInWords), ...doubts.map(({ reason }) => `疑似重复，${reason}`)].join('；')}`
