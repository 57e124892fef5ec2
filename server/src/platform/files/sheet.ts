import { Readable } from 'node:stream'
import { formatDate, formatDateTime } from '@dentin/kit'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { FileAnswer } from './made.ts'

/** The media type of an xlsx file. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** How Excel shows a kind of cell; text as text, so that a long number keeps its digits. */
const formats = { text: '@', number: '0', money: '#,##0.00', day: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm' } as const

/** One column of a sheet: its head, its width in characters, its kind of cell, and what a row has there. */
export interface SheetColumn<Row> {
  title: string
  width: number
  kind: keyof typeof formats
  /** Text and numbers as they are, money as the text of an amount, days and moments as an instant. */
  value: (row: Row) => string | number | Date | null
}

/** A sheet knows no time zone: an instant goes in as the clock in Shanghai shows it. */
const wallClock = (at: Date) => new Date(`${formatDateTime(at).replace(' ', 'T')}Z`)
const wallDay = (at: Date) => new Date(`${formatDate(at)}T00:00:00Z`)

function cellOf<Row>({ kind, value }: SheetColumn<Row>, row: Row): string | number | Date | null {
  const found = value(row)
  if (found === null || found === '') return null
  if (found instanceof Date) return kind === 'day' ? wallDay(found) : wallClock(found)
  return kind === 'money' ? Number(found) : found
}

/**
 * An xlsx file of one sheet, written as it is read: rows are asked for as the reader takes the bytes, and none are kept.
 * Text goes in as text, whatever sign it begins with; nothing becomes a formula.
 */
export function sheetFile<Row>(
  name: string,
  sheet: string,
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): FileAnswer {
  let written = 0
  async function* cells() {
    for await (const row of rows) {
      yield columns.map((column) => cellOf(column, row))
      written += 1
    }
  }
  // Begins when the first byte is asked for, which is after the call's transaction has ended.
  async function* bytes() {
    yield* writeXlsxStream(cells(), {
      name: sheet,
      freezePane: { rows: 1 },
      columns: columns.map(({ title, width, kind }) => ({ header: title, width, numFmt: formats[kind] })),
    })
  }
  return {
    name: `${name}.xlsx`,
    type: XLSX,
    stream: Readable.from(bytes(), { objectMode: false }),
    written: () => written,
  }
}

/** One of several sheets, with its rows as cells. */
export interface SheetPart {
  name: string
  columns: readonly { title: string; width: number; numFmt: string }[]
  cells: (string | number | Date | null)[][]
}

/** A sheet of a book. Its rows are kept until the file is made: for few. */
export const sheetPart = <Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): SheetPart => ({
  name,
  columns: columns.map(({ title, width, kind }) => ({ title, width, numFmt: formats[kind] })),
  cells: rows.map((row) => columns.map((column) => cellOf(column, row))),
})

/** An xlsx file of several small sheets, made when its first byte is asked for. */
export function bookFile(name: string, parts: readonly SheetPart[]): FileAnswer {
  async function* bytes() {
    yield await writeXlsx({
      sheets: parts.map((part) => ({
        name: part.name,
        rows: [part.columns.map(({ title }) => title), ...part.cells],
        columns: part.columns.map(({ width, numFmt }) => ({ width, numFmt })),
        freezePane: { rows: 1 },
      })),
    })
  }
  return { name: `${name}.xlsx`, type: XLSX, stream: Readable.from(bytes(), { objectMode: false }) }
}
