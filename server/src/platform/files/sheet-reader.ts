import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'

const inflate = promisify(inflateRaw)

/** A cell as the sheet has it. */
export type SheetCell = string | number | boolean | Date | null

/** The rows of the first sheet and the places ('row,column') of formulas without a result, or why it can't be read. */
export type SheetContent = { rows: SheetCell[][]; formulas: ReadonlySet<string> } | { problem: string }

/** How much of a sheet is read. What lies beyond the rows and columns is left out. */
export interface SheetLimits {
  rows: number
  columns: number
  /** Unpacked, all parts of the file together. */
  bytes: number
}

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ENTRIES = 500

const TOO_MUCH = '文件内容过多，不能读取，请分成几个文件'
const UNREADABLE = '文件已损坏或不是 Excel 表格，请用 Excel 或 WPS 另存为 xlsx 后重新上传'
/** So many rows a sheet may have, empty ones too: some programs write those they coloured. */
const ROWS = 50_000

/** Are there more rows in a sheet's own text than would be read? */
function hasTooManyRows(sheet: Buffer): boolean {
  let count = 0
  for (let at = sheet.indexOf('<row'); at >= 0; at = sheet.indexOf('<row', at + 4)) if ((count += 1) > ROWS) return true
  return false
}

/**
 * Why a file can't be read: it is no zip, or unpacks into more than so many bytes, or has too many rows. Counted by unpacking
 * it: what a file says of itself may be a lie.
 */
async function packingProblem(file: Buffer, bytes: number): Promise<string | null> {
  const from = Math.max(0, file.length - 65_557)
  let end = file.length - 22
  while (end >= from && file.readUInt32LE(end) !== END) end -= 1
  if (end < from) return UNREADABLE
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > ENTRIES) return TOO_MUCH
  let left = bytes
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) return UNREADABLE
    const method = file.readUInt16LE(at + 10)
    const packed = file.readUInt32LE(at + 20)
    const local = file.readUInt32LE(at + 42)
    if (local + 30 > file.length || file.readUInt32LE(local) !== LOCAL) return UNREADABLE
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    if (start + packed > file.length) return UNREADABLE
    if (method !== 0 && method !== 8) return UNREADABLE
    const content = file.subarray(start, start + packed)
    try {
      const part = method === 0 ? content : await inflate(content, { maxOutputLength: Math.max(left, 1) })
      left -= part.length
      if (hasTooManyRows(part)) return '表格的行数过多，请分成几个文件'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_MUCH : UNREADABLE
    }
    if (left < 0) return TOO_MUCH
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return null
}

/** The name of a column as a sheet has it: 1 is A, 27 is AA. */
function letters(column: number): string {
  return column <= 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))
}

/**
 * Reads the first sheet of an xlsx file that came from outside. Days come as the instant of midnight UTC, as a sheet knows no
 * time zone.
 */
export async function readSheet(path: string, limits: SheetLimits): Promise<SheetContent> {
  const file = await readFile(path)
  const problem = await packingProblem(file, limits.bytes)
  if (problem) return { problem }
  try {
    const range = `A1:${letters(limits.columns)}${limits.rows}`
    const { sheets } = await readXlsx(file, { sheets: [0], range, maxRows: limits.rows })
    const [sheet] = sheets
    if (!sheet) return { problem: '文件里没有工作表' }
    const empty = [...(sheet.cells ?? [])].filter(([, cell]) => cell.type === 'formula' && cell.formulaResult == null)
    const formulas = new Set(empty.map(([place]) => place))
    return { rows: sheet.rows as SheetCell[][], formulas }
  } catch {
    return { problem: UNREADABLE }
  }
}
