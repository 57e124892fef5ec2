import { exportTaskStates } from '@dentin/contract/export-task'
import type { contract, HandlerOutput } from '@dentin/contract'
import { canonicalJson, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { Person } from '../../platform/database/database.ts'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hashOfBytes } from '../../platform/files/store.ts'
import type { Services } from '../../platform/services.ts'

/** What a task is asked for by: a job that takes the next of the clinic. */
export const RUN = 'exportTask.run'
/** So many of a clinic are made at once. */
export const AT_ONCE = 2
/** So many may one person have waiting in a clinic. */
const MOST_WAITING = 10
/** So many are listed. */
const LISTED = 100

type Shown = HandlerOutput<typeof contract.exportTask.list>[number]

const tasks = select(
  columns(
    'export_task',
    't',
    'id',
    'path',
    'title',
    'file_name',
    'status',
    'rows_done',
    'rows_expected',
    'bytes',
    'problem',
    'created_at',
    'started_at',
    'finished_at',
    'expires_at',
  ),
)
/** A task for its owner's screen. */
const shownAs = ({ path, ...task }: RowIn<typeof tasks>, { exports }: Pick<Services, 'exports'>): Shown => ({
  ...task,
  unit: exports.unitOf(path),
})
const heldTask = select(
  columns(
    'export_task',
    't',
    'id',
    'clinic_id',
    'employee_id',
    'account_id',
    'session_id',
    'asker_name',
    'ip',
    'request_id',
    'path',
    'title',
    'status',
    'run_id',
    'storage_key',
    'attempts',
    'heard_at',
  ),
  { input: sql<Record<string, unknown>>`t.input` },
)
/** A task as it is worked at. */
export type Task = RowIn<typeof heldTask>

/** Whose tasks are looked at: somebody at work in a clinic. */
export interface Owner {
  clinicId: string
  employeeId: string
}

/** What is asked for, when it has been found fit to be made. */
export interface Asked {
  path: string
  input: Record<string, unknown>
  title: string
  /** As far as it is known before it is made. */
  rows: number | null
  fileName: string | null
}

/** As whom a task is made. */
export const personOf = (task: Task): Person => ({
  accountId: task.accountId,
  clinicId: task.clinicId,
  sessionId: task.sessionId,
  name: task.askerName,
  ip: task.ip,
  requestId: task.requestId,
})

/** Lets a person's screens look at the list again. */
const tell = (tx: TenantTx, { clinicId, employeeId }: Owner) => tx.publish('exportTask', employeeId, clinicId)

/** Puts the work of a clinic's next task into the queue. */
const wake = (tx: TenantTx, { jobs }: Pick<Services, 'jobs'>, clinicId: string) =>
  jobs.enqueue(tx, RUN, { tenantId: tx.tenantId, clinicId })

/** The person's tasks in the clinic, the newest first. */
export async function ownTasks(
  tx: TenantTx,
  services: Pick<Services, 'exports'>,
  { clinicId, employeeId }: Owner,
): Promise<Shown[]> {
  const found = await tx.rows(
    tasks.keptFrom`export_task t where ${tx.own('t')} and t.clinic_id = ${clinicId} and t.employee_id = ${employeeId}
      order by t.created_at desc, t.id desc limit ${LISTED}`,
  )
  return found.map((task) => shownAs(task, services))
}

async function ownTask(
  tx: TenantTx,
  services: Pick<Services, 'exports'>,
  { clinicId, employeeId }: Owner,
  id: string,
): Promise<Shown> {
  const found = await tx.need(
    tasks.keptFrom`export_task t where ${tx.own('t')} and t.id = ${id} and t.clinic_id = ${clinicId} and t.employee_id = ${employeeId}`,
  )
  return shownAs(found, services)
}

