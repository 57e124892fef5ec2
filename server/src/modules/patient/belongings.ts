import type { Topic } from '@dentin/contract/core/topics'
import type { DB } from '../../platform/database/builder.ts'
import { onConstraint } from '../../platform/database/problems.ts'
import type { AuditedTable, TenantTx } from '../../platform/database/tx.ts'

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
export interface Belonging {
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
}

const following: Belonging[] = []
const staying: { table: string; column: string; why: string }[] = []

/**
 * Says that the rows of a table belong to the patient whom a column names: they go with him when his file is merged into
 * another, and come back when that is undone. One line for each table (and column), called when the module is loaded.
 * `plain: true` for a table without versions.
 */
export function followsPatient<T extends keyof DB & string>(
  table: T,
  ways: Ways<T> & (T extends AuditedTable ? { plain?: never } : { plain: true }) = {} as never,
): void {
  onConstraint(ways.constraint ?? `${table}_patient_fk`, 'PATIENT_MERGED')
  following.push({
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
  })
}

/** Says that a column names a patient and is left as it is when files are merged, and why. */
export function staysWithFile<T extends keyof DB & string>(table: T, column: Column<T>, why: string): void {
  staying.push({ table, column, why })
}

/** Everything that follows a patient, in the order in which the modules know one another. */
export const belongings = (): readonly Belonging[] => following
/** Everything that is left where it is. */
export const leftWithFile = (): readonly { table: string; column: string; why: string }[] => staying

/** A reason why a patient's file can't be merged now, in words. */
export interface Obstacle {
  patientId: string
  text: string
}
type ObstacleSource = (tx: TenantTx, patientIds: readonly string[]) => Promise<Obstacle[]>
const obstacleSources: ObstacleSource[] = []

/** A module in which something may be under way with a patient tells it here. */
export function tellsObstacles(source: ObstacleSource): void {
  obstacleSources.push(source)
}

/** What stands in the way of merging these files. */
export async function obstaclesOf(tx: TenantTx, patientIds: readonly string[]): Promise<Obstacle[]> {
  const found: Obstacle[] = []
  for (const source of obstacleSources) found.push(...(await source(tx, patientIds)))
  return found
}
