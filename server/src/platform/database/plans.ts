import { sql, type RawBuilder } from 'kysely'

const MARK = '/* plan kept */ '

/**
 * Marks a query of which PostgreSQL keeps the plan: one that finds few rows by a key, or a page by an index, whatever
 * its values and however many rows the tables have come to hold. Any other statement is planned for its values each time
 * (docs/decisions/0033-large-lists.md).
 */
export const keepPlan = <Row>(query: RawBuilder<Row>): RawBuilder<Row> => sql<Row>`${sql.raw(MARK)}${query}`

/** The same for a statement written down: `keptSql` stands where `sql` would. */
export const keptSql = <Row>(text: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> =>
  keepPlan(sql<Row>(text, ...values))

/** The mark on the text of a statement. */
export const keptText = (text: string): string => MARK + text

/** Whether a statement carries the mark. */
export const isKept = (sql: string): boolean => sql.startsWith(MARK)

/** How a connection plans: as it begins, and as a statement without the mark wants it. */
export const planning = {
  /**
   * Options of the connection. No table is read from end to end where an index would do: a plan made while the table was
   * small then serves when it is large.
   */
  begins: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  /** The same of what may take seconds: its sums and joins are of many rows and stay in memory. */
  beginsSlow: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c work_mem=64MB',
  fresh: 'set local plan_cache_mode = force_custom_plan',
  kept: 'set local plan_cache_mode = force_generic_plan',
  anew: 'discard plans',
} as const

/** From so many new rows on, plans are made anew; again whenever there are twice as many. */
const FIRST_GROWTH = 200

/**
 * Counts rows that have come in, and says when plans made before should be made anew: which index serves is decided by how
 * many rows a table has, and a table of ten is read by any.
 */
export class Growth {
  #rows = 0
  #next = FIRST_GROWTH
  readonly #pages = new Map<string, number>()
  /** Rises when plans should be made anew. */
  generation = 0

  get rows(): number {
    return this.#rows
  }

  /** @returns whether plans should be made anew now */
  add(rows: number): boolean {
    this.#rows += rows
    if (this.#rows < this.#next) return false
    this.#next = this.#rows * 2
    this.generation += 1
    return true
  }

  /** Takes in how large tables are: what others have written shows there. @param sizes pages of each table */
  see(sizes: readonly { name: string; pages: number }[]): void {
    const first = this.#pages.size === 0
    const grown = sizes.filter(({ name, pages }) => pages >= 2 * Math.max(this.#pages.get(name) ?? 0, SMALL))
    for (const { name, pages } of first ? sizes : grown) this.#pages.set(name, pages)
    if (!first && grown.length > 0) this.generation += 1
  }
}

/** Pages of a table below which its growth changes no plan. */
const SMALL = 8
/** How often the sizes of the tables are looked at while there is work. */
export const LOOK_MS = 5_000
/** The pages of each table; a partition is a table of its own. */
export const TABLE_SIZES = `select c.relname as name, (pg_relation_size(c.oid) / 8192)::int as pages from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`
