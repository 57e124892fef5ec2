import type { Topic } from '@dentin/contract/core/topics'
import type { LocalDate } from '@dentin/kit'
import { documentNumber, uuidv7 } from '@dentin/kit'
import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { AppError } from '../errors.ts'
import type { ModuleParts, Parts, Tally, Wiring } from '../wiring.ts'
import { db, type DB, type Query } from './builder.ts'
import { statementLog, type Connection } from './connection.ts'
import type { Actor, ClinicId, TenantId } from './ids.ts'
import { keptText } from './plans.ts'
import { translateDatabaseError } from './problems.ts'

/** Tables whose every change leaves an audit row: those that carry a version. */
export type AuditedTable = {
  [T in keyof DB]: DB[T] extends { version: unknown; tenant_id: unknown; id: unknown } ? T : never
}[keyof DB] &
  string

/** Those of them that are put in order by hand. */
export type SortedTable = {
  [T in AuditedTable]: DB[T] extends { sort_no: unknown; enabled: unknown } ? T : never
}[AuditedTable]

/** What an audit row says beside the change itself. */
export interface AuditNote {
  /** create, update and delete by default. */
  action?: string
  patientId?: string | null
  reason?: string
  /** What is noted of columns in place of their whole values: of a long text that is saved again and again what changed in it. */
  instead?: { before: Readonly<Record<string, unknown>>; after: Readonly<Record<string, unknown>> }
}

/** The parts of a statement that keep what is kept beside a table. `gone`, `come`: the rows before and after, as FROM and WHERE. */
function kept(keep: Tally | undefined, { gone, come }: { gone?: string; come?: string }, patch?: object): string {
  if (!keep || (patch && !(keep.of in patch))) return ''
  const { of, tally, count, beside, key } = keep
  const rows = [
    ...(gone ? [`select ${of}, -1 as n from ${gone}`] : []),
    ...(come ? [`select ${of}, 1 as n from ${come}`] : []),
  ]
  const counted = `, counted as (insert into ${tally} as t (tenant_id, ${of}, ${count})
      select $1::uuid, x.${of}, sum(x.n)::int from (${rows.join(' union all ')}) x group by x.${of} having sum(x.n) <> 0 order by x.${of}
      on conflict (tenant_id, ${of}) do update set ${count} = t.${count} + excluded.${count} returning t.${of})`
  if (!gone || !come) return counted
  return `${counted}, noted as (update ${beside} b set ${of} = changed.${of} from changed
      where b.tenant_id = $1 and b.${key} = changed.id and b.${of} <> changed.${of} returning b.${key})`
}

/** What is to stand in the audit, for another transaction to write. */
export type HeldNote = Parameters<TenantTx['note']>

/** One moment by both clocks (see `Clock`). */
export interface Moment {
  now: Date
  realNow: Date
}

/**
 * One transaction. The only thing that runs SQL. Made by the gate (`Database`), which has set tenant and clinic before
 * anybody sees it.
 */
export class PlatformTx implements Parts {
  constructor(
    protected readonly connection: Connection,
    protected readonly wiring: Wiring,
    /** The moments at which the transaction began, by the clinic's time and by the world's. */
    readonly moment: Moment,
    readonly actor: Actor,
  ) {}

  get now(): Date {
    return this.moment.now
  }

  /** The world's time (see `Clock`). */
  get realNow(): Date {
    return this.moment.realNow
  }

  /** What the modules say to one of them (see `ModuleParts`). */
  parts<K extends keyof ModuleParts>(name: K): readonly NonNullable<ModuleParts[K]>[] {
    return this.wiring.parts(name)
  }

  /** The refusal that an error of the database stands for; any other error as it is. */
  refusalOf(error: unknown): unknown {
    return translateDatabaseError(error, this.wiring.refusals)
  }

  /** Runs a query and gives all rows. */
  async rows<Row>(query: Query<Row>): Promise<Row[]> {
    const compiled = query.compile(db)
    statementLog.sink?.(compiled.sql, compiled.parameters)
    const look = statementLog.asked?.()
    const found = (await this.connection.run(compiled.sql, compiled.parameters)) as Row[]
    const rows = query.read ? found.map(query.read) : found
    look?.(rows)
    return rows
  }

