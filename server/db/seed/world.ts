import { addDays, documentNumber, formatDate, minutesOfDay, parseDate, today, type LocalDate } from '@dentin/kit'
import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database/builder.ts'
import type { Random } from './random.ts'

/** Who did something: a member of staff, or the system itself. */
export interface Person {
  id: string | null
  accountId: string | null
  name: string
}
export const system: Person = { id: null, accountId: null, name: '系统' }

export type Table = keyof DB & string
type Audited = { [T in Table]: DB[T] extends { version: unknown; tenant_id: unknown; id: unknown } ? T : never }[Table]
export type Cells = Record<string, unknown>
/** A row whose defaults are spelled out where its table needs them, still to be changed until it is written. */
export type Row<T extends Table> = Insertable<DB[T]> & { version?: number }
/** A row of an audited table with what its first audit row says. */
export interface Doc<T extends Audited> {
  table: T
  row: Row<T>
  first: Cells
  patientId: string | null
}

const briefTables: ReadonlySet<string> = new Set(['appointment', 'registration', 'treatment'])

/** What was made so far. */
class Made {
  readonly rows = new Map<Table, Cells[]>()
  readonly lastSteps = new Map<string, Cells>()
  readonly firsts = new WeakMap<object, Cells>()
  /** Of each clinic, prefix and day; one for each row of the table. */
  readonly counters = new Map<string, Row<'document_counter'>>()
  brief = false
}

/** Time, dice, and all rows of the demo while they are being made, with the audit rows that belong to them. */
export class World {
  readonly today: LocalDate
  readonly #made: Made
  readonly #nowMinute: number
  readonly #days = new Map<number, { date: LocalDate; start: number }>()

  constructor(
    readonly now: Date,
    readonly r: Random,
    made = new Made(),
  ) {
    this.#made = made
    this.today = today(now)
    this.#nowMinute = minutesOfDay(now)
  }

