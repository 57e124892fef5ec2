import { parse } from 'libpg-query'
import { PLATFORM_TABLES } from './catalogue.ts'

type Node = { [key: string]: unknown }

/** What the rules need to know of the schema. */
export interface SchemaFacts {
  tenantTables: ReadonlySet<string>
  /** Tables with a version: every change goes through the data gate and has its audit row in the same statement. */
  auditedTables: ReadonlySet<string>
}

/** Functions that may not stand in an UPDATE: they give another value on each node. */
const VOLATILE = new Set(['gen_random_uuid', 'random', 'clock_timestamp', 'timeofday', 'uuidv7', 'uuidv4'])

/**
 * What is wrong with one SQL text under the rules that keep the schema fit for many nodes: every tenant table in it is
 * bound to its tenant by a parameter of its own, and the forms that a sharded database refuses do not occur.
 * @returns problems in words; empty when the statement is in order
 */
export async function statementProblems(sql: string, facts: SchemaFacts): Promise<string[]> {
  const problems: string[] = []
  const tree = (await parse(sql)) as unknown as { stmts: { stmt: Node }[] }
  for (const { stmt } of tree.stmts) {
    const ctes = new Set<string>()
    walk(stmt, (kind, node) => {
      if (kind === 'CommonTableExpr') ctes.add(node.ctename as string)
    })
    const inserted: string[] = []
    const changed: string[] = []
    walk(stmt, (kind, node) => {
      if (kind === 'MergeStmt') problems.push('MERGE')
      if (kind === 'CopyStmt') problems.push('COPY')
      if (kind === 'SelectStmt' && node.fromClause) checkScope(rangesOf(node.fromClause), node, ctes, facts, problems)
      if (kind === 'UpdateStmt') {
        changed.push(relationName(node))
        checkScope([rangeOf(node.relation as Node), ...rangesOf(node.fromClause ?? [])], node, ctes, facts, problems)
        walk(node, (inner, call) => {
          if (inner === 'FuncCall' && VOLATILE.has(functionName(call)))
            problems.push(`${functionName(call)}() in an UPDATE`)
        })
      }
      if (kind === 'DeleteStmt') {
        changed.push(relationName(node))
        checkScope([rangeOf(node.relation as Node), ...rangesOf(node.usingClause ?? [])], node, ctes, facts, problems)
      }
      if (kind === 'InsertStmt') {
        inserted.push(relationName(node))
        checkInsert(node, facts, problems)
      }
    })
    const touched = [...changed, ...inserted].find((table) => facts.auditedTables.has(table))
    if (touched && !inserted.includes('audit')) problems.push(`${touched} is changed without an audit row`)
  }
  return problems
}

interface Range {
  table: string
  alias: string
}

/** Each tenant table of one query level needs `alias.tenant_id = $n` in its WHERE or in a JOIN of that level. */
function checkScope(ranges: Range[], level: Node, ctes: Set<string>, facts: SchemaFacts, problems: string[]): void {
  const tenant = ranges.filter((range) => facts.tenantTables.has(range.table) && !ctes.has(range.table))
  if (tenant.length === 0) return
  const bound = boundAliases(level)
  for (const { table, alias } of tenant) {
    if (!bound.has(alias) && !(bound.has('') && ranges.length === 1))
      problems.push(`${table} without its own tenant_id = $n`)
  }
}

/** Aliases whose tenant_id is compared with a parameter in this level's WHERE and ON clauses; '' for an unqualified one. */
function boundAliases(level: Node): Set<string> {
  const found = new Set<string>()
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (!node || typeof node !== 'object') return
    for (const [kind, value] of Object.entries(node as Node)) {
      if (kind === 'SelectStmt' || kind === 'SubLink' || kind === 'RangeSubselect') continue
      if (kind === 'A_Expr') {
        const alias = tenantComparison(value as Node)
        if (alias !== null) found.add(alias)
      }
      if (value && typeof value === 'object') look(value)
    }
  }
  look([level.whereClause, level.fromClause, level.usingClause])
  return found
}

function tenantComparison(expression: Node): string | null {
  const name = (expression.name as { String?: { sval?: string } }[] | undefined)?.[0]?.String?.sval
  if (name !== '=') return null
  for (const [column, value] of [
    [expression.lexpr, expression.rexpr],
    [expression.rexpr, expression.lexpr],
  ] as [Node | undefined, Node | undefined][]) {
    const fields = (column?.ColumnRef as { fields?: { String?: { sval?: string } }[] } | undefined)?.fields?.map(
      (f) => f.String?.sval ?? '',
    )
    if (fields?.at(-1) === 'tenant_id' && isParameter(value)) return fields.length > 1 ? (fields.at(-2) as string) : ''
  }
  return null
}

function isParameter(node: Node | undefined): boolean {
  if (!node) return false
  if (node.ParamRef) return true
  return node.TypeCast ? isParameter((node.TypeCast as { arg?: Node }).arg) : false
}

