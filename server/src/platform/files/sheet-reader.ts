import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '../errors.ts'

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

const WORKER = fileURLToPath(new URL('./sheet-worker.mjs', import.meta.url))
/** What the reading process may have: memory of its own, and time. */
const HEAP_MB = 256
const DEADLINE_MS = 5_000
/** So many files are read at once by one server; the next waits. */
const AT_ONCE = 2

const TOO_HARD = '文件内容过多或结构异常，不能读取，请用 Excel 或 WPS 另存为 xlsx，或分成几个文件后重新上传'

/** Companies whose file is being read by this process. */
const reading = new Set<string>()
const waiting: (() => void)[] = []
let running = 0

async function turn(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running += 1
}

function pass(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/**
 * Reads the first sheet of an xlsx file that came from outside, in a process with little memory and a deadline, so that no
 * file can harm the server. Days come as the instant of midnight UTC, as a sheet knows no time zone.
 * @param company whose file it is: one at a time each
 * @throws AppError SHEET_BEING_READ while another file of the same company is read
 */
export async function readSheet(company: string, path: string, limits: SheetLimits): Promise<SheetContent> {
  if (reading.has(company)) throw new AppError('SHEET_BEING_READ')
  reading.add(company)
  try {
    await turn()
    try {
      return await readApart(path, limits)
    } finally {
      pass()
    }
  } finally {
    reading.delete(company)
  }
}

function readApart(path: string, limits: SheetLimits): Promise<SheetContent> {
  return new Promise((resolve, reject) => {
    const child = fork(WORKER, [JSON.stringify({ path, limits })], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=16'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Nothing of the server's settings and keys is handed to a process that reads what a stranger wrote.
      env: {},
    })
    let content: SheetContent = { problem: TOO_HARD }
    const late = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
    child.once('message', (message) => {
      content = message as SheetContent
    })
    child.once('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    child.once('close', () => {
      clearTimeout(late)
      resolve(content)
    })
  })
}
