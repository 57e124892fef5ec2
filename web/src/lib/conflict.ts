/** A field that stands differently in the form and on the server. */
export interface Difference {
  field: string
  base: unknown
  mine: unknown
  theirs: unknown
}

const plain = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Two values of a field are the same when they read the same: nothing, null and empty text are one. */
export function sameValue(a: unknown, b: unknown): boolean {
  return plain(a) === plain(b)
}

/**
 * What somebody else changed while this form was open, field by field.
 * @param base the file as the form was opened, `mine` what stands in the form, `theirs` the file as it is now
 * @returns the fields in which mine and theirs differ, in the order given
 */
export function differences(
  fields: readonly string[],
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
): Difference[] {
  return fields
    .filter((field) => mine[field] !== undefined && !sameValue(mine[field], theirs[field]))
    .map((field) => ({ field, base: base[field], mine: mine[field], theirs: theirs[field] }))
}

/** The side that is offered first: what I changed stays mine, what only the other one changed is taken over. */
export function preferred(difference: Difference): 'mine' | 'theirs' {
  return sameValue(difference.base, difference.mine) ? 'theirs' : 'mine'
}
