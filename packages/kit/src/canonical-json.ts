/**
 * JSON text that is the same for the same data: object keys sorted by code unit, no spaces, undefined members left out.
 * What a signature covers is the hash of this text, so it must not change for records already signed.
 * @throws TypeError for values JSON cannot hold (undefined at the top, functions, numbers that are not finite)
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON 不能表示 ${value}`)
    return JSON.stringify(value)
  }
  if (value instanceof Date) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each === undefined ? null : each)).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
  }
  throw new TypeError(`JSON 不能表示 ${typeof value}`)
}