  /** The first row, or undefined. */
  async row<Row>(query: Query<Row>): Promise<Row | undefined> {
    return (await this.rows(query))[0]
  }

  /** The first row; NOT_FOUND when there is none. */
  async need<Row>(query: Query<Row>): Promise<Row> {
    const row = await this.row(query)
    if (!row) throw new AppError('NOT_FOUND')
    return row
  }

  /** Sends a write whose answer nobody needs, together with what comes next. If it fails, so does the transaction. */
  send(query: Query<unknown>): void {
    const { sql: text, parameters } = query.compile(db)
    statementLog.sink?.(text, parameters)
    this.connection.send(text, parameters)
  }

  /** How many rows a statement takes out that gives one back for each. */
  async removed(query: Query<unknown>): Promise<number> {
    return (await this.rows(query)).length
  }

  /** Lends the transaction to the job queue, which writes into its own tables with it (`Jobs.enqueue`). */
  lend(): { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> } {
    return { executeSql: (text, values) => this.connection.foreign(text, values) }
  }

  /**
   * Steps into a tenant from a call that has none yet (sign-in, clinic list). `clinic`: one clinic, or 'all'. `actor`: as
   * whom, once that is known.
   */
  async enter(tenantId: string, clinic: string, actor: Actor = this.actor): Promise<TenantTx> {
    await this.connection.run(keptText('select app.set_scope($1, $2)'), [tenantId, clinic])
    return new TenantTx(
      this.connection,
      this.wiring,
      this.moment,
      actor,
      tenantId as TenantId,
      (clinic === 'all' ? null : clinic) as ClinicId | null,
    )
  }

  /** Runs a part that may fail without losing the rest. */
  attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.connection.attempt(work)
  }
}

/** A transaction inside one tenant, with the data gate: changes to audited tables go through insert, update and remove. */
export class TenantTx extends PlatformTx {
  #topics = new Map<string, { clinicId: string; topic: Topic; refId: string | null }>()
  #held: HeldNote[] | null = null

  constructor(
    connection: Connection,
    wiring: Wiring,
    moment: Moment,
    actor: Actor,
    readonly tenantId: TenantId,
    /** null when the scope is the whole tenant */
    readonly clinicId: ClinicId | null,
  ) {
    super(connection, wiring, moment, actor)
  }

  /**
   * Reads what the clinics of a chain have of a patient between them, in a call that is of one clinic. Nothing else runs in
   * the transaction meanwhile: it would see as much.
   */
  async acrossClinics<T>(read: () => Promise<T>): Promise<T> {
    const { clinicId } = this
    if (clinicId === null) return read()
    const see = (clinic: string) =>
      this.connection.run(keptText('select app.set_scope($1, $2)'), [this.tenantId, clinic])
    await see('all')
    const found = await read()
    await see(clinicId)
    return found
  }

  /** The condition by which tables belong to the tenant, each by its alias: in WHERE, or in ON of an outer join. */
  own(...aliases: readonly [string, ...string[]]): RawBuilder<boolean> {
    return sql.join(
      aliases.map((alias) => sql`${sql.raw(alias)}.tenant_id = ${this.tenantId}`),
      sql` and `,
    )
  }

