import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_DAYS, exportTaskStates } from '@dentin/contract/export-task'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { saysDiskFull } from '../../platform/disk.ts'
import { AppError } from '../../platform/errors.ts'
import { dropFiles, measure, newStorageKey, noteFile } from '../../platform/files/store.ts'
import type { MadeFile } from '../../platform/files/made.ts'
import { GONE } from '../../platform/http/exports.ts'
import { uploadFolder } from '../../platform/http/upload.ts'
import type { JobContext } from '../../platform/jobs/jobs.ts'
import { forEachTenant } from '../../platform/jobs/maintenance.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../messaging/index.ts'
import {
  aboutToStore,
  activeInClinic,
  AT_ONCE,
  begin,
  finish,
  giveBack,
  hear,
  leftBehind,
  ofRun,
  personOf,
  RUN,
  settle,
  type Task,
} from './tasks.ts'

const TIDY = 'exportTask.tidy'
/** So many are made at once by one server, of all clinics. */
const AT_ONCE_HERE = 3
/** How often a run says how far it has come, and looks whether it is still wanted. */
const BEAT_MS = 1_000
/** A run that was not heard of for so long is nobody's any more. */
const SILENT_MS = 15_000
/** So often a task is begun before it counts as one that can't be made. */
const MOST_RUNS = 3
/** No run takes longer. */
const EXPIRE_S = 2 * 3600
const DAY_MS = 86_400_000
/** How long it is shown what became of a task. */
const REMEMBERED_DAYS = 30
const EXPIRED_AT_ONCE = 200
/** What a task that was given up may have left is looked for after so long: a server that lives takes its own away. */
const LEFT_MS = 3_600_000

interface Place {
  tenantId: string
  clinicId: string
}

/** Makes exports that take long, on connections of their own, and takes the files away when their time is over. */
export function defineExportJobs(services: Services): void {
  const { jobs } = services
  jobs.define<Place>(RUN, (place, context) => runNext(services, place, context), {
    concurrency: AT_ONCE_HERE,
    expireSeconds: EXPIRE_S,
  })
  jobs.define(
    TIDY,
    async (_data, { log, signal }) => {
      const counts = await forEachTenant(services.background, signal, (tenantId) => tidy(services, tenantId))
      log.info(counts, 'exports tidied')
    },
    { atStart: true },
  )
  jobs.schedule(TIDY, '11,41 * * * *')
}

/** Tells whoever asked what became of it. */
const tellAsker = (tx: TenantTx, task: Task, runId: string, title: string, body: string) =>
  notify(tx, {
    clinicId: task.clinicId,
    employeeIds: [task.employeeId],
    category: 'exports',
    title,
    body,
    link: '/myExports',
    key: `export:${task.id}:${runId}`,
  })

async function fail(tx: TenantTx, services: Services, task: Task, runId: string, problem: string): Promise<void> {
  await settle(tx, services, task, exportTaskStates.after('fail'), problem)
  await tellAsker(tx, task, runId, `${task.title}没有导出`, problem)
}

/**
 * Takes the task of a clinic that waits longest, unless as many as may be are at work. Those whose server is gone wait again.
 */
async function claim(tx: TenantTx, services: Services, clinicId: string, runId: string): Promise<Task | undefined> {
  const active = await activeInClinic(tx, clinicId)
  const silentSince = new Date(tx.realNow.getTime() - SILENT_MS)
  const waiting: Task[] = []
  let atWork = 0
  for (const task of active) {
    if (exportTaskStates.is(task.status, 'queued')) waiting.push(task)
    else if (task.heardAt && task.heardAt > silentSince) atWork += 1
    else if (task.attempts >= MOST_RUNS)
      await fail(tx, services, task, uuidv7(), '生成时服务器多次中断，请稍后重试，或缩小范围')
    else {
      await giveBack(tx, task, true)
      waiting.push({ ...task, status: exportTaskStates.code.queued })
    }
  }
  const [next] = waiting
  if (!next || atWork >= AT_ONCE) return undefined
  await begin(tx, next, runId)
  return next
}

