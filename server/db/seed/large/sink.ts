import type pg from 'pg'
import type { DB } from '../../../src/platform/database/builder.ts'
import type { Person, World } from '../world.ts'
import { CopyText, type ColumnKinds } from '../copy.ts'
import type { Part } from '../set-aside.ts'

type Table = keyof DB & string
type Cells = Record<string, unknown>

/** So many rows are gathered before they are sent; two such heaps at most are in memory. */
const HEAP = 40_000

/** Takes rows as they are made and writes them while the next are being made. */
export class Sink {
  readonly #kinds: Map<string, ColumnKinds>
  #heap = new Map<string, CopyText>()
  #gathered = 0
  #month: Part | null = null
  #writing: Promise<void> = Promise.resolve()
  #failed: Error | null = null
  written = 0

  constructor(
    readonly client: pg.Client,
    readonly world: World,
    kinds: ReadonlyMap<string, ColumnKinds>,
    /** Tables that were emptied in this transaction, and the parts that the audit is divided into. */
    readonly anew: ReadonlySet<string> = new Set(),
    readonly months: readonly Part[] = [],
  ) {
    this.#kinds = new Map(kinds)
    // What an audit row says of its row is made together with the row, as COPY reads it.
    for (const table of ['audit', ...months.map(({ name }) => name)]) {
      const { json, plain } = kinds.get(table) as ColumnKinds
      this.#kinds.set(table, { json, plain: new Set([...plain, 'after']) })
    }
  }

  put(table: Table, row: Cells): void {
    this.#textOf(table, row).add(row)
  }

  #textOf(table: string, row: Cells): CopyText {
    this.#gathered += 1
    let text = this.#heap.get(table)
    if (!text) this.#heap.set(table, (text = new CopyText(table, Object.keys(row), this.#kinds.get(table))))
    return text
  }

  /** A row of an audited table as it stands now, with the one audit row that says how it came. */
  audited(table: Table, row: Cells, by: Person, at: Date, patientId: string | null): void {
    const after = this.#textOf(table, row).addAndSay(row, unsaid)
    const audit = {
      tenant_id: row.tenant_id,
      id: this.world.r.uuid(at),
      created_at: at,
      clinic_id: row.clinic_id ?? null,
      account_id: by.accountId,
      employee_id: by.id,
      actor_name: by.name,
      action: 'create',
      entity: table,
      entity_id: row.id,
      entity_version: 1,
      patient_id: patientId,
      before: null,
      after,
      reason: null,
    }
    this.#textOf(this.#monthOf(at), audit).add(audit)
  }

  /** The one step that is kept of what a row became. */
  step(
    bizType: string,
    row: { tenant_id: string; clinic_id: string; id: string },
    to: number,
    by: Person,
    id: string,
    at: Date,
    reason: string | null = null,
  ): void {
    this.put('status_log', {
      tenant_id: row.tenant_id,
      id,
      clinic_id: row.clinic_id,
      biz_type: bizType,
      biz_id: row.id,
      from_status: null,
      to_status: to,
      employee_id: by.id,
      actor_name: by.name,
      reason,
      created_at: at,
    })
  }

  /** The part of the audit in which a moment lies: rows that go there themselves are not looked over on their way. */
  #monthOf(at: Date): string {
    const time = at.getTime()
    if (!this.#month || time < this.#month.from || time >= this.#month.until)
      this.#month = this.months.find(({ from, until }) => time >= from && time < until) ?? null
    return this.#month?.name ?? 'audit'
  }

  /** Lets the socket have its turn; hands the heap over when it is large enough. */
  async breathe(): Promise<void> {
    if (this.#gathered >= HEAP) await this.#hand()
    await new Promise((resolve) => setImmediate(resolve))
    if (this.#failed) throw this.#failed
  }

  async #hand(): Promise<void> {
    await this.#writing
    const heap = [...this.#heap.values()]
    this.#heap = new Map()
    this.#gathered = 0
    this.#writing = this.#write(heap).catch((error: Error) => {
      this.#failed = error
    })
  }

  async #write(heap: readonly CopyText[]): Promise<void> {
    for (const text of heap) {
      await text.send(this.client, this.anew.has(text.table))
      this.written += text.rows
    }
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    await this.#hand()
    await this.#writing
    if (this.#failed) throw this.#failed
  }
}

/** What a first audit row leaves out beside what is empty. */
const unsaid = new Set(['tenant_id', 'version', 'created_at', 'updated_at', 'created_by', 'created_name'])
