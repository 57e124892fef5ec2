import type { ListFact, ListField } from '@dentin/contract/core/setting-list'
import { formatDateTime, uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder, type Updateable } from 'kysely'
import { z } from 'zod'
import { AppError, fieldError } from '../errors.ts'
import { sheetFile, type SheetColumn } from '../files/sheet.ts'
import type { FileAnswer } from '../http/context.ts'
import type { DB } from './builder.ts'
import type { SortedTable, TenantTx } from './tx.ts'

interface Entry {
  id: string
  sortNo: number
  enabled: boolean
  version: number
}
type EntryInput = Record<string, unknown> & {
  id?: string | null | undefined
  version?: number | undefined
  sortNo?: number | undefined
  enabled: boolean
}
type Columns<T extends SortedTable> = Updateable<DB[T]>

/** What the contract says of a list, as far as its rows are concerned. A field without such a column does not compile. */
interface Declared<T extends SortedTable, Row, Input> {
  noun: string
  fields: Readonly<Record<string, ListField & { column: (keyof Columns<T> & string) | null }>>
  facts: Readonly<Record<string, ListFact>>
  row: z.ZodType<Row>
  body: z.ZodType<Input>
}

/** In which transaction, and of which clinic it is, where each keeps its own. */
interface At {
  tx: TenantTx
  clinicId: string
}

/** What a list has of its own. */
interface Own<T extends SortedTable, Row, Input> {
  /** Each clinic keeps its list; otherwise the company has one. */
  perClinic?: true
  /** Values that are no columns, by key; the row is `t`. */
  select?: (at: At) => Record<string, RawBuilder<unknown>>
  /** What others count of the entries, by key and the entry's id. */
  counts?: (at: At) => Promise<Record<string, ReadonlyMap<string, number>>>
  /** Which rows of the table are in it. */
  only?: RawBuilder<unknown>
  /** What comes before and after whether they are in use and where they were put. */
  order?: { first: RawBuilder<unknown>; last: RawBuilder<unknown> }
  /** Entries are put in order among those that have the same of this. */
  group?: keyof Row & string
  /** The field that names the entry above; a fact `level` counts from 1. */
  tree?: keyof Row & string
  /** Why it can't be switched off; null: it can. */
  keeps?: (row: Row, all: readonly Row[]) => string | null
  /** Refuses an entry, or says of its columns what does not follow from its fields. */
  prepare?: (at: At, input: Input, before: Before<Row>) => Promise<Partial<Columns<T>>>
  /** What else is written with it. */
  after?: (at: At, id: string, input: Input, before: Before<Row>) => Promise<unknown>
  /** Refuses to put it in order. */
  beforeSort?: (row: Row) => void
  /** Tells the screens; without an id, of the whole list. */
  tell?: (at: At, id: string | null) => void | Promise<void>
}
/** The list as it was, and the entry that is changed. */
interface Before<Row> {
  all: readonly Row[]
  present: Row | undefined
}

/** What answers the calls of a list. */
export interface SettingList<Row, Input> {
  list(at: At): Promise<Row[]>
  save(at: At, input: Input): Promise<{ id: string }>
  sort(at: At, input: { ids: readonly string[] }): Promise<null>
  sheet(at: At): Promise<FileAnswer>
}

/**
 * A list of settings on the server: what its calls answer follows from the contract's declaration of it, and from what it
 * has of its own. Its rows are read through their schema. See decision 0077.
 */