  #auditColumns = `tenant_id, id, created_at, clinic_id, session_id, account_id, employee_id, actor_name, action, entity,
    entity_id, entity_version, patient_id, before, after, reason, request_id, ip`

  /** @param each what differs from row to row, as SQL; without it one row is changed */
  #auditValues(
    values: unknown[],
    table: string,
    note: AuditNote & { action: string },
    after: unknown,
    each?: { id: string; patientId?: string; after?: string },
  ): string {
    const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`
    const fixed = [
      `$1::uuid`,
      each?.id ?? bind(uuidv7(), 'uuid'),
      bind(this.realNow, 'timestamptz'),
      bind(this.clinicId, 'uuid'),
      bind(this.actor.sessionId, 'uuid'),
      bind(this.actor.accountId, 'uuid'),
      bind(this.actor.employeeId, 'uuid'),
      bind(this.actor.name, 'text'),
      bind(note.action, 'text'),
      bind(table, 'text'),
      `changed.id`,
      `changed.version`,
      each?.patientId ?? bind(note.patientId ?? null, 'uuid'),
      '%BEFORE%',
      each?.after ?? bind(after === null ? null : JSON.stringify(after), 'jsonb'),
      bind(note.reason ?? null, 'text'),
      bind(this.actor.requestId, 'text'),
      bind(this.actor.ip, 'text'),
    ]
    return fixed.join(', ')
  }

  /** The gate's own statements find their rows by key: their plans are kept. */
  async #run<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    const text = keptText(sql)
    statementLog.sink?.(text, values, true)
    return (await this.connection.run(text, values)) as Row[]
  }

  #send(sql: string, values: unknown[]): void {
    const text = keptText(sql)
    statementLog.sink?.(text, values, true)
    this.connection.send(text, values)
  }

  /** Inserts one row of an audited table with its audit row in one statement. */
  async insert<T extends AuditedTable>(
    table: T,
    row: Omit<Insertable<DB[T]>, 'tenant_id' | 'version'>,
    note: AuditNote = {},
  ): Promise<Selectable<DB[T]>> {
    const entries = Object.entries(row).filter(([, value]) => value !== undefined)
    const values: unknown[] = [this.tenantId]
    const columns = entries.map(([column, value]) => ({ column, at: values.push(asParameter(value)) }))
    const audit = this.#auditValues(values, table, { action: 'create', ...note }, Object.fromEntries(entries)).replace(
      '%BEFORE%',
      'null::jsonb',
    )
    const sql = `with changed as (insert into "${table}" (tenant_id, ${columns.map((c) => `"${c.column}"`).join(', ')})
      values ($1, ${columns.map((c) => `$${c.at}`).join(', ')}) returning *),
      logged as (insert into audit (${this.#auditColumns}) select ${audit} from changed returning id)${kept(this.wiring.tallies[table], { come: 'changed' })}
      select * from changed`
    return (await this.#run<Selectable<DB[T]>>(sql, values))[0] as Selectable<DB[T]>
  }

  /**
   * Inserts rows of an audited table, all with the same columns, with their audit rows in one statement; what the unique
   * constraint says is there already is passed over. For what is planned by the system, perhaps more than once.
   * @param note.patientColumn the column that says whom an audit row concerns
   * @returns the rows that are new
   */
  async insertNew<T extends AuditedTable>(
    table: T,
    rows: readonly (Omit<Insertable<DB[T]>, 'tenant_id' | 'version'> & { id: string })[],
    constraint: string,
    note: { action?: string; patientColumn?: string } = {},
  ): Promise<Selectable<DB[T]>[]> {
    if (rows.length === 0) return []
    const columns = Object.keys(rows[0] as object)
    const values: unknown[] = [this.tenantId, JSON.stringify(rows)]
    const ids = values.push(JSON.stringify(rows.map((row) => ({ id: row.id, audit_id: uuidv7(), after: row }))))
    const audit = this.#auditValues(values, table, { action: note.action ?? 'create' }, null, {
      id: 'n.audit_id',
      patientId: note.patientColumn ? `changed."${note.patientColumn}"` : 'null::uuid',
      after: 'n.after',
    }).replace('%BEFORE%', 'null::jsonb')
    const list = columns.map((column) => `"${column}"`).join(', ')
    const sql = `with changed as (insert into "${table}" (tenant_id, ${list})
      select $1::uuid, ${list} from jsonb_populate_recordset(null::"${table}", $2::jsonb) x
      on conflict on constraint "${constraint}" do nothing returning *),
      logged as (insert into audit (${this.#auditColumns}) select ${audit}
        from changed join jsonb_to_recordset($${ids}::jsonb) as n(id uuid, audit_id uuid, after jsonb) on n.id = changed.id returning id)${kept(this.wiring.tallies[table], { come: 'changed' })}
      select * from changed`
    return this.#run<Selectable<DB[T]>>(sql, values)
  }

  /**
   * Changes one row of an audited table, raises its version and writes the audit row, in one statement.
   * With `version`, refuses with VERSION_CONFLICT when somebody else was faster; without it, the caller has locked the row.
   */
  async update<T extends AuditedTable>(
    table: T,
    key: { id: string; version?: number },
    patch: Omit<Updateable<DB[T]>, 'tenant_id' | 'id' | 'version'>,
    note: AuditNote = {},
  ): Promise<Selectable<DB[T]>> {
    const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
    const values: unknown[] = [this.tenantId, key.id]
    const columns = entries.map(([column, value]) => ({ column, at: values.push(asParameter(value)) }))
    const guard = key.version === undefined ? '' : ` and version = $${values.push(key.version)}`
    const touched = columns.map((c) => `"${c.column}"`).join(', ')
    const { instead } = note
    const after = { ...Object.fromEntries(entries), ...instead?.after }
    const before = instead ? ` || $${values.push(JSON.stringify(instead.before))}::jsonb` : ''
    const audit = this.#auditValues(values, table, { action: 'update', ...note }, after).replace(
      '%BEFORE%',
      `(select to_jsonb(old)${before} from old)`,
    )
    const stamp = 'updated_at' in patch ? '' : `, updated_at = $${values.push(this.now)}`
    const sql = `with old as (select ${touched} from "${table}" where tenant_id = $1 and id = $2),
      changed as (update "${table}" set ${columns.map((c) => `"${c.column}" = $${c.at}`).join(', ')}${stamp}, version = version + 1
        where tenant_id = $1 and id = $2${guard} returning *),
      logged as (insert into audit (${this.#auditColumns}) select ${audit} from changed returning id)${kept(this.wiring.tallies[table], { gone: 'old where exists (select 1 from changed)', come: 'changed' }, patch)}
      select * from changed`
    const changed = (await this.#run<Selectable<DB[T]>>(sql, values))[0]
    if (changed) return changed
    throw await this.overtaken(table, key.id)
  }

  /**
   * The same change in many rows that the caller has locked, each with its version and its audit row, in one statement.
   * When they were changed last stays as it is: what they say has not changed. @returns how many
   */
  async updateAll<T extends AuditedTable>(
    table: T,
    ids: readonly string[],
    patch: Omit<Updateable<DB[T]>, 'tenant_id' | 'id' | 'version'>,
    note: AuditNote = {},
  ): Promise<number> {
    if (ids.length === 0) return 0
    const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
    const values: unknown[] = [this.tenantId, ids, ids.map(() => uuidv7())]
    const columns = entries.map(([column, value]) => ({ column, at: values.push(asParameter(value)) }))
    const touched = columns.map((c) => `"${c.column}"`).join(', ')
    const audit = this.#auditValues(values, table, { action: 'update', ...note }, Object.fromEntries(entries), {
      id: 'n.audit_id',
    }).replace('%BEFORE%', `(select to_jsonb(old) - 'id' from old where old.id = changed.id)`)
    const sql = `with old as (select id, ${touched} from "${table}" where tenant_id = $1 and id = any($2::uuid[])),
      changed as (update "${table}" set ${columns.map((c) => `"${c.column}" = $${c.at}`).join(', ')}, version = version + 1
        where tenant_id = $1 and id = any($2::uuid[]) returning *),
      logged as (insert into audit (${this.#auditColumns}) select ${audit} from changed
        join unnest($2::uuid[], $3::uuid[]) n(id, audit_id) on n.id = changed.id returning id)${kept(this.wiring.tallies[table], { gone: 'old', come: 'changed' }, patch)}
      select count(*)::int as count from changed`
    return (await this.#run<{ count: number }>(sql, values))[0]?.count ?? 0
  }

  /**
   * Puts rows that the caller has locked into an order, counted from 1, with one audit row that says the former order and
   * the new one. Versions stay: what the rows say has not changed, and whoever has one of them open may save it.
   */
  async reorder(table: SortedTable, ids: readonly string[]): Promise<void> {
    const values: unknown[] = [this.tenantId, ids]
    const audit = this.#auditValues(values, table, { action: 'sort' }, { order: ids })
      .replace('changed.id', 'null')
      .replace('changed.version', 'null')
      .replace('%BEFORE%', 'changed.before')
    const sql = `with old as (select id, sort_no from "${table}" where tenant_id = $1 and id = any($2::uuid[])),
      placed as (update "${table}" t set sort_no = n.place from unnest($2::uuid[]) with ordinality n(id, place)
        where t.tenant_id = $1 and t.id = n.id and t.sort_no <> n.place returning t.id),
      changed as (select jsonb_build_object('order', jsonb_agg(old.id order by old.sort_no, old.id)) as before from old
        where exists (select 1 from placed)),
      logged as (insert into audit (${this.#auditColumns}) select ${audit} from changed where before is not null returning id)
      select id from placed`
    await this.#run(sql, values)
  }

  /** Deletes one row of an audited table and keeps what it was in the audit row. */
  async remove<T extends AuditedTable>(
    table: T,
    key: { id: string; version?: number },
    note: AuditNote = {},
  ): Promise<void> {
    const values: unknown[] = [this.tenantId, key.id]
    const guard = key.version === undefined ? '' : ` and version = $${values.push(key.version)}`
    const audit = this.#auditValues(values, table, { action: 'delete', ...note }, null).replace(
      '%BEFORE%',
      'to_jsonb(changed)',
    )
    const sql = `with changed as (delete from "${table}" where tenant_id = $1 and id = $2${guard} returning *),
      logged as (insert into audit (${this.#auditColumns}) select ${audit} from changed returning id)${kept(this.wiring.tallies[table], { gone: 'changed' })}
      select id from changed`
    if ((await this.#run(sql, values)).length === 0) throw await this.overtaken(table, key.id)
  }

  /** From now on what is noted is kept in this list, and not written. */
  holdNotes(held: HeldNote[]): void {
    this.#held = held
  }

  /** Somebody looked at, printed or exported something: an audit row without a change. */
  async note(
    action: string,
    entity: string,
    entityId: string | null,
    detail: AuditNote & { after?: unknown } = {},
  ): Promise<void> {
    if (this.#held) {
      this.#held.push([action, entity, entityId, detail])
      return
    }
    const values = [
      this.tenantId,
      uuidv7(),
      this.realNow,
      this.clinicId,
      this.actor.sessionId,
      this.actor.accountId,
      this.actor.employeeId,
      this.actor.name,
      action,
      entity,
      entityId,
      detail.patientId ?? null,
      detail.after === undefined ? null : JSON.stringify(detail.after),
      detail.reason ?? null,
      this.actor.requestId,
      this.actor.ip,
    ]
    this.#send(
      `insert into audit (tenant_id, id, created_at, clinic_id, session_id, account_id, employee_id, actor_name, action, entity,
        entity_id, patient_id, after, reason, request_id, ip) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      values,
    )
  }

  /** Writes one step of a state machine. */
  async logStatus(
    bizType: string,
    bizId: string,
    clinicId: string,
    from: number | null,
    to: number,
    reason?: string,
  ): Promise<void> {
    this.#send(
      `insert into status_log (tenant_id, id, clinic_id, biz_type, biz_id, from_status, to_status, employee_id, actor_name, reason, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        this.tenantId,
        uuidv7(),
        clinicId,
        bizType,
        bizId,
        from,
        to,
        this.actor.employeeId,
        this.actor.name,
        reason ?? null,
        this.now,
      ],
    )
  }

  /** Writes the first step of many of one kind. */
  async logBeginnings(
    bizType: string,
    rows: readonly { id: string; clinicId: string }[],
    status: number,
  ): Promise<void> {
    const steps = rows.map(({ id, clinicId }) => ({ id: uuidv7(), clinic_id: clinicId, biz_id: id }))
    this.#send(
      `insert into status_log (tenant_id, id, clinic_id, biz_type, biz_id, from_status, to_status, employee_id, actor_name, created_at)
       select $1::uuid, x.id, x.clinic_id, $2, x.biz_id, null, $3::int, $4::uuid, $5::text, $6::timestamptz
       from jsonb_to_recordset($7::jsonb) as x(id uuid, clinic_id uuid, biz_id uuid) returning id`,
      [this.tenantId, bizType, status, this.actor.employeeId, this.actor.name, this.now, JSON.stringify(steps)],
    )
  }

  /** The next number of a kind of document: prefix + yyMMdd + 4 digits, per clinic and day. */
  async nextNumber(prefix: string, clinicId: string, date: LocalDate): Promise<string> {
    return documentNumber(prefix, date, await this.nextCount(prefix, clinicId, date))
  }

  /** The next numbers of a kind of document, as many as are wanted. */
  async nextNumbers(prefix: string, clinicId: string, date: LocalDate, count: number): Promise<string[]> {
    if (count === 0) return []
    const last = await this.nextCount(prefix, clinicId, date, count)
    return Array.from({ length: count }, (_, n) => documentNumber(prefix, date, last - count + 1 + n))
  }

  /** The next count of a clinic and day, e.g. a queue number. Serialises the callers of one counter until commit. @param by how many are taken, the last of which it gives */
  async nextCount(counter: string, clinicId: string, date: LocalDate, by = 1): Promise<number> {
    const rows = await this.#run<{ last_no: number }>(
      `insert into document_counter (tenant_id, clinic_id, prefix, date, last_no) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, clinic_id, prefix, date) do update set last_no = document_counter.last_no + excluded.last_no
       returning last_no`,
      [this.tenantId, clinicId, counter, date, by],
    )
    return (rows[0] as { last_no: number }).last_no
  }

  /** Tells the screens of a clinic that a topic changed; sent when the transaction commits. */
  publish(topic: Topic, refId: string | null = null, clinicId: string | null = this.clinicId): void {
    if (clinicId) this.#topics.set(`${clinicId}:${topic}:${refId ?? ''}`, { clinicId, topic, refId })
  }

  /** Called by the gate before commit. */
  flush(): void {
    if (this.#topics.size === 0) return
    const events = [...this.#topics.values()].map((each) => ({ id: uuidv7(), ...each }))
    this.#topics.clear()
    this.#send(
      `with sent as (
         insert into event (tenant_id, id, clinic_id, topic, ref_id, created_at)
         select $1::uuid, x.id, x.clinic_id, x.topic, x.ref_id, $2::timestamptz
         from jsonb_to_recordset($3::jsonb) as x(id uuid, clinic_id uuid, topic text, ref_id uuid) returning id, clinic_id, topic, ref_id)
       select pg_notify('dentin_event', json_build_object('tenantId', $1::uuid, 'id', id, 'clinicId', clinic_id, 'topic', topic, 'refId', ref_id)::text) from sent`,
      [
        this.tenantId,
        this.now,
        JSON.stringify(events.map((e) => ({ id: e.id, clinic_id: e.clinicId, topic: e.topic, ref_id: e.refId }))),
      ],
    )
  }

  /** The refusal for whoever comes with an old version: who was faster, and what that one did; or that the row is gone. */
  async overtaken(table: AuditedTable, id: string): Promise<AppError> {
    const current = (
      await this.#run<{ version: number }>(`select version from "${table}" where tenant_id = $1 and id = $2`, [
        this.tenantId,
        id,
      ])
    )[0]
    if (!current) return new AppError('NOT_FOUND')
    const last = (
      await this.#run<{ actor_name: string; created_at: Date; action: string }>(
        `select actor_name, created_at, action from audit where tenant_id = $1 and entity_id = $2 order by created_at desc, id desc limit 1`,
        [this.tenantId, id],
      )
    )[0]
    const message = this.wiring.overtakings[last?.action ?? '']
    return new AppError('VERSION_CONFLICT', {
      ...(message ? { message } : {}),
      data: {
        version: current.version,
        changedBy: last?.actor_name ?? '',
        changedAt: last?.created_at.toISOString() ?? null,
      },
    })
  }
}

/** Plain objects and arrays of objects are JSON columns; arrays of plain values are SQL arrays. */
function asParameter(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date || Buffer.isBuffer(value)) return value
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value
  return JSON.stringify(value)
}
