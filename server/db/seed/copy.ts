import { once } from 'node:events'
import type pg from 'pg'

/** What of a connection a COPY needs; the driver has it, its types do not say so. */
interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(message: string): void
  endCopyFrom(): void
  stream: NodeJS.WritableStream & { writableNeedDrain: boolean }
}

/** How much is handed to the socket at once. */
const PIECE = 256 * 1024

/** One COPY … FROM STDIN, as the driver's queue takes it. */
class CopyIn {
  #failed: Error | null = null

  constructor(
    readonly text: string,
    readonly body: Buffer,
    readonly settled: (error: Error | null) => void,
  ) {}

  submit(connection: CopyConnection): void {
    connection.query(this.text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for (let at = 0; at < this.body.length; at += PIECE) {
        // The database has refused a row: what is left would only be thrown away.
        if (this.#failed) return
        connection.sendCopyFromChunk(this.body.subarray(at, at + PIECE))
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      connection.sendCopyFail((error as Error).message)
    }
  }

  handleError(error: Error): void {
    this.#failed = error
    this.settled(error)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (!this.#failed) this.settled(null)
  }
}

/**
 * Rows of one table as COPY reads them: columns parted by tabs, arrays as the database writes them, objects as JSON. Each
 * row becomes bytes at once, so that millions of them leave nothing for the garbage collector to carry about.
 */
export class CopyText {
  #bytes = Buffer.allocUnsafe(PIECE)
  #used = 0
  rows = 0

  constructor(
    readonly table: string,
    /** All rows have the columns of the first. */
    readonly columns: readonly string[],
    /** Columns of JSON, where a list is no array of the database. */
    readonly json: ReadonlySet<string> = new Set(),
  ) {}

  add(row: Record<string, unknown>): void {
    const { columns } = this
    let line = ''
    for (let n = 0; n < columns.length; n += 1) {
      if (n > 0) line += '\t'
      const column = columns[n] as string
      const value = row[column]
      line += Array.isArray(value) && this.json.has(column) ? escaped(JSON.stringify(value)) : cellText(column, value)
    }
    line += '\n'
    if (this.#used + line.length * 3 > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2)
      this.#bytes.copy(larger, 0, 0, this.#used)
      this.#bytes = larger
    }
    this.#used += this.#bytes.write(line, this.#used)
    this.rows += 1
  }

  /**
   * Sends the rows into the table.
   * @param anew it was emptied in this transaction: the rows are written as those that everybody sees, for good
   */
  send(client: pg.Client, anew = false): Promise<void> {
    const columns = this.columns.map((column) => `"${column}"`).join(', ')
    const text = `copy public."${this.table}" (${columns}) from stdin${anew ? ' with (freeze)' : ''}`
    return new Promise((resolve, reject) => {
      const copy = new CopyIn(text, this.#bytes.subarray(0, this.#used), (error) => (error ? reject(error) : resolve()))
      client.query(copy as unknown as pg.Submittable)
    })
  }
}

function cellText(column: string, value: unknown): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Date) return momentText(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return escaped(arrayText(value))
  if (value === undefined) throw new Error(`${column} missing in a row`)
  return escaped(JSON.stringify(value))
}

const DAY = 86_400_000
const dayTexts = new Map<number, string>()
const minuteTexts = Array.from(
  { length: 1440 },
  (_, minute) => `T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00Z`,
)

/** A moment as text. Millions are written, nearly all of them whole minutes: those are put together out of two tables. */
export function momentText(at: Date): string {
  const time = at.getTime()
  const day = Math.floor(time / DAY)
  const minute = (time - day * DAY) / 60_000
  const clock = minuteTexts[minute]
  if (clock === undefined) return at.toISOString()
  let text = dayTexts.get(day)
  if (text === undefined) dayTexts.set(day, (text = at.toISOString().slice(0, 10)))
  return text + clock
}

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] as string) : text
const arrayText = (list: readonly unknown[]): string =>
  `{${list.map((each) => `"${String(each).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