/** Locks a task of the person. @throws AppError NOT_FOUND; STATUS_CHANGED where the step can't be taken */
async function ownForStep(tx: TenantTx, { clinicId, employeeId }: Owner, id: string, step: 'cancel' | 'retry') {
  const found = await tx.need(
    heldTask.keptFrom`export_task t where ${tx.own('t')} and t.id = ${id} and t.clinic_id = ${clinicId}
      and t.employee_id = ${employeeId} for update`,
  )
  if (!exportTaskStates.may(step, found.status)) throw new AppError('STATUS_CHANGED')
  return found
}

/** Two requests of one person come one after the other, so that the same export is one task, and the limit holds. */
async function inTurn(tx: TenantTx, { employeeId }: Owner): Promise<void> {
  await tx.rows(keptSql`select pg_advisory_xact_lock(hashtextextended(${`export ${employeeId}`}, 0)) is null as held`)
}

async function mustHaveRoom(tx: TenantTx, { clinicId, employeeId }: Owner): Promise<void> {
  const waiting = await tx.rows(
    select(columns('export_task', 't', 'id'))
      .keptFrom`export_task t where ${tx.own('t')} and t.clinic_id = ${clinicId} and t.employee_id = ${employeeId}
      and t.status in ${codes(exportTaskStates, 'active')} limit ${MOST_WAITING}`,
  )
  if (waiting.length >= MOST_WAITING) throw new AppError('EXPORTS_WAITING')
}

const sameActive = (tx: TenantTx, { clinicId, employeeId }: Owner, hash: string) =>
  tx.row(
    tasks.keptFrom`export_task t where ${tx.own('t')} and t.clinic_id = ${clinicId} and t.employee_id = ${employeeId}
      and t.input_hash = ${hash} and t.status in ${codes(exportTaskStates, 'active')}`,
  )

/**
 * Queues an export; the same one that is queued or made already is that task.
 * @throws AppError EXPORTS_WAITING
 */
export async function askFor(
  tx: TenantTx,
  services: Pick<Services, 'exports' | 'jobs'>,
  owner: Owner,
  person: Person,
  { path, input, title, rows, fileName }: Asked,
): Promise<Shown> {
  const hash = hashOfBytes(Buffer.from(canonicalJson([path, input])))
  await inTurn(tx, owner)
  const same = await sameActive(tx, owner, hash)
  if (same) return shownAs(same, services)
  await mustHaveRoom(tx, owner)
  const id = uuidv7()
  const { queued } = exportTaskStates.code
  await tx.rows(
    keptSql`insert into export_task (tenant_id, id, clinic_id, employee_id, account_id, session_id, asker_name, ip, request_id, path,
          input, input_hash, title, file_name, status, rows_expected, created_at, queued_at)
        values (${tx.tenantId}, ${id}, ${owner.clinicId}, ${owner.employeeId}, ${person.accountId}, ${person.sessionId}, ${person.name},
          ${person.ip}, ${person.requestId}, ${path}, ${JSON.stringify(input)}::jsonb, ${hash}, ${title}, ${fileName}, ${queued}, ${rows},
          ${tx.now}, ${tx.now})
        returning id`,
  )
  await tx.logStatus('export_task', id, owner.clinicId, null, queued)
  await wake(tx, services, owner.clinicId)
  tell(tx, owner)
  return ownTask(tx, services, owner, id)
}

/** Gives a task up; what is being made stops within a second. @throws AppError NOT_FOUND, STATUS_CHANGED */
export async function cancel(
  tx: TenantTx,
  services: Pick<Services, 'exports' | 'jobs'>,
  owner: Owner,
  id: string,
): Promise<Shown> {
  const found = await ownForStep(tx, owner, id, 'cancel')
  await settle(tx, services, found, exportTaskStates.after('cancel'), '')
  return ownTask(tx, services, owner, id)
}

