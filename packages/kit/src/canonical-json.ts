/** The members of an object as they stood, and in their order: where each stood, and its quoted name. */
interface Shape {
  found: readonly string[]
  order: readonly number[]
  names: readonly string[]
}
/** Shapes that were met, by their keys as they stood: the teeth of charts and the sections of records have few. */
const shapes = new Map<string, Shape>()
const SHAPES = 2_000
const LONGEST = 2_000
/** The shape met last: a tooth looks like its neighbour, and to compare its keys takes less than to look them up. */
let latest: Shape = { found: [], order: [], names: [] }

function isOf(shape: Shape, found: readonly string[]): boolean {
  if (shape.found.length !== found.length) return false
  for (let n = 0; n < found.length; n += 1) if (found[n] !== shape.found[n]) return false
  return true
}

function shapeOf(found: readonly string[]): Shape {
  if (isOf(latest, found)) return latest
  const text = found.join('\n')
  const known = shapes.get(text)
  // Keys with line breaks in them are not kept, and where there are as many keys as lines none has one.
  if (known?.found.length === found.length) return (latest = known)
  const sorted = found.map((key, n) => ({ key, n })).sort((a, b) => (a.key < b.key ? -1 : 1))
  latest = { found, order: sorted.map(({ n }) => n), names: sorted.map(({ key }) => `${JSON.stringify(key)}:`) }
  if (shapes.size < SHAPES && text.length < LONGEST && !found.some((key) => key.includes('\n')))
    shapes.set(text, latest)
  return latest
}

/**
 * JSON text that is the same for the same data: object keys sorted by code unit, no spaces, undefined members left out.
 * What a signature covers is the hash of this text, so it must not change for records already signed.
 * @throws TypeError for values JSON cannot hold (undefined at the top, functions, numbers that are not finite)
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON 不能表示 ${value}`)
      return `${value}`
    case 'object':
      if (value === null) return 'null'
      if (value instanceof Date) return JSON.stringify(value)
      return Array.isArray(value) ? listText(value) : membersText(value as Record<string, unknown>)
    default:
      throw new TypeError(`JSON 不能表示 ${typeof value}`)
  }
}

const listText = (list: readonly unknown[]): string =>
  `[${list.map((each) => canonicalJson(each === undefined ? null : each)).join(',')}]`

/** A chart has hundreds of members: their text grows in one string, no tooth is sorted anew, no value looked up by name. */
function membersText(members: Readonly<Record<string, unknown>>): string {
  const { order, names } = shapeOf(Object.keys(members))
  const values = Object.values(members)
  let text = '{'
  for (let n = 0; n < order.length; n += 1) {
    const each = values[order[n] as number]
    if (each === undefined) continue
    if (text.length > 1) text += ','
    text += names[n]
    text += canonicalJson(each)
  }
  return `${text}}`
}