async function runNext(services: Services, { tenantId, clinicId }: Place, { log, signal }: JobContext): Promise<void> {
  const { background, files } = services
  const runId = uuidv7()
  const task = await background.withTenant(tenantId, clinicId, (tx) => claim(tx, services, clinicId, runId))
  if (!task) return
  if (task.storageKey) await files.remove(task.storageKey)
  const run = new Run(services, tenantId, task, runId, signal)
  try {
    await run.make()
  } catch (error) {
    if (signal.aborted) {
      // The server stops: another one begins anew.
      await background.withTenant(tenantId, clinicId, async (tx) => {
        const mine = await ofRun(tx, task.id, runId)
        if (mine) await giveBack(tx, mine, false)
      })
      throw error
    }
    if (run.isUnwanted) return
    const problem = saidOf(error)
    if (!(error instanceof AppError)) log.error({ err: error, task: task.id, path: task.path }, 'export failed')
    await background.withTenant(tenantId, clinicId, async (tx) => {
      const mine = await ofRun(tx, task.id, runId)
      if (mine) await fail(tx, services, mine, runId, problem)
    })
  }
}

/** Why there is no file, for whoever asked for it. */
function saidOf(error: unknown): string {
  if (saysDiskFull(error)) return '服务器磁盘已满，文件没有生成，请联系管理员后重试'
  if (!(error instanceof AppError)) return '文件没有生成，请重试；仍不行请联系管理员'
  if (error === GONE) return GONE.message
  if (error.refusal === 'FORBIDDEN') return '您现在没有这份导出的权限'
  if (error.refusal === 'TOO_SLOW') return '15 分钟内没有算完，请缩短日期或增加筛选'
  return error.message
}

/** One try to make the file of a task. */
class Run {
  /** Raised when the task was cancelled, or given to somebody else. */
  readonly #unwanted = new AbortController()
  readonly #over: AbortSignal
  #made: MadeFile | null = null
  #said = 0

  constructor(
    private readonly services: Services,
    private readonly tenantId: string,
    private readonly task: Task,
    private readonly runId: string,
    stopping: AbortSignal,
  ) {
    this.#over = AbortSignal.any([stopping, this.#unwanted.signal])
  }

  get isUnwanted(): boolean {
    return this.#unwanted.signal.aborted
  }

  /** Makes the file and keeps it; whatever goes wrong, nothing of it is left. */
  async make(): Promise<void> {
    const { services, task } = this
    const beats = this.#beat()
    const folder = uploadFolder(services.config.dataDir)
    const target = path.join(folder, `${this.runId}.export`)
    try {
      const made = await services.exports.make(services, personOf(task), task, {
        database: services.background,
        gone: this.#over,
      })
      this.#made = made
      const { file } = made
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const bytes = Buffer.isBuffer(file.stream) ? Readable.from([file.stream]) : file.stream
      await pipeline(bytes, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal: this.#over })
      await this.#keep(made, target)
    } finally {
      clearInterval(beats)
      await rm(target, { force: true })
    }
  }

  async #keep({ file, rows, rights, notes }: MadeFile, target: string): Promise<void> {
    const { services, task, runId } = this
    const key = newStorageKey(this.tenantId, services.clock.now(), file.type)
    const measured = await measure(target)
    if (!(await this.#tx((tx) => aboutToStore(tx, task, runId, key)))) this.#giveUp()
    try {
      await services.files.put(key, target, file.type)
      await this.#tx(async (tx) => {
        const mine = await ofRun(tx, task.id, runId)
        if (!mine) return this.#giveUp()
        const stored = { key, name: file.name, mediaType: file.type, ...measured }
        const { id: fileId } = await noteFile(tx, task.clinicId, stored)
        for (const note of notes) await tx.note(...note)
        await file.kept?.(tx)
        const count = file.written?.() ?? rows
        const expiresAt = new Date(tx.now.getTime() + EXPORT_DAYS * DAY_MS)
        const { bytes } = measured
        await finish(tx, services, mine, { fileId, fileName: file.name, bytes, rows: count, rights, expiresAt })
        const said = count === null ? '' : `共 ${count.toLocaleString('en-US')} ${services.exports.unitOf(task.path)}，`
        await tellAsker(tx, mine, runId, `${task.title}已导出`, `${said}文件保留 ${EXPORT_DAYS} 天`)
      })
    } catch (error) {
      await services.files.remove(key).catch(() => {})
      throw error
    }
  }