function checkInsert(node: Node, facts: SchemaFacts, problems: string[]): void {
  const table = relationName(node)
  if (!facts.tenantTables.has(table)) return
  const columns = ((node.cols as { ResTarget: { name: string } }[] | undefined) ?? []).map(
    (column) => column.ResTarget.name,
  )
  const at = columns.indexOf('tenant_id')
  if (at < 0) problems.push(`insert into ${table} without tenant_id`)
  const select = (node.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt
  const lists = select?.valuesLists as { List: { items: Node[] } }[] | undefined
  if (lists) {
    for (const list of lists) {
      if (at >= 0 && !isParameter(list.List.items[at]))
        problems.push(`insert into ${table}: tenant_id is not a parameter`)
      walk(list as unknown as Node, (kind) => {
        if (kind === 'SubLink') problems.push(`insert into ${table}: subquery in VALUES`)
      })
    }
  } else if (select) {
    const target = (select.targetList as { ResTarget: { val: Node } }[] | undefined)?.[at]
    if (at >= 0 && target && !isParameter(target.ResTarget.val))
      problems.push(`insert into ${table}: tenant_id is not a parameter`)
    if (!node.returningClause && !node.onConflictClause && !node.returningList)
      problems.push(`insert into ${table} … select without returning`)
  }
  walk((node.onConflictClause as Node | undefined) ?? {}, (kind, call) => {
    if (kind === 'FuncCall') problems.push(`insert into ${table}: ${functionName(call)}() in ON CONFLICT`)
  })
}

function rangesOf(from: unknown): Range[] {
  const found: Range[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (!node || typeof node !== 'object') return
    const entry = node as Node
    if (entry.RangeVar) found.push(rangeOf(entry.RangeVar as Node))
    if (entry.JoinExpr) {
      const join = entry.JoinExpr as Node
      look(join.larg)
      look(join.rarg)
    }
  }
  look(from)
  return found
}

function rangeOf(relation: Node): Range {
  const table = relation.relname as string
  return { table, alias: (relation.alias as { aliasname?: string } | undefined)?.aliasname ?? table }
}

const relationName = (node: Node): string => (node.relation as { relname: string }).relname
const functionName = (node: Node): string =>
  (node.funcname as { String: { sval: string } }[] | undefined)?.at(-1)?.String.sval ?? ''

function walk(node: unknown, visit: (kind: string, node: Node) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit)
    return
  }
  if (!node || typeof node !== 'object') return
  for (const [kind, value] of Object.entries(node as Node)) {
    if (value && typeof value === 'object' && !Array.isArray(value)) visit(kind, value as Node)
    walk(value, visit)
  }
}

/**
 * What the provider's console must not do with tables of what clinics know of their patients: change them, or read
 * anything from them but counts, by clinic.
 * @param clinical names of these tables
 * @returns problems in words; empty when the statement is in order
 */
export async function clinicalProblems(sql: string, clinical: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = []
  const tree = (await parse(sql)) as unknown as { stmts: { stmt: Node }[] }
  for (const { stmt } of tree.stmts) {
    walk(stmt, (kind, node) => {
      if (kind === 'InsertStmt' || kind === 'UpdateStmt' || kind === 'DeleteStmt') {
        if (clinical.has(relationName(node))) problems.push(`changes ${relationName(node)}`)
      }
      if (kind !== 'SelectStmt') return
      const read = rangesOf(node.fromClause ?? []).find((range) => clinical.has(range.table))
      if (!read) return
      for (const { ResTarget } of (node.targetList as { ResTarget: { val: Node } }[] | undefined) ?? [])
        if (!isCount(ResTarget.val) && !isClinicId(ResTarget.val)) problems.push(`reads ${read.table}`)
    })
  }
  return problems
}

function isCount(value: Node): boolean {
  if (value.TypeCast) return isCount((value.TypeCast as { arg: Node }).arg)
  return value.FuncCall !== undefined && functionName(value.FuncCall as Node) === 'count'
}

function isClinicId(value: Node): boolean {
  const fields = (value.ColumnRef as { fields?: { String?: { sval?: string } }[] } | undefined)?.fields
  return fields?.at(-1)?.String?.sval?.endsWith('clinic_id') ?? false
}

/** Reads what the rules need from a database's catalogue. */
export async function schemaFacts(sql: (text: string) => Promise<{ table_name: string }[]>): Promise<SchemaFacts> {
  const tenant = await sql(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
  )
  const audited = await sql(
    `select c.table_name from information_schema.columns c join information_schema.columns t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'version' and t.column_name = 'tenant_id'`,
  )
  return {
    tenantTables: new Set(
      tenant
        .map((row) => row.table_name)
        .filter((name) => !PLATFORM_TABLES.includes(name) && !name.startsWith('audit_')),
    ),
    auditedTables: new Set(audited.map((row) => row.table_name)),
  }
}

/** The beginning of a statement, on one line. */
export const short = (sql: string): string => sql.replace(/\s+/g, ' ').slice(0, 300)

/**
 * What is wrong with the SQL texts of a run.
 * @param sql asks the catalogue of the database they ran in
 */
export async function problemsOfRun(
  statements: Iterable<string>,
  sql: Parameters<typeof schemaFacts>[0],
): Promise<string[]> {
  const facts = await schemaFacts(sql)
  const wrong: string[] = []
  for (const text of statements)
    for (const problem of await statementProblems(text, facts)) wrong.push(`${problem}: ${short(text)}`)
  return wrong
}
