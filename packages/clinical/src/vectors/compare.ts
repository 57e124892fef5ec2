/** A result, as JSON writes it. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/**
 * Where a result differs from what was expected, one line each; empty when it does not. Numbers may differ by the tolerance;
 * everything else must be the same, and a key that was not expected is a difference as well: what could not be measured has none.
 */
export function differences(expected: unknown, found: unknown, tolerance: number, path = ''): string[] {
  const here = path || 'result'
  const differs = [`${here}: expected ${shown(expected)}, found ${shown(found)}`]
  if (typeof expected === 'number')
    return typeof found === 'number' && Math.abs(found - expected) <= tolerance ? [] : differs
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return differs
    return expected.flatMap((value, place) => differences(value, found[place], tolerance, `${path}[${place}]`))
  }
  if (isObject(expected)) {
    if (!isObject(found)) return differs
    const keys = new Set([...Object.keys(expected), ...Object.keys(found)])
    return [...keys].flatMap((key) => differences(expected[key], found[key], tolerance, path ? `${path}.${key}` : key))
  }
  return expected === found ? [] : differs
}
