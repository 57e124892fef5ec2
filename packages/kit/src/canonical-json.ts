/** Keys that JSON quotes as they are. */
const PLAIN = /^[\w.-]*$/

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

/** A chart has hundreds of members: their text grows in one string, without a list of pairs. */
function membersText(members: Readonly<Record<string, unknown>>): string {
  let text = ''
  for (const key of Object.keys(members).sort()) {
    const each = members[key]
    if (each === undefined) continue
    const name = PLAIN.test(key) ? `"${key}"` : JSON.stringify(key)
    text += `${text === '' ? '' : ','}${name}:${canonicalJson(each)}`
  }
  return `{${text}}`
}