  /** The same rows and time, seen by somebody who throws other dice. */
  withDice(r: Random): World {
    return new World(this.now, r, this.#made)
  }

  /** Months ago, what became of a visit is kept as one row, as when files are taken over; its record and bill in full. */
  set brief(brief: boolean) {
    this.#made.brief = brief
  }

  /** Whether the clock has come so far. */
  isPast(day: number, minute: number): boolean {
    return day < 0 || (day === 0 && minute <= this.#nowMinute)
  }

  /** The calendar day so many days after today. */
  date(day: number): LocalDate {
    return this.#day(day).date
  }

  /** The instant so many minutes into a day counted from today. */
  at(day: number, minutes: number): Date {
    return new Date(this.#day(day).start + Math.round(minutes * 60) * 1000)
  }

  #day(day: number): { date: LocalDate; start: number } {
    let known = this.#days.get(day)
    if (!known) {
      const date = addDays(this.today, day)
      known = { date, start: parseDate(date).getTime() }
      this.#days.set(day, known)
    }
    return known
  }

  /** Adds a row of a table that keeps no versions. */
  put<T extends Table>(table: T, row: Insertable<DB[T]>): void {
    let list = this.#made.rows.get(table)
    if (!list) this.#made.rows.set(table, (list = []))
    list.push(row as Cells)
  }

  /** The rows of a table so far. */
  rows<T extends Table>(table: T): Row<T>[] {
    return (this.#made.rows.get(table) ?? []) as Row<T>[]
  }

  /** Adds a row of an audited table with its audit row. */
  create<T extends Audited>(
    table: T,
    row: Insertable<DB[T]>,
    by: Person,
    at: Date,
    patientId: string | null = null,
  ): Doc<T> {
    const full = row as Cells
    full.version = 1
    const { tenant_id: _tenant, version: _version, ...first } = full
    this.put(table, row)
    const doc = { table, row: row as Row<T>, first, patientId }
    this.#made.firsts.set(full, first)
    this.#audit(doc, 'create', null, first, by, at)
    return doc
  }

  /** Changes a row of an audited table: its version rises and an audit row is added. */
  change<T extends Audited>(
    doc: Doc<T>,
    patch: Partial<Insertable<DB[T]>>,
    by: Person,
    at: Date,
    note: { action?: string; reason?: string } = {},
  ): void {
    const row = doc.row as Cells
    if (this.#made.brief && briefTables.has(doc.table)) {
      Object.assign(row, patch, { updated_at: at })
      Object.assign(doc.first, patch)
      return
    }
    const before = Object.fromEntries(Object.keys(patch).map((key) => [key, row[key] ?? null]))
    Object.assign(row, patch, { updated_at: at, version: (row.version as number) + 1 })
    this.#audit(doc, note.action ?? 'update', before, { ...patch }, by, at, note.reason)
  }

  /** Fills in what was known from the start (a number), in the row and in its first audit row. */
  note(row: object, values: Cells): void {
    Object.assign(row, values)
    Object.assign(this.#made.firsts.get(row) ?? {}, values)
  }

  #audit(
    doc: { table: Audited; row: object; patientId: string | null },
    action: string,
    before: Cells | null,
    after: Cells,
    by: Person,
    at: Date,
    reason?: string,
  ): void {
    const row = doc.row as Cells
    this.put('audit', {
      tenant_id: row.tenant_id as string,
      id: this.r.uuid(at),
      created_at: at,
      clinic_id: (row.clinic_id ?? row.home_clinic_id ?? null) as string | null,
      account_id: by.accountId,
      employee_id: by.id,
      actor_name: by.name,
      action,
      entity: doc.table,
      entity_id: row.id as string,
      entity_version: row.version as number,
      patient_id: doc.patientId,
      before: before as never,
      after: after as never,
      reason: reason ?? null,
    })
  }

  /** One step of a state machine. */
  step(
    bizType: string,
    row: { tenant_id: string; clinic_id: string; id: string },
    from: number | null,
    to: number,
    by: Person,
    at: Date,
    reason?: string,
  ): void {
    if (this.#made.brief && briefTables.has(bizType)) {
      const known = this.#made.lastSteps.get(row.id)
      if (known) {
        Object.assign(known, {
          to_status: to,
          employee_id: by.id,
          actor_name: by.name,
          reason: reason ?? null,
          created_at: at,
        })
        return
      }
    }
    const log = {
      tenant_id: row.tenant_id,
      id: this.r.uuid(at),
      clinic_id: row.clinic_id,
      biz_type: bizType,
      biz_id: row.id,
      from_status: from,
      to_status: to,
      employee_id: by.id,
      actor_name: by.name,
      reason: reason ?? null,
      created_at: at,
    }
    if (this.#made.brief && briefTables.has(bizType)) this.#made.lastSteps.set(row.id, log)
    this.put('status_log', log)
  }

  /**
   * Numbers documents per clinic and day in the order of their time, and leaves the counter where the system goes on.
   * `group` keeps apart what is counted apart within a clinic (queue numbers by doctor).
   */
  number<T extends Table>(
    table: T,
    prefix: (row: Row<T>) => string,
    time: (row: Row<T>) => Date,
    write: (row: Row<T>, count: number, text: () => string) => void,
  ): void {
    const counters = new Map<
      string,
      { tenant_id: string; clinic_id: string; prefix: string; date: LocalDate; last_no: number }
    >()
    for (const row of [...this.rows(table)].sort((a, b) => time(a).getTime() - time(b).getTime())) {
      const { tenant_id, clinic_id } = row as unknown as { tenant_id: string; clinic_id: string }
      const date = formatDate(time(row))
      const key = `${clinic_id} ${prefix(row)} ${date}`
      let counter = counters.get(key)
      if (!counter) counters.set(key, (counter = { tenant_id, clinic_id, prefix: prefix(row), date, last_no: 0 }))
      const count = (counter.last_no += 1)
      write(row, count, () => documentNumber(prefix(row), date, count))
    }
    for (const counter of counters.values()) this.put('document_counter', counter)
  }

  /** The next count of a clinic's day that has gone: it goes on from what was given before. */
  countOn(of: { tenant_id: unknown; clinic_id: unknown }, prefix: string, date: LocalDate): number {
    const list = this.rows('document_counter')
    const { counters } = this.#made
    for (const row of list.slice(counters.size))
      counters.set(`${String(row.clinic_id)} ${row.prefix} ${String(row.date)}`, row)
    const counter = counters.get(`${String(of.clinic_id)} ${prefix} ${date}`)
    if (counter) return (counter.last_no = (counter.last_no as number) + 1)
    const { tenant_id, clinic_id } = of as { tenant_id: string; clinic_id: string }
    this.put('document_counter', { tenant_id, clinic_id, prefix, date, last_no: 1 })
    return 1
  }

  /** The same as a number on a paper. */
  numberOn(of: { tenant_id: unknown; clinic_id: unknown }, prefix: string, at: Date): string {
    const date = formatDate(at)
    return documentNumber(prefix, date, this.countOn(of, prefix, date))
  }

  /** Gives what was made since the last time, and forgets it. */
  take(): Map<Table, Cells[]> {
    const taken = new Map(this.#made.rows)
    this.#made.rows.clear()
    this.#made.counters.clear()
    return taken
  }
}
