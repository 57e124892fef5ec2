import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RowShapes, Shape } from './row-shapes.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
/** Written by the set-up of the test run (row-shapes.ts). */
export const SHAPES_FILE = fileURLToPath(new URL('../../.cache/row-shapes.json', import.meta.url))

/** Whether a value is what its type says, and otherwise where and how it differs. */
export function lieOf(value: unknown, shape: Shape, at = ''): string | null {
  if (typeof shape === 'string') return fits(value, shape) ? null : `${at} should be ${shape}, is ${wordOf(value)}`
  if ('is' in shape)
    return value === shape.is ? null : `${at} should be ${JSON.stringify(shape.is)}, is ${wordOf(value)}`
  if ('oneOf' in shape) {
    const lies = shape.oneOf.map((one) => lieOf(value, one, at))
    if (lies.includes(null)) return null
    // The lie that looks deepest says most.
    return lies.reduce(
      (best, lie) => ((lie?.indexOf(' ') ?? 0) > (best?.indexOf(' ') ?? 0) ? lie : best),
      lies[0] ?? null,
    )
  }
  if ('list' in shape) {
    if (!Array.isArray(value)) return `${at} should be a list, is ${wordOf(value)}`
    return firstOf(value, (each, n) => lieOf(each, shape.list, `${at}[${n}]`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `${at} should be an object, is ${wordOf(value)}`
  const values = value as Record<string, unknown>
  if ('each' in shape) return firstOf(Object.keys(values), (key) => lieOf(values[key], shape.each, `${at}.${key}`))
  return firstOf(Object.keys(shape.fields), (key) =>
    lieOf(values[key], shape.fields[key] ?? 'anything', `${at}.${key}`),
  )
}

function firstOf<T>(list: readonly T[], lie: (each: T, n: number) => string | null): string | null {
  for (const [n, each] of list.entries()) {
    const found = lie(each, n)
    if (found) return found
  }
  return null
}

function fits(value: unknown, shape: Shape & string): boolean {
  if (shape === 'anything') return true
  if (shape === 'null') return value === null
  if (shape === 'Date') return value instanceof Date
  if (shape === 'bytes') return value instanceof Uint8Array
  return typeof value === shape
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value !== 'object') return `${typeof value} ${JSON.stringify(value).slice(0, 30)}`
  return Array.isArray(value) ? 'a list' : value instanceof Date ? 'a Date' : 'an object'
}

/** Rows of one answer that are looked at: what lies does so early. */
const LOOKED_AT = 25

/** Looks at the rows of every statement, as the place that asked for them says what they are. */
export class RowWatch {
  readonly #shapes: RowShapes
  /** By the place in the file that runs, the place in the source. */
  readonly #places = new Map<string, string | null>()
  readonly lies = new Set<string>()

  constructor(shapes: RowShapes = readShapes()) {
    this.#shapes = shapes
  }

  /** Called when a statement is sent, by whoever waits for the rows. @returns called with them */
  readonly asked = (): ((rows: readonly unknown[]) => void) | undefined => {
    const place = this.#placeNow()
    const shape = place === null ? undefined : this.#shapes[place]
    if (!shape || shape === 'anything') return undefined
    return (rows) => {
      for (const row of rows.slice(0, LOOKED_AT)) {
        const lie = lieOf(row, shape, 'row')
        if (lie) this.lies.add(`${place}: ${lie}`)
      }
    }
  }

  #placeNow(): string | null {
    const here = siteNow()
    if (here === undefined) return null
    const known = this.#places.get(here)
    if (known !== undefined) return known
    const place = sourcePlace()
    this.#places.set(here, place)
    return place
  }
}

let shapesOfSources: RowShapes | undefined
function readShapes(): RowShapes {
  const read = () => (JSON.parse(readFileSync(SHAPES_FILE, 'utf8')) as { shapes: RowShapes }).shapes
  return (shapesOfSources ??= read())
}

const GATE = path.join(SOURCES, 'platform/database/tx.ts')

/** Who asked the gate, as the engine counts lines: the first place outside of it. */
function siteNow(): string | undefined {
  const before: unknown = Reflect.get(Error, 'prepareStackTrace')
  Error.prepareStackTrace = (_error, sites) =>
    sites.map((site) => `${fileOf(site.getFileName() ?? '')}:${site.getLineNumber()}:${site.getColumnNumber()}`)
  const sites = new Error().stack as unknown as string[]
  Reflect.set(Error, 'prepareStackTrace', before)
  const last = sites.findLastIndex((site) => site.startsWith(GATE))
  return last < 0 ? undefined : sites[last + 1]
}

/** The same place in the source, as the error's own stack tells it. */
function sourcePlace(): string | null {
  const lines = (new Error().stack ?? '').split('\n').map(fileOf)
  const last = lines.findLastIndex((line) => line.includes(GATE))
  const place = /\(?(\/[^()\s]+?):(\d+):\d+\)?$/.exec(lines[last + 1] ?? '')
  return place?.[1] ? `${path.relative(SOURCES, place[1])}:${place[2]}` : null
}

const fileOf = (name: string): string => name.replace('file://', '')