/** Queues a task once more of which nothing is left. @throws AppError NOT_FOUND, STATUS_CHANGED, EXPORTS_WAITING */
export async function retry(
  tx: TenantTx,
  services: Pick<Services, 'exports' | 'jobs'>,
  owner: Owner,
  id: string,
): Promise<Shown> {
  await inTurn(tx, owner)
  const found = await ownForStep(tx, owner, id, 'retry')
  const same = await sameActive(tx, owner, hashOfBytes(Buffer.from(canonicalJson([found.path, found.input]))))
  if (same) return shownAs(same, services)
  await mustHaveRoom(tx, owner)
  const queued = exportTaskStates.after('retry')
  await tx.rows(
    keptSql`update export_task t set status = ${queued}, queued_at = ${tx.now}, attempts = 0, problem = '', rows_done = 0, bytes = null,
          started_at = null, finished_at = null, expires_at = null, rights = null
        where ${tx.own('t')} and t.id = ${id} returning t.id`,
  )
  await tx.logStatus('export_task', id, owner.clinicId, found.status, queued)
  await wake(tx, services, owner.clinicId)
  tell(tx, owner)
  return ownTask(tx, services, owner, id)
}

/** The end of a task without a file: failed or cancelled. The next of the clinic takes its place. */
export async function settle(
  tx: TenantTx,
  services: Pick<Services, 'jobs'>,
  task: Task,
  to: number,
  problem: string,
): Promise<void> {
  await tx.rows(
    keptSql`update export_task t set status = ${to}, problem = ${problem}, run_id = null, finished_at = ${tx.now}
        where ${tx.own('t')} and t.id = ${task.id} returning t.id`,
  )
  await tx.logStatus('export_task', task.id, task.clinicId, task.status, to)
  await wake(tx, services, task.clinicId)
  tell(tx, task)
}

/** What a file was made with, and where it lies; what the person may fetch. */
const fetched = select(columns('export_task', 't', 'id', 'path', 'title', 'status', 'expires_at'), {
  rights: sql<unknown>`t.rights`,
  name: sql<string | null>`f.name`,
  mediaType: sql<string | null>`f.media_type`,
  storageKey: sql<string | null>`f.storage_key`,
})

/** The file of a task of the person. @throws AppError NOT_FOUND, STATUS_CHANGED */
export async function fileOfTask(tx: TenantTx, { clinicId, employeeId }: Owner, id: string) {
  const found = await tx.need(
    fetched.keptFrom`export_task t left join file_object f on ${tx.own('f')} and f.id = t.file_id
      where ${tx.own('t')} and t.id = ${id} and t.clinic_id = ${clinicId} and t.employee_id = ${employeeId}`,
  )
  const { name, mediaType, storageKey } = found
  if (!exportTaskStates.may('download', found.status)) throw new AppError('STATUS_CHANGED')
  if (!found.expiresAt || found.expiresAt <= tx.now || name === null || mediaType === null || storageKey === null)
    throw new AppError('STATUS_CHANGED', { message: '文件已过期，请重新导出' })
  return { id: found.id, path: found.path, title: found.title, rights: found.rights, name, mediaType, storageKey }
}

/** Tasks of a clinic at which somebody is or ought to be, locked, the one that waits longest first. */
export const activeInClinic = (tx: TenantTx, clinicId: string): Promise<Task[]> =>
  tx.rows(
    heldTask.keptFrom`export_task t where ${tx.own('t')} and t.clinic_id = ${clinicId}
      and t.status in ${codes(exportTaskStates, 'active')} order by t.queued_at, t.id for update`,
  )

/** The task, locked, as long as the run is the one that is at it. */
export const ofRun = (tx: TenantTx, id: string, runId: string): Promise<Task | undefined> =>
  tx.row(heldTask.keptFrom`export_task t where ${tx.own('t')} and t.id = ${id} and t.run_id = ${runId} for update`)

