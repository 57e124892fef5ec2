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

/** Rows as COPY reads them: columns parted by tabs, arrays as the database writes them, objects as JSON. */
function textOf(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const lines: string[] = []
  for (const row of rows) {
    let line = ''
    for (let n = 0; n < columns.length; n += 1) {
      const column = columns[n] as string
      const value = row[column]
      if (n > 0) line += '\t'
      if (value === null) line += '\\N'
      else if (typeof value === 'string') line += escaped(value)
      else if (typeof value === 'number') line += value
      else if (value instanceof Date) line += value.toISOString()
      else if (typeof value === 'boolean') line += value ? 't' : 'f'
      else if (Array.isArray(value)) line += escaped(arrayText(value))
      else if (value === undefined) throw new Error(`${column} missing in a row`)
      else line += escaped(JSON.stringify(value))
    }
    lines.push(line)
  }
  lines.push('')
  return lines.join('\n')
}

const special = /[\\\t\n\r]/
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] as string) : text
const arrayText = (list: readonly unknown[]): string =>
  `{${list.map((each) => `"${String(each).replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

/** Writes rows of one table, all with the columns of the first. */
export function copyRows(client: pg.Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] as object)
  const text = `copy public."${table}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`
  const body = Buffer.from(textOf(rows, columns))
  return new Promise((resolve, reject) => {
    const copy = new CopyIn(text, body, (error) => (error ? reject(error) : resolve()))
    client.query(copy as unknown as pg.Submittable)
  })
}