export function settingList<T extends SortedTable, Row extends Entry, Input extends EntryInput>(
  table: T,
  declared: Declared<T, Row, Input>,
  own: Own<T, Row, Input>,
): SettingList<Row, Input> {
  const fields = Object.entries(declared.fields)
  const inClinic = ({ clinicId }: At) => (own.perClinic ? sql`and t.clinic_id = ${clinicId}` : sql``)
  const from = (at: At) =>
    sql`from ${sql.table(table)} t where t.tenant_id = ${at.tx.tenantId} ${inClinic(at)} ${own.only ? sql`and ${own.only}` : sql``}`

  async function list(at: At): Promise<Row[]> {
    const columns: Record<string, RawBuilder<unknown>> = {
      ...Object.fromEntries(fields.flatMap(([key, { column }]) => (column ? [[key, sql.ref(`t.${column}`)]] : []))),
      ...own.select?.(at),
    }
    const name = sql.ref(`t.${fields[0]?.[1].column ?? 'id'}`)
    const order = own.order
      ? sql`${own.order.first}, t.enabled desc, t.sort_no, ${own.order.last}`
      : own.tree
        ? sql`t.sort_no, ${name}`
        : sql`t.enabled desc, t.sort_no, ${name}`
    const rows = await at.tx.rows<RawRow>(
      sql`select t.id, ${sql.join(Object.entries(columns).map(([key, value]) => sql`${value} as ${sql.ref(key)}`))},
            t.sort_no as "sortNo", t.enabled, t.version ${from(at)} order by ${order}`,
    )
    const counts = Object.entries((await own.counts?.(at)) ?? {})
    const counted = rows.map((row) => ({
      ...row,
      ...Object.fromEntries(counts.map(([key, of]) => [key, of.get(row.id) ?? 0])),
    }))
    return declared.row.array().parse(own.tree ? treeOf(counted, own.tree, null) : counted)
  }

  /** The fields of an entry as their columns take them. */
  const columnsOf = (input: Input) =>
    Object.fromEntries(
      fields.flatMap(([key, { column, shown }]) =>
        column && input[key] !== undefined ? [[column, z.encode(shown, input[key])]] : [],
      ),
    )

  async function save(at: At, input: Input): Promise<{ id: string }> {
    const { tx, clinicId } = at
    const all = await list(at)
    const present = all.find(({ id }) => id === input.id)
    if (input.id && !present) throw new AppError('NOT_FOUND')
    const reason = present && !input.enabled ? own.keeps?.(present, all) : null
    if (reason) throw fieldError('SETTING_IN_USE', 'enabled', reason)
    const before = { all, present }
    const prepared = await own.prepare?.(at, input, before)
    const change = { ...columnsOf(input), ...prepared, enabled: input.enabled, sort_no: input.sortNo }
    const saved = { id: present?.id ?? uuidv7() }
    if (present) {
      if (input.version === undefined) throw new AppError('VERSION_CONFLICT')
      await tx.update(table, { id: present.id, version: input.version }, columnsFit(change))
    } else {
      const place = all.reduce((last, { sortNo }) => Math.max(last, sortNo), 0) + 1
      const made = { created_at: tx.now, updated_at: tx.now, ...(own.perClinic ? { clinic_id: clinicId } : {}) }
      await tx.insert(table, columnsFit({ ...saved, ...made, ...change, sort_no: input.sortNo ?? place }))
    }
    await own.after?.(at, saved.id, input, before)
    await own.tell?.(at, saved.id)
    return saved
  }

  async function sort(at: At, { ids }: { ids: readonly string[] }): Promise<null> {
    // Whoever sorts, sorts the list as the one before has left it.
    await at.tx.rows(sql`select t.id ${from(at)} order by t.id for no key update of t`)
    const all = await list(at)
    const moved = ids.map((id) => all.find((row) => row.id === id))
    const group = own.tree ?? own.group
    const groupOf = (row: Row | undefined) => (group && row ? row[group] : null)
    if (moved.some((row) => !row || groupOf(row) !== groupOf(moved[0]))) throw new AppError('NOT_FOUND')
    if (moved[0]) own.beforeSort?.(moved[0])
    const others = all.filter((row) => !ids.includes(row.id) && groupOf(row) === groupOf(moved[0]))
    await at.tx.reorder(table, [...ids, ...others.map(({ id }) => id)])
    await own.tell?.(at, null)
    return null
  }

  async function sheet(at: At): Promise<FileAnswer> {
    const rows = await list(at)
    await at.tx.note('export', table, null, { after: { rows: rows.length } })
    const stamp = formatDateTime(at.tx.now).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
    return sheetFile(
      `${declared.noun}-${stamp}`,
      declared.noun,
      sheetColumns<Row>(declared.fields, declared.facts),
      each(rows),
    )
  }
  return { list, save, sort, sheet }
}

type RawRow = Record<string, unknown> & { id: string }

/** Rows with what hangs on each behind it. */
function treeOf(rows: readonly RawRow[], parent: string, of: string | null, level = 1): RawRow[] {
  return rows
    .filter((row) => row[parent] === of)
    .flatMap((row) => [{ ...row, level }, ...treeOf(rows, parent, row.id, level + 1)])
}

/** Names of columns are checked where the list is declared (`Declared`), their values by the schemas they went through. */
const columnsFit = (columns: object) => columns as never

async function* each<Row>(rows: readonly Row[]) {
  yield* rows
}

/** What a sheet has of an entry: the fields that a form draws by itself or that have names, and the facts. An id says nothing in it. */
function sheetColumns<Row extends Entry>(
  fields: Readonly<Record<string, ListField>>,
  facts: Readonly<Record<string, ListFact>>,
): SheetColumn<Row>[] {
  const kept = Object.entries(fields).flatMap(([key, field]) => (field.edit || field.names ? [{ key, ...field }] : []))
  const said = Object.entries(facts).map(([key, fact]) => ({
    key,
    words: undefined,
    names: undefined,
    edit: undefined,
    ...fact,
  }))
  return [
    ...[...kept, ...said].map(({ key, label, shown, cell, words, names, edit }): SheetColumn<Row> => {
      const unit = cell?.unit ?? edit?.unit
      return {
        title: `${edit?.label ?? label}${unit ? `（${unit}）` : ''}`,
        width: 18,
        kind: edit?.as === 'money' ? 'money' : unit ? 'number' : 'text',
        value: (row) => cellOf(z.encode(shown, row[key as keyof Row]), words ?? names),
      }
    }),
    { title: '状态', width: 8, kind: 'text', value: (row) => (row.enabled ? '启用' : '停用') },
  ]
}

function cellOf(value: unknown, words: Readonly<Record<number | string, string>> | undefined): string | number | null {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.join('、')
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return words ? (words[value] ?? '') : value
}