/** Begins a run. */
export async function begin(tx: TenantTx, task: Task, runId: string): Promise<void> {
  const running = exportTaskStates.after('begin')
  await tx.rows(
    keptSql`update export_task t set status = ${running}, run_id = ${runId}, attempts = t.attempts + 1, rows_done = 0, storage_key = null,
          started_at = ${tx.now}, heard_at = ${tx.realNow}
        where ${tx.own('t')} and t.id = ${task.id} returning t.id`,
  )
  await tx.logStatus('export_task', task.id, task.clinicId, task.status, running)
  tell(tx, task)
}

/** Puts a task back whose server is gone or going. @param isItsFault the run counts as one of those that a task has */
export async function giveBack(tx: TenantTx, task: Task, isItsFault: boolean): Promise<void> {
  const queued = exportTaskStates.after('giveBack')
  await tx.rows(
    keptSql`update export_task t set status = ${queued}, run_id = null, attempts = t.attempts - ${isItsFault ? 0 : 1}
        where ${tx.own('t')} and t.id = ${task.id} returning t.id`,
  )
  await tx.logStatus('export_task', task.id, task.clinicId, task.status, queued)
  tell(tx, task)
}

/** Says how far a run has come. @returns whether it is still wanted */
export async function hear(
  tx: TenantTx,
  task: Task,
  runId: string,
  come: { rowsDone: number; rowsExpected: number | null; fileName: string | null; isNews: boolean },
): Promise<boolean> {
  const rows = await tx.rows(
    keptSql`update export_task t set rows_done = ${come.rowsDone}, rows_expected = coalesce(${come.rowsExpected}::int, t.rows_expected),
          file_name = coalesce(${come.fileName}::text, t.file_name), heard_at = ${tx.realNow}
        where ${tx.own('t')} and t.id = ${task.id} and t.run_id = ${runId} returning t.id`,
  )
  if (rows.length > 0 && come.isNews) tell(tx, task)
  return rows.length > 0
}

/** Notes where a run is about to put its file. @returns whether it is still wanted */
export async function aboutToStore(tx: TenantTx, task: Task, runId: string, key: string): Promise<boolean> {
  const rows = await tx.rows(
    keptSql`update export_task t set storage_key = ${key}, heard_at = ${tx.realNow}
        where ${tx.own('t')} and t.id = ${task.id} and t.run_id = ${runId} returning t.id`,
  )
  return rows.length > 0
}

/** Where the files may lie of tasks that ended without one before a moment, as of servers that were killed: nobody else looks there. */
export async function leftBehind(tx: TenantTx, before: Date): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(
    sql`update export_task t set storage_key = null
        from (select x.id, x.storage_key from export_task x where ${tx.own('x')} and x.status in ${codes(exportTaskStates, 'without')}
          and x.storage_key is not null and x.finished_at <= ${before} for update) o
        where ${tx.own('t')} and t.id = o.id returning o.storage_key as key`,
  )
  return rows.map(({ key }) => key)
}

/** The file is there: it is the person's for some days. */
export async function finish(
  tx: TenantTx,
  services: Pick<Services, 'jobs'>,
  task: Task,
  made: { fileId: string; fileName: string; bytes: number; rows: number | null; rights: unknown; expiresAt: Date },
): Promise<void> {
  const done = exportTaskStates.after('finish')
  await tx.rows(
    keptSql`update export_task t set status = ${done}, run_id = null, storage_key = null, file_id = ${made.fileId},
          file_name = ${made.fileName}, bytes = ${made.bytes}, rights = ${JSON.stringify(made.rights)}::jsonb,
          rows_expected = coalesce(${made.rows}::int, t.rows_expected), rows_done = coalesce(${made.rows}::int, t.rows_done),
          finished_at = ${tx.now}, expires_at = ${made.expiresAt}
        where ${tx.own('t')} and t.id = ${task.id} returning t.id`,
  )
  await tx.logStatus('export_task', task.id, task.clinicId, task.status, done)
  await wake(tx, services, task.clinicId)
  tell(tx, task)
}