  #giveUp(): never {
    this.#unwanted.abort()
    throw new AppError('STATUS_CHANGED')
  }

  /** A transaction of the person who asked. */
  #tx<T>(work: (tx: TenantTx) => Promise<T>): Promise<T> {
    const { accountId, sessionId, name, ip, requestId } = personOf(this.task)
    const employeeId = this.task.employeeId as never
    const actor = { accountId, sessionId, employeeId, name, ip, requestId }
    return this.services.background.withTenant(this.tenantId, this.task.clinicId, work, actor)
  }

  /** Says now and then how far it has come. */
  #beat(): NodeJS.Timeout {
    let isBusy = false
    return setInterval(() => {
      if (isBusy) return
      isBusy = true
      const made = this.#made
      const rowsDone = made?.file.written?.() ?? 0
      const come = { rowsDone, rowsExpected: made?.rows ?? null, fileName: made?.file.name ?? null }
      this.#tx((tx) => hear(tx, this.task, this.runId, { ...come, isNews: rowsDone !== this.#said }))
        .then((isWanted) => {
          this.#said = rowsDone
          if (!isWanted) this.#unwanted.abort()
        })
        .catch((error: unknown) => this.services.log.warn({ err: error, task: this.task.id }, 'progress not written'))
        .finally(() => (isBusy = false))
    }, BEAT_MS)
  }
}

/** Takes files away whose days are over, forgets what is long past, and sees to it that what waits is begun. */
async function tidy(services: Services, tenantId: string): Promise<Record<string, number>> {
  const { background, files, jobs } = services
  const { keys, forgotten } = await background.withTenant(tenantId, 'all', async (tx) => {
    const over = await tx.rows(
      select(columns('export_task', 't', 'id', 'clinic_id', 'status', 'file_id', 'employee_id'))
        .keptFrom`export_task t where ${tx.own('t')} and t.status in ${codes(exportTaskStates, 'done')}
        and t.expires_at <= ${tx.now} order by t.expires_at limit ${EXPIRED_AT_ONCE} for update skip locked`,
    )
    const expired = exportTaskStates.after('expire')
    const ids = over.map(({ id }) => id)
    await tx.rows(
      sql`update export_task t set status = ${expired}, file_id = null where ${tx.own('t')} and t.id = any(${ids}::uuid[]) returning t.id`,
    )
    for (const { id, clinicId, status, employeeId } of over) {
      await tx.logStatus('export_task', id, clinicId, status, expired)
      tx.publish('exportTask', employeeId, clinicId)
    }
    const left = await leftBehind(tx, new Date(tx.now.getTime() - LEFT_MS))
    const long = new Date(tx.now.getTime() - REMEMBERED_DAYS * DAY_MS)
    const forgotten = await tx.removed(
      sql`delete from export_task t where ${tx.own('t')} and t.status in ${codes(exportTaskStates, 'without')}
          and t.queued_at < ${long} returning t.id`,
    )
    const places = await tx.rows(
      select(columns('export_task', 't', 'clinic_id'))
        .keptFrom`export_task t where ${tx.own('t')} and t.status in ${codes(exportTaskStates, 'active')} group by t.clinic_id`,
    )
    // A run that a killed server left is silent for long enough by then.
    const startAfter = new Date(tx.now.getTime() + SILENT_MS + 5_000)
    for (const { clinicId } of places) await jobs.enqueue(tx, RUN, { tenantId, clinicId }, { startAfter })
    return {
      keys: [
        ...(await dropFiles(
          tx,
          over.flatMap(({ fileId }) => fileId ?? []),
        )),
        ...left,
      ],
      forgotten,
    }
  })
  for (const key of keys) await files.remove(key)
  return { expired: keys.length, forgotten }
}
