import type { Topic } from '@dentin/contract/core/topics'
import type { DB } from '../../platform/database/builder.ts'
import type { AuditedTable, TenantTx } from '../../platform/database/tx.ts'
import type { Parts, Refusals } from '../../platform/wiring.ts'

type Column<T extends keyof DB> = keyof DB[T] & string

interface Ways<T extends keyof DB> {
  /** What the rows are called where they are counted: 预约. Without it they are carried along unmentioned. */
  name?: string
  /** The column that names the patient; patient_id unless said otherwise. */
  column?: Column<T>
  /** What a row is called by when it is listed: its number. */
  number?: Column<T>
  /** Columns of which a patient has each value once: of two rows that would be the same, the kept file's stays. */
  once?: readonly Column<T>[]
  /** Another column with a patient, which may not be the same one: such a row would be about oneself and goes. */
  other?: Column<T>
  /** What tells a row among the patient's own, where there is no id. */
  key?: Column<T>
  /** The row it belongs to, by table and column here: what is added later to a moved row goes back with it. */
  partOf?: Readonly<Partial<Record<keyof DB & string, Column<T>>>>
  /** Which screens hear of the change. */
  topic?: Topic
  /** The key that holds the rows to a live file; <table>_patient_fk unless said otherwise. */
  constraint?: string
}

/** What becomes of the rows of one table when two files of one person become one. */
export interface Following {
  table: keyof DB & string
  column: string
  name: string | null
  number: string | null
  once: readonly string[]
  other: string | null
  key: string
  partOf: readonly (readonly [table: string, column: string])[]
  topic: Topic | null
  /** Changed through the data gate only, with an audit row each. */
  audited: boolean
  /** The key that holds the rows to a live file. */
  constraint: string
}

/** A column that names a patient and is left as it is when files are merged, and why. */
export interface Staying {
  table: keyof DB & string
  column: string
  why: string
}

/**
 * Says that the rows of a table belong to the patient whom a column names: they go with him when his file is merged into
 * another, and come back when that is undone. One line for each table (and column), in its module's `mergeRules`.
 * `plain: true` for a table without versions.
 */
export function followsPatient<T extends keyof DB & string>(
  table: T,
  ways: Ways<T> & (T extends AuditedTable ? { plain?: never } : { plain: true }) = {} as never,
): Following {
  return {
    table,
    column: ways.column ?? 'patient_id',
    name: ways.name ?? null,
    number: ways.number ?? null,
    once: ways.once ?? [],
    other: ways.other ?? null,
    key: ways.key ?? 'id',
    partOf: Object.entries(ways.partOf ?? {}) as [string, string][],
    topic: ways.topic ?? null,
    audited: ways.plain !== true,
    constraint: ways.constraint ?? `${table}_patient_fk`,
  }
}

/** Says that a column names a patient and is left as it is when files are merged, and why. */
export const staysWithFile = <T extends keyof DB & string>(table: T, column: Column<T>, why: string): Staying => ({
  table,
  column,
  why,
})

/** Everything that follows a patient, in the order in which the modules know one another. */
export const followingRows = (parts: Parts): readonly Following[] =>
  parts.parts('patient').flatMap(({ mergeRules }) => mergeRules ?? [])
/** Everything that is left where it is. */
export const stayingRows = (parts: Parts): readonly Staying[] =>
  parts.parts('patient').flatMap(({ stays }) => stays ?? [])

/** The keys that hold rows to a live file: each says that the file was merged meanwhile. */
export const liveKeys = (parts: Parts): Refusals =>
  Object.fromEntries(followingRows(parts).map(({ constraint }) => [constraint, 'PATIENT_MERGED']))

/** A reason why a patient's file can't be merged now, in words. */
export interface Obstacle {
  patientId: string
  text: string
}
/** A module in which something may be under way with a patient tells it. */
export type ObstacleSource = (tx: TenantTx, patientIds: readonly string[]) => Promise<Obstacle[]>

/** What stands in the way of merging these files. */
export async function obstaclesOf(tx: TenantTx, patientIds: readonly string[]): Promise<Obstacle[]> {
  const found: Obstacle[] = []
  for (const { mergeObstacles } of tx.parts('patient'))
    if (mergeObstacles) found.push(...(await mergeObstacles(tx, patientIds)))
  return found
}
