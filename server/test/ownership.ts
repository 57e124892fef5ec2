import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'libpg-query'
import type { House } from '../src/platform/module.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

/** A statement, and who sent it: a module, the platform, or nobody but a test (null). */
export interface Sent {
  sql: string
  sender: string | null
  /** Made by the data gate, which writes audit, events and numbers of the platform beside what it was asked for. */
  byGate: boolean
}

/** Who stands in the stack, the nearest first: names of modules, and `platform` for its files beside the data gate itself. */
function standing(): string[] {
  const { stackTraceLimit } = Error
  const prepare: unknown = Reflect.get(Error, 'prepareStackTrace')
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '')
  const files = new Error().stack as unknown as string[]
  Reflect.set(Error, 'prepareStackTrace', prepare)
  Error.stackTraceLimit = stackTraceLimit
  return files.flatMap((file) => {
    const place = file.startsWith('file:') ? fileURLToPath(file) : file
    if (!place.startsWith(SOURCES) || place.endsWith('.test.ts')) return []
    const [room, name] = place.slice(SOURCES.length).split(path.sep)
    return room === 'modules' && name ? [name] : room === 'platform' && name !== 'database' ? ['platform'] : []
  })
}

/** Whoever asked the transaction to run something. Asked when a statement is sent, so that production pays nothing for it. */
export const senderNow = (): string | null => standing()[0] ?? null
/** The module that makes a part of a statement for another. */
export const lenderNow = (): string | null => standing().find((name) => name !== 'platform') ?? null

/** A table in a statement, and whose part of it names it. */
interface Touch {
  table: string
  how: 'reads' | 'writes'
  /** The module that lent the part; null: the sender's own. */
  lender: string | null
}

/** The tables that a statement reads and writes. */
async function touchesOf(sql: string): Promise<Touch[]> {
  const found: Touch[] = []
  const parts = new Set<string>()
  const lenderAt = lendersOf(sql)
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (!node || typeof node !== 'object') return
    for (const [kind, value] of Object.entries(node)) {
      if (!value || typeof value !== 'object') continue
      const inner = value as { ctename?: string; relname?: string; location?: number; relation?: Range }
      if (kind === 'CommonTableExpr' && inner.ctename) parts.add(inner.ctename)
      if (kind === 'RangeVar' && inner.relname)
        found.push({ table: inner.relname, how: 'reads', lender: lenderAt(inner.location ?? 0) })
      if (/^(Insert|Update|Delete)Stmt$/.test(kind) && inner.relation)
        found.push({ table: inner.relation.relname, how: 'writes', lender: lenderAt(inner.relation.location ?? 0) })
      look(value)
    }
  }
  look(await parse(sql))
  return found.filter(({ table }) => !parts.has(table))
}
interface Range {
  relname: string
  location?: number
}

/** Who lent the part in which a byte of a statement stands. */
function lendersOf(sql: string): (at: number) => string | null {
  if (!sql.includes('/*lent:')) return () => null
  const marks = [...sql.matchAll(/\/\*lent:([\w-]+)\*\/|\/\*:lent\*\//g)].map((mark) => ({
    at: Buffer.byteLength(sql.slice(0, mark.index)),
    lender: mark[1],
  }))
  return (at) => {
    const open: string[] = []
    for (const mark of marks) {
      if (mark.at > at) break
      if (mark.lender) open.push(mark.lender)
      else open.pop()
    }
    return open.at(-1) ?? null
  }
}

/** Whose a table is, who may read it, and who may carry its rows from one patient to another. */
interface Rights {
  ownerOf(table: string): string | undefined
  mayRead(module: string, table: string): boolean
  mayCarry(module: string, table: string): boolean
}

/** @param followsPatient tables whose owners let them follow a patient in a merge */
export function rightsOf(house: House, followsPatient: readonly string[]): Rights {
  const owners = new Map(house.flatMap(({ name, owns }) => owns.map((table) => [table as string, name])))
  const read = new Set(house.flatMap(({ name, reads = [] }) => reads.map((table) => `${name} ${table}`)))
  return {
    ownerOf: (table) => owners.get(table),
    mayRead: (module, table) => owners.get(table) === module || read.has(`${module} ${table}`),
    mayCarry: (module, table) => module === 'merge' && followsPatient.includes(table),
  }
}

/** What is wrong with a statement: tables that its sender, or the lender of the part, neither owns nor says to read. */
export async function ownershipProblems({ sql, sender, byGate }: Sent, rights: Rights): Promise<string[]> {
  if (sender === null) return []
  const problems = new Set<string>()
  for (const { table, how, lender } of await touchesOf(sql)) {
    const who = lender ?? sender
    const owner = rights.ownerOf(table)
    // Tables of the catalogue, of jobs, and partitions are nobody's.
    if (owner === undefined || owner === who) continue
    if (byGate && owner === 'platform') continue
    if (rights.mayCarry(who, table)) continue
    if (how === 'writes') problems.add(`${who} writes ${table}, which is ${owner}'s`)
    else if (!rights.mayRead(who, table)) problems.add(`${who} reads ${table} of ${owner} and does not say so`)
  }
  return [...problems]
}

/** What is wrong with what the modules say: tables of nobody, reading of what is one's own or to the right, and what nobody does. */
export function declarationProblems(house: House, tables: readonly string[]): string[] {
  const owners = new Map(house.flatMap(({ name, owns }) => owns.map((table) => [table as string, name])))
  const place = new Map(house.map(({ name }, n) => [name, n]))
  const problems = tables.filter((table) => !owners.has(table)).map((table) => `${table} is nobody's`)
  const isRight = (module: string, table: string) =>
    (place.get(owners.get(table) ?? '') ?? -1) > (place.get(module) ?? Infinity)
  for (const { name, reads = [] } of house) {
    const text = sourceOf(name)
    for (const table of reads) {
      if (owners.get(table) === name) problems.push(`${name} says that it reads ${table}, which is its own`)
      if (isRight(name, table)) problems.push(`${name} reads ${table} of ${owners.get(table)}, which is to its right`)
      if (!new RegExp(`\\b${table}\\b`).test(text)) problems.push(`${name} says that it reads ${table}, and does not`)
    }
  }
  return problems
}

/** All that a module's files say beside what it says of itself. */
function sourceOf(name: string): string {
  const folder = path.join(SOURCES, name === 'platform' ? 'platform' : path.join('modules', name))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)(index|types|module)\.ts$/.test(file),
    )
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}
