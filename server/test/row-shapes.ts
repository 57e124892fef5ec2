// Reads, from the types of every tx.rows(…), tx.row(…) and tx.need(…) of the server, what its rows are said to hold.
// node scripts/run.mjs server/test/row-shapes.ts FILE.json
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Node, PropertyAccessExpression, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import { API, SymbolFlags, TypeFlags, type Checker, type Type, type TypeReference } from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SOURCES = path.join(ROOT, 'server/src/')

/** What a value may be, as far as a row can show it. */
export type Shape =
  | 'anything'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'undefined'
  | 'Date'
  | 'bytes'
  | { is: string | number | boolean }
  | { list: Shape }
  | { fields: Record<string, Shape> }
  | { each: Shape }
  | { oneOf: Shape[] }

/** Shapes of rows by the place that asks for them: `modules/patient/queries.ts:120`. Two calls on one line share theirs. */
export type RowShapes = Record<string, Shape>

const CLASSES: Record<string, Shape> = { Date: 'Date', Buffer: 'bytes', Uint8Array: 'bytes' }
const PLAIN: [flags: number, shape: Shape][] = [
  [TypeFlags.AnyOrUnknown | TypeFlags.TypeParameter, 'anything'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined | TypeFlags.Void, 'undefined'],
  [TypeFlags.Boolean, 'boolean'],
  [TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping, 'string'],
  [TypeFlags.Number, 'number'],
]
/** Deeper than a row's JSON goes: a type that holds itself ends here. */
const DEEPEST = 8

class ShapeReader {
  readonly #known = new Map<number, Shape>()
  constructor(private readonly checker: Checker) {}

  shapeOf(type: Type, depth = 0): Shape {
    const known = this.#known.get(type.id)
    if (known) return known
    const shape = depth > DEEPEST ? 'anything' : this.#read(type, depth)
    this.#known.set(type.id, shape)
    return shape
  }

  #read(type: Type, depth: number): Shape {
    const inner = (one: Type | undefined) => (one ? this.shapeOf(one, depth + 1) : 'anything')
    if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType())
      return { is: type.value }
    const plain = PLAIN.find(([flags]) => type.flags & flags)
    if (plain) return plain[1]
    if (type.isUnionType()) return { oneOf: type.getTypes().map(inner) }
    if (type.isIntersectionType()) {
      // A branded text is the text and a mark that only the compiler sees.
      const value = type.getTypes().find((one) => !(one.flags & TypeFlags.Object))
      if (value) return inner(value)
    }
    if (this.checker.isArrayType(type)) return { list: inner(this.checker.getTypeArguments(type as TypeReference)[0]) }
    const named = CLASSES[type.getSymbol()?.name ?? '']
    if (named) return named
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return 'anything'
    const properties = this.checker.getPropertiesOfType(type)
    const [index] = this.checker.getIndexInfosOfType(type)
    if (properties.length === 0) return index ? { each: inner(index.valueType) } : 'anything'
    const types = this.checker.getTypeOfSymbol(properties)
    const fields = properties.map(({ name, flags }, n): [string, Shape] => {
      const shape = inner(types[n])
      return [name, flags & SymbolFlags.Optional ? { oneOf: [shape, 'undefined'] } : shape]
    })
    return { fields: Object.fromEntries(fields) }
  }
}

/** What one row is, of what the call gives: a list of rows, a row or none, or a row. */
function rowOf(shape: Shape): Shape {
  if (typeof shape === 'string') return shape
  if ('list' in shape) return shape.list
  if (!('oneOf' in shape)) return shape
  const rows = shape.oneOf.filter((one) => one !== 'undefined')
  return rows.length === 1 && rows[0] ? rows[0] : { oneOf: rows }
}

const ASKS = new Set(['rows', 'row', 'need'])

function placesIn(file: SourceFile): { call: Node; line: number }[] {
  const found: { call: Node; line: number }[] = []
  const look = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression as PropertyAccessExpression
      if (ASKS.has(name.text)) {
        const line = file.text.slice(0, name.end).split('\n').length
        found.push({ call: node, line })
      }
    }
    node.forEachChild((child) => {
      look(child)
    })
  }
  look(file)
  return found
}

/** Reads the shapes from the sources (8 s). */
function readRowShapes(): RowShapes {
  const api = new API({ cwd: ROOT })
  const config = path.join(ROOT, 'tsconfig.json')
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`no project ${config}`)
  const { checker, program } = project
  const reader = new ShapeReader(checker)
  const shapes: RowShapes = {}
  for (const name of program.getSourceFileNames()) {
    if (!name.startsWith(SOURCES) || name.endsWith('.test.ts')) continue
    const file = program.getSourceFile(name)
    const places = file ? placesIn(file) : []
    if (places.length === 0) continue
    const types = checker.getTypeAtLocation(places.map(({ call }) => call))
    places.forEach(({ line }, n) => {
      // A promise of rows.
      const given = checker.getTypeArguments(types[n] as TypeReference)[0]
      if (!given) return
      const place = `${name.slice(SOURCES.length)}:${line}`
      const row = rowOf(reader.shapeOf(given))
      const other = shapes[place]
      shapes[place] = other ? { oneOf: [other, row] } : row
    })
  }
  api.close()
  return shapes
}

/** What the shapes follow from: they are read again when it changes. */
function inputs(): string {
  const hash = createHash('sha256')
  for (const folder of ['server/src', 'server/test/row-shapes.ts', 'packages'])
    for (const file of filesIn(path.join(ROOT, folder))) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  if (folder.endsWith('.ts')) return [folder]
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}

function present(file: string): string | null {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { inputs: string }).inputs
  } catch {
    return null
  }
}

const [target] = process.argv.slice(2)
if (target) {
  const now = inputs()
  if (present(target) !== now) {
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, JSON.stringify({ inputs: now, shapes: readRowShapes() }))
  }
}
