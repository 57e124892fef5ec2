// Reads one xlsx file that came from outside, in a process of its own: whatever the file does to the parser, the server
// goes on. Plain JavaScript, because the bundled server starts it as a file. Called with the task as JSON; answers with
// one message to its parent.
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { readXlsx } from 'hucre/xlsx'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const ENTRIES = 500
const TOO_MUCH = '文件内容过多，不能读取，请分成几个文件'
const UNREADABLE = '文件已损坏或不是 Excel 表格，请用 Excel 或 WPS 另存为 xlsx 后重新上传'

/** What a part may hold of each, counted in its text before anything is parsed: a parser makes an object of every one. */
const COUNTED = [
  { text: '<row', most: 50_000, problem: '表格的行数过多，请分成几个文件' },
  { text: '<c ', most: 1_000_000, problem: TOO_MUCH },
  { text: '<c>', most: 1_000_000, problem: TOO_MUCH },
  { text: '<si', most: 300_000, problem: TOO_MUCH },
  { text: '<f', most: 200_000, problem: TOO_MUCH },
  { text: '<xf', most: 70_000, problem: TOO_MUCH },
  { text: '<mergeCell ', most: 20_000, problem: TOO_MUCH },
  { text: '&', most: 500_000, problem: TOO_MUCH },
  { text: '<col ', most: 20_000, problem: TOO_MUCH },
  { text: '<sheet ', most: 1_000, problem: TOO_MUCH },
  { text: '<numFmt ', most: 10_000, problem: TOO_MUCH },
  { text: '<definedName ', most: 20_000, problem: TOO_MUCH },
  { text: '<', most: 2_500_000, problem: TOO_MUCH },
  // No spreadsheet program writes a document type; entities of one can multiply without end.
  { text: '<!DOCTYPE', most: 0, problem: UNREADABLE },
]

/**
 * @param {Buffer} part
 * @returns {string | null}
 */
function countProblem(part) {
  for (const { text, most, problem } of COUNTED) {
    let count = 0
    for (let at = part.indexOf(text); at >= 0; at = part.indexOf(text, at + text.length))
      if ((count += 1) > most) return problem
  }
  return null
}

/**
 * Why a file can't be read: it is no zip, or unpacks into more than so many bytes, or holds too much. Counted by unpacking
 * it: what a file says of itself may be a lie.
 * @param {Buffer} file
 * @param {number} bytes
 * @returns {string | null}
 */
function packingProblem(file, bytes) {
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
      const part = method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(left, 1) })
      left -= part.length
      if (left < 0) return TOO_MUCH
      const problem = countProblem(part)
      if (problem) return problem
    } catch (error) {
      return /** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_BUFFER_TOO_LARGE' ? TOO_MUCH : UNREADABLE
    }
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return null
}

/**
 * The name of a column as a sheet has it: 1 is A, 27 is AA.
 * @param {number} column
 * @returns {string}
 */
function letters(column) {
  return column <= 0 ? '' : letters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))
}

/** @param {{ path: string, limits: import('./sheet-reader.ts').SheetLimits }} task */
async function read({ path, limits }) {
  const file = readFileSync(path)
  const problem = packingProblem(file, limits.bytes)
  if (problem) return { problem }
  try {
    const range = `A1:${letters(limits.columns)}${limits.rows}`
    const { sheets } = await readXlsx(file, { sheets: [0], range, maxRows: limits.rows })
    const [sheet] = sheets
    if (!sheet) return { problem: '文件里没有工作表' }
    const empty = [...(sheet.cells ?? [])].filter(([, cell]) => cell.type === 'formula' && cell.formulaResult == null)
    return { rows: sheet.rows, formulas: new Set(empty.map(([place]) => place)) }
  } catch {
    return { problem: UNREADABLE }
  }
}

const answer = await read(JSON.parse(process.argv[2] ?? '{}'))
process.send?.(answer, () => process.disconnect())
