import { once } from 'node:events'
import type pg from 'pg'

/** What of a connection a COPY needs; the driver has it, its types do not say so. */
interface CopyConnection {
  query(text: string): void
  sendCopyFail(message: string): void
  endCopyFrom(): void
  stream: NodeJS.WritableStream & { writableNeedDrain: boolean }
}

/** How much is handed to the socket at once. */
const PIECE = 256 * 1024
/** Each piece begins as a CopyData message of the protocol does: its letter, and how long it is with these four bytes. */
const HEAD = 5
const COPY_DATA = 0x64

/** Bytes of rows, the head of their message before them. */
interface Piece {
  bytes: Buffer
  used: number
}

/**
 * Pieces that were sent. They are written again: new ones for every heap would be memory outside the collector's own, for
 * which it looks through everything that lives, and with a million rows of a chain that is most of the time.
 */
const sparePieces: Buffer[] = []
const newPiece = (least: number): Piece => ({
  bytes: least > PIECE ? Buffer.allocUnsafeSlow(least) : (sparePieces.pop() ?? Buffer.allocUnsafeSlow(PIECE)),
  used: HEAD,
})

/** One COPY … FROM STDIN, as the driver's queue takes it. */
class CopyIn {
  #failed: Error | null = null

  constructor(
    readonly text: string,
    readonly pieces: readonly Piece[],
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
      for (const { bytes, used } of this.pieces) {
        // The database has refused a row: what is left would only be thrown away.
        if (this.#failed) return
        bytes[0] = COPY_DATA
        bytes.writeInt32BE(used - 1, 1)
        connection.stream.write(bytes.subarray(0, used))
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
    if (this.#failed) return
    // The database has read every byte.
    for (const { bytes } of this.pieces) if (bytes.length === PIECE) sparePieces.push(bytes)
    this.settled(null)
  }
}

/** What the cells of some columns of a table are; of the others the cell itself says it. */
export interface ColumnKinds {
  /** Columns of JSON, where a list is no array of the database. */
  json: ReadonlySet<string>
  /** Columns whose text holds nothing that COPY reads as something else: ids, numbers, days, moments. */
  plain: ReadonlySet<string>
}
const UNKNOWN: ColumnKinds = { json: new Set(), plain: new Set() }

/** A cell of JSON whose text is made already: a record's content goes into its row, its version and its audit row. */
export class JsonCell {
  /** As COPY reads it. */
  readonly copied: string
  constructor(text: string) {
    this.copied = escaped(text)
  }
}

/** The kinds of the columns of every table. */
export async function columnKinds(client: pg.Client): Promise<ReadonlyMap<string, ColumnKinds>> {
  const { rows } = await client.query<{ table: string; json: string[]; plain: string[] }>(
    `select c.relname as table,
       coalesce(array_agg(a.attname::text) filter (where t.typname in ('json', 'jsonb')), '{}') as json,
       coalesce(array_agg(a.attname::text) filter (where t.typname in ('uuid', 'numeric', 'int4', 'int8', 'bool', 'date', 'timestamptz')), '{}') as plain
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`,
  )
  return new Map(rows.map(({ table, json, plain }) => [table, { json: new Set(json), plain: new Set(plain) }]))
}

/** So many characters are gathered before they become bytes: one call for some rows costs less than one for each. */
const LINES = 16 * 1024

/**
 * Rows of one table as COPY reads them: columns parted by tabs, arrays as the database writes them, objects as JSON. Rows
 * become bytes soon, so that millions of them leave nothing for the garbage collector to carry about.
 */
export class CopyText {
  readonly #isPlain: readonly boolean[]
  readonly #isJson: readonly boolean[]
  readonly #pieces: Piece[] = []
  #lines = ''
  /** Names of columns as JSON says them; null of those that it leaves out. */
  #keys: readonly (string | null)[] | null = null
  rows = 0

  constructor(
    readonly table: string,
    /** All rows have the columns of the first. */
    readonly columns: readonly string[],
    readonly kinds = UNKNOWN,
  ) {
    this.#isPlain = columns.map((column) => kinds.plain.has(column))
    this.#isJson = columns.map((column) => kinds.json.has(column))
  }

  add(row: Record<string, unknown>): void {
    const { columns } = this
    let line = this.#lines
    for (let n = 0; n < columns.length; n += 1) {
      if (n > 0) line += '\t'
      line += this.#cellText(n, row[columns[n] as string])
    }
    this.#end(line)
  }

  /**
   * Adds a row and says it again as JSON, as COPY reads it: every cell that holds something, but for some columns.
   * @param unsaid the columns that are left out; the same at every call
   */
  addAndSay(row: Record<string, unknown>, unsaid: ReadonlySet<string>): string {
    const { columns } = this
    this.#keys ??= columns.map((column) => (unsaid.has(column) ? null : `${escaped(JSON.stringify(column))}:`))
    let line = this.#lines
    let said = ''
    for (let n = 0; n < columns.length; n += 1) {
      if (n > 0) line += '\t'
      const value = row[columns[n] as string]
      const text = this.#cellText(n, value)
      line += text
      const key = this.#keys[n]
      if (!key || value === null || value === '' || value === false) continue
      if (said !== '') said += ','
      if (value instanceof Date || (this.#isPlain[n] && typeof value === 'string')) said += `${key}"${text}"`
      else if (this.#isJson[n] && typeof value === 'object') said += key + text
      else said += key + escaped(JSON.stringify(value))
    }
    this.#end(line)
    return `{${said}}`
  }

  #end(line: string): void {
    this.#lines = `${line}\n`
    this.rows += 1
    if (this.#lines.length > LINES) this.#encode()
  }

  #cellText(n: number, value: unknown): string {
    if (value === null) return '\\N'
    if (typeof value === 'string') return this.#isPlain[n] ? value : escaped(value)
    if (value instanceof Date) return momentText(value)
    if (value instanceof JsonCell) return value.copied
    if (typeof value === 'number') return String(value)
    if (typeof value === 'boolean') return value ? 't' : 'f'
    if (value === undefined) throw new Error(`${this.columns[n]} missing in a row`)
    if (Array.isArray(value) && !this.#isJson[n]) return escaped(arrayText(value))
    return escaped(JSON.stringify(value))
  }

  #encode(): void {
    const lines = this.#lines
    const most = lines.length * 3
    let piece = this.#pieces.at(-1)
    if (!piece || piece.used + most > piece.bytes.length) this.#pieces.push((piece = newPiece(HEAD + most)))
    piece.used += piece.bytes.write(lines, piece.used)
    this.#lines = ''
  }

  /**
   * Sends the rows into the table.
   * @param anew it was emptied in this transaction: the rows are written as those that everybody sees, for good
   */
  send(client: pg.Client, anew = false): Promise<void> {
    this.#encode()
    const columns = this.columns.map((column) => `"${column}"`).join(', ')
    const text = `copy public."${this.table}" (${columns}) from stdin${anew ? ' with (freeze)' : ''}`
    return new Promise((resolve, reject) => {
      const copy = new CopyIn(text, this.#pieces, (error) => (error ? reject(error) : resolve()))
      client.query(copy as unknown as pg.Submittable)
    })
  }
}

const DAY = 86_400_000
const dayTexts = new Map<number, string>()
const minuteTexts = Array.from(
  { length: 1440 },
  (_, minute) => `T${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00Z`,
)

/** A moment as text. Millions are written, nearly all of them whole minutes: those are put together out of two tables. */
function momentText(at: Date): string {
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
