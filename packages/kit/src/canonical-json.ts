/** The members of an object in their order, each with its quoted name. */
interface Shape {
  keys: readonly string[]
  names: readonly string[]
}
/** Shapes that were met, by their keys as they stood: the teeth of charts and the sections of records have few. */
const shapes = new Map<string, Shape>()
const SHAPES = 2_000
const LONGEST = 2_000

function shapeOf(found: string[]): Shape {
  const text = found.join('\n')
  const known = shapes.get(text)
  // Keys with line breaks in them are not kept, and where there are as many keys as lines none has one.
  if (known?.keys.length === found.length) return known
  const isKept = shapes.size < SHAPES && text.length < LONGEST && !found.some((key) => key.includes('\n'))
  const keys = found.sort()
  const shape = { keys, names: keys.map((key) => `${JSON.stringify(key)}:`) }
  if (isKept) shapes.set(text, shape)
  return shape
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

/** A chart has hundreds of members: their text grows in one string, and no tooth is sorted anew. */
function membersText(members: Readonly<Record<string, unknown>>): string {
  const { keys, names } = shapeOf(Object.keys(members))
  let text = ''
  for (const [n, key] of keys.entries()) {
    const each = members[key]
    if (each !== undefined) text += `${text === '' ? '' : ','}${names[n]}${canonicalJson(each)}`
  }
  return `{${text}}`
}
