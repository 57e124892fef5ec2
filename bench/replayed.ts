/** Stands in a recorded value for the stem of an id that each run uses up. */
const ONCE = 'once:'

/** What the id of a row and those of its parts have in common: all but the last digit. */
export const stemOf = (id: string): string => id.slice(0, -1)

/** The id of a part of a row: up to fifteen of them. */
export const partOf = (id: string, n: number): string => `${stemOf(id)}${n.toString(16)}`

/** A value in which what belongs to a row that is used up stands as a mark, also within JSON. */
export function marked(value: unknown, stem: string): unknown {
  if (typeof value === 'string') return value.replaceAll(stem, ONCE)
  return Array.isArray(value) ? value.map((each) => marked(each, stem)) : value
}

const FOUND =
  /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|\b(?:ZF|HY)\d{6}-\d+|^2026\d{4,}$|^[0-9a-f]{32}$|once:/g
let counter = 0

/** What a repeated run puts in the place of the ids that the recorded one made, and of the row that it used up. */
export class Renewal {
  readonly #fresh = new Map<string, string>()

  constructor(
    /** The moment at which the recorded run began: ids that are older were there before it. */
    readonly since: number,
    readonly stem: string | null,
  ) {}

  /** A recorded value as the repeated run has it. */
  of(value: unknown): unknown {
    if (typeof value === 'string') return value.replaceAll(FOUND, (found) => this.#renewed(found))
    return Array.isArray(value) ? value.map((each) => this.of(each)) : value
  }

  #renewed(found: string): string {
    if (found === ONCE) return this.stem ?? ''
    if (found.length === 32) return crypto.randomUUID().replaceAll('-', '')
    if (found.length !== 36 || found[14] !== '7') return `R${Date.now()}${(counter += 1)}`
    if (Number.parseInt(found.slice(0, 8) + found.slice(9, 13), 16) < this.since) return found
    let fresh = this.#fresh.get(found)
    if (!fresh) this.#fresh.set(found, (fresh = crypto.randomUUID()))
    return fresh
  }
}
