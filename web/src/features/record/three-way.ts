/** Two values that can't become one: both changed the same number, code or choice. */
export const CLASH = Symbol('clash')

/** Fields of rows that are sentences; other texts of a row are codes, teeth, names. */
const SENTENCES: ReadonlySet<string> = new Set(['content', 'remark', 'alternative'])

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text in clauses, each with the sign that ends it. */
const clausesOf = (text: string): string[] => text.match(/[^，。；\n]*[，。；\n]|[^，。；\n]+$/g) ?? []
const bare = (clause: string): string => clause.replace(/[，。；\n]$/, '').trim()

/**
 * Clauses of two texts that began as one: those of mine in their order, with what only they wrote behind the clause that it
 * follows there. A clause goes when one side took it out and the other left it; what both wrote otherwise stays twice.
 */
function mergeTexts(base: string, mine: string, theirs: string): string {
  const [was, there] = [new Set(clausesOf(base).map(bare)), clausesOf(theirs)]
  const kept = new Set(there.map(bare))
  const merged = clausesOf(mine).filter((clause) => kept.has(bare(clause)) || !was.has(bare(clause)))
  let at = 0
  for (const clause of there) {
    const here = merged.findIndex((each) => bare(each) === bare(clause))
    if (here >= 0) at = here + 1
    else if (!was.has(bare(clause))) {
      merged.splice(at, 0, clause)
      at += 1
    }
  }
  return merged.map((clause, n) => (n < merged.length - 1 && clause === bare(clause) ? `${clause}，` : clause)).join('')
}

/** Rows of two lists that began as one. A row that both changed is one row when its parts can be merged, else both stay. */
function mergeRows(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const has = (list: readonly unknown[], row: unknown) => list.some((each) => same(each, row))
  const merged = mine.filter((row) => has(theirs, row) || !has(base, row))
  const teethOf = (row: unknown) => (isObject(row) ? row.teeth : undefined)
  for (const row of theirs.filter((each) => !has(merged, each) && !has(base, each))) {
    const origin = base.find(
      (each) => teethOf(each) !== undefined && teethOf(each) === teethOf(row) && !has(theirs, each),
    )
    const twin = merged.findIndex((each) => !has(base, each) && !has(theirs, each) && teethOf(each) === teethOf(row))
    const one = origin !== undefined && twin >= 0 ? mergeValues(origin, merged[twin], row) : CLASH
    if (one === CLASH) merged.push(row)
    else merged[twin] = one
  }
  return merged
}

/**
 * What two people made of one value, together, so that no word of either is lost.
 * @param base what both began with
 * @param isText a text is sentences, of which two may stand together
 * @returns CLASH where both changed what can only be one thing
 */
export function mergeValues(base: unknown, mine: unknown, theirs: unknown, isText = true): unknown {
  if (same(mine, theirs) || same(base, theirs)) return mine
  if (same(base, mine)) return theirs
  if (typeof mine === 'string' && typeof theirs === 'string' && isText)
    return mergeTexts(typeof base === 'string' ? base : '', mine, theirs)
  if (Array.isArray(mine) && Array.isArray(theirs)) return mergeRows(Array.isArray(base) ? base : [], mine, theirs)
  if (!isObject(mine) || !isObject(theirs)) return CLASH
  const before = isObject(base) ? base : {}
  const merged: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = mergeValues(before[key], mine[key], theirs[key], SENTENCES.has(key))
    if (value === CLASH) return CLASH
    if (value !== undefined) merged[key] = value
  }
  return merged
}
