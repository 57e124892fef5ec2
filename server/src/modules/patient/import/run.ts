import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { today, uuidv7 } from '@dentin/kit'
import { isOverdue } from '../../../platform/database/problems.ts'
import type { Actor } from '../../../platform/database/ids.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { companies } from '../../identity/index.ts'
import { linkToClinic } from '../access.ts'
import { searchOf } from '../fields.ts'
import { columnsOf, lockCompany, newMedicalNumbers } from '../commands.ts'
import { changedRows, checkRows, isChanged, type CheckedRow, type Doubt, type ReadyRow } from './check.ts'
import { CHECK_JOB, lookAtAll, runCheck } from './check-job.ts'
import {
  chooseRows,
  countRows,
  dropRows,
  IMPORT,
  importState,
  lockImport,
  lockWork,
  rowsToWrite,
  staleImports,
} from './queries.ts'
import { passes, Stopped } from './work.ts'

type State = HandlerOutput<typeof contract.patient.importRun>
const JOB = 'patient.import'
/** Written at a time; after each the progress is told. */
const PORTION = 500

/** Begins to write an import: from here on it is the job's. One that seems to stand still is put into the queue again. */
export async function startImport(
  context: ClinicContext,
  { id, leaveBad }: ParsedInput<typeof contract.patient.importRun>,
): Promise<State> {
  const { tx, services, tenantId } = context
  const found = await lockImport(tx, id)
  if (found.status !== IMPORT.writing) {
    mustBeOpen(found)
    // Rows that are wrong are never written; whoever leaves them takes them along as a file.
    if (found.bad > 0 && !leaveBad)
      throw new AppError('PATIENT_IMPORT_BAD', { message: `还有 ${found.bad} 行有误，请改好后重新上传` })
    const undecided = found.doubtful - found.creating - found.skipping
    if (undecided > 0)
      throw new AppError('PATIENT_IMPORT_UNDECIDED', { message: `还有 ${undecided} 行疑似重复没有决定` })
    if (found.toWrite === 0) throw new AppError('PATIENT_IMPORT_NOTHING')
    await tx.rows(
      keptSql`update patient_import set status = ${IMPORT.writing}, written = 0, problem = '', started_at = ${tx.now}, run_no = run_no + 1
          where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
    )
  }
  await services.jobs.enqueue(tx, JOB, { tenantId, importId: id })
  tx.publish('patient', id)
  return importState(tx, id)
}

/** Refuses what is only possible between the check and the writing. */
function mustBeOpen({ status, rowsKept }: State): void {
  if (status !== IMPORT.checked && status !== IMPORT.broken) throw new AppError('PATIENT_IMPORT_STATE')
  if (!rowsKept) throw new AppError('PATIENT_IMPORT_NOTHING', { message: '导入的内容只保留 7 天，请重新上传' })
}

/** Says of rows that may have a file already whether they are left out or opened all the same. */
export async function chooseImportRows(
  context: ClinicContext,
  { id, choice, rows }: ParsedInput<typeof contract.patient.importChoose>,
): Promise<State> {
  const { tx } = context
  mustBeOpen(await lockImport(tx, id))
  const wanted = rows && [...new Set(rows)]
  const chosen = await chooseRows(tx, id, choice, wanted)
  if (wanted && chosen < wanted.length)
    throw fieldError('BAD_INPUT', 'rows', '所选的行里有不是疑似重复的，请刷新后再选')
  if (chosen === 0) throw new AppError('PATIENT_IMPORT_NOTHING', { message: '没有疑似重复的行' })
  await countRows(tx, id)
  tx.publish('patient', id)
  return importState(tx, id)
}

/** Puts an import aside that was not begun; what was read goes. */
export async function discardImport(context: ClinicContext, id: string): Promise<State> {
  const { tx } = context
  const { status } = await lockImport(tx, id)
  if (status !== IMPORT.checked && status !== IMPORT.broken && status !== IMPORT.unchecked)
    throw new AppError('PATIENT_IMPORT_STATE')
  await tx.rows(
    keptSql`update patient_import set status = ${IMPORT.aside} where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
  )
  await dropRows(tx, id)
  tx.publish('patient', id)
  return importState(tx, id)
}

/** Which of its runs this is, `runNo` says. */
const workList = select(
  columns('patient_import', 'i', 'clinic_id', 'employee_id', 'employee_name', 'file_name', 'run_no'),
)
type Work = RowIn<typeof workList>

/** What an import is to do; nothing when it is not (or no longer) to be done. */
const workOf = (tx: TenantTx, id: string) =>
  tx.row(workList.keptFrom`patient_import i where ${tx.own('i')} and i.id = ${id} and i.status = ${IMPORT.writing}`)

/** Raised when files changed between the preparation and the writing. */
class Changed extends Error {
  constructor(readonly rows: number) {
    super('files changed')
  }
}

/** What a run writes, prepared beside all other work. */
interface Prepared {
  rows: CheckedRow[]
  /** What was known of each row when somebody decided. */
  known: ReadonlyMap<number, readonly Doubt[]>
  files: NewFile[]
}

/**
 * Writes an import: all its rows in one transaction or none. Checked and made ready before, so that the company's lock, which
 * everybody needs who opens a file, is held for the writing alone. It may run twice or be cut off anywhere; whoever comes
 * second waits and finds it done.
 */
export async function runImport(
  services: Services,
  tenantId: string,
  importId: string,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const { database } = services
  const work = await database.withTenant(tenantId, 'all', (tx) => workOf(tx, importId))
  if (!work) return
  const { clinicId } = work
  const actor: Actor = {
    sessionId: null,
    accountId: null,
    employeeId: work.employeeId as Actor['employeeId'],
    name: work.employeeName,
    ip: null,
    requestId: null,
  }
  const tell = (written: number) =>
    database.withTenant(tenantId, clinicId, async (tx) => {
      await tx.rows(
        keptSql`update patient_import set written = ${written} where tenant_id = ${tenantId} and id = ${importId} and status = ${IMPORT.writing} returning id`,
      )
      tx.publish('patient', importId)
    })
  try {
    const prepared = await database.withTenant(tenantId, clinicId, (tx) => prepare(tx, importId, work))
    if (signal.aborted) throw new Stopped()
    await database.withTenant(
      tenantId,
      clinicId,
      async (tx) => {
        await lockWork(tx, importId)
        await lockCompany(tx)
        if ((await workOf(tx, importId))?.runNo !== work.runNo) return
        await writeAll(tx, importId, work, prepared, async (written) => {
          if (signal.aborted) throw new Stopped()
          await tell(written)
        })
      },
      actor,
    )
  } catch (error) {
    if (error instanceof Changed) return lookAgain(services, tenantId, importId, work, error.rows)
    if (passes(error) || isOverdue(error)) throw error
    log.error({ err: error, tenantId, importId }, 'import broken off')
    await database.withTenant(tenantId, clinicId, async (tx) => {
      await tx.rows(
        keptSql`update patient_import set status = ${IMPORT.broken}, written = 0, problem = '导入没有完成，一位患者也没有写入，请重试'
            where tenant_id = ${tenantId} and id = ${importId} and status = ${IMPORT.writing} returning id`,
      )
      tx.publish('patient', importId)
    })
  }
}

/** Reads and checks the rows of a run and makes its files, with the numbers that are next by now. Holds nothing. */
async function prepare(tx: TenantTx, importId: string, work: Work): Promise<Prepared> {
  const kept = await rowsToWrite(tx, importId)
  const known = new Map(kept.map(({ rowNo, doubts }) => [rowNo, doubts]))
  const rows = await checkRows(tx, work.clinicId, kept)
  const changed = rows.filter((row) => isChanged(row, known.get(row.rowNo) ?? []))
  if (changed.length > 0) throw new Changed(changed.length)
  return { rows, known, files: filesOf(tx, rows, await numbersFor(tx, rows, work), work) }
}

/** Somebody opened or changed files meanwhile: all rows are looked at again, and somebody decides anew. */
async function lookAgain(
  { database }: Services,
  tenantId: string,
  importId: string,
  work: Work,
  changed: number,
): Promise<void> {
  const problem = `检查之后档案有了变化，${changed} 行要重新核对`
  await database.withTenant(tenantId, work.clinicId, async (tx) => {
    await lockWork(tx, importId)
    if ((await workOf(tx, importId))?.runNo === work.runNo)
      await lookAtAll(tx, { importId, clinicId: work.clinicId, problem })
  })
}

const inputsOf = (rows: readonly CheckedRow[]) => rows.flatMap(({ ready }) => ready ?? [])

/** The medical numbers for those rows that have none of their own. */
async function numbersFor(tx: TenantTx, rows: readonly CheckedRow[], { clinicId }: Work): Promise<string[]> {
  const inputs = inputsOf(rows).map(({ input }) => input.medicalNumber)
  const given = inputs.flatMap((number) => number ?? [])
  return newMedicalNumbers(tx, await clinicSettings(tx, clinicId), inputs.length - given.length, given)
}

function filesOf(tx: TenantTx, rows: readonly CheckedRow[], numbers: readonly string[], work: Work): NewFile[] {
  const left = [...numbers]
  return inputsOf(rows).map((each) => fileOf(tx, each, each.input.medicalNumber ?? (left.shift() as string), work))
}

async function writeAll(
  tx: TenantTx,
  importId: string,
  work: Work,
  { rows, known, files: made }: Prepared,
  progress: (written: number) => Promise<void>,
): Promise<void> {
  const changed = await changedRows(tx, rows, known)
  if (changed.length > 0) throw new Changed(changed.length)
  // Whoever opened a file meanwhile took the next number; then all are numbered again.
  const numbers = await numbersFor(tx, rows, work)
  const given = new Set(made.map((file) => file.medical_number))
  const files = numbers.every((number) => given.has(number)) ? made : filesOf(tx, rows, numbers, work)
  const ids = files.map(({ id }) => id)
  for (let at = 0; at < files.length; at += PORTION) {
    const portion = files.slice(at, at + PORTION)
    const inserted = await tx.insertNew('patient', portion, 'patient_medical_number_key', { patientColumn: 'id' })
    if (inserted.length < portion.length) throw new Error('a medical number was taken under the lock')
    await tx.rows(
      keptSql`insert into patient_stat (tenant_id, patient_id)
          select ${tx.tenantId}::uuid, x from unnest(${portion.map(({ id }) => id)}::uuid[]) x returning patient_id`,
    )
    await linkToClinic(
      tx,
      portion.map(({ id }) => id),
      work.clinicId,
    )
    await progress(at + portion.length)
  }
  const groupId = await gather(tx, work, ids)
  await tx.rows(
    keptSql`update patient_import set status = ${IMPORT.done}, written = ${ids.length}, group_id = ${groupId}, finished_at = ${tx.now}
        where tenant_id = ${tx.tenantId} and id = ${importId} returning id`,
  )
  await tx.note('import', 'patient_import', importId, { after: { fileName: work.fileName, rows: ids.length, groupId } })
  tx.publish('patient', importId)
}

type NewFile = ReturnType<typeof fileOf>

function fileOf(tx: TenantTx, { input, settled }: ReadyRow, medicalNumber: string, work: Work) {
  return {
    ...columnsOf(input, settled),
    // Rows of a sheet go in as one JSON, this with them.
    allergies: settled.allergies.map((entry) => ({ ...entry })),
    id: uuidv7(),
    home_clinic_id: work.clinicId,
    medical_number: medicalNumber,
    search: searchOf({ ...input, medicalNumber }),
    sms_opt_out: false,
    marketing_opt_out: false,
    status: fileStates.code.active,
    archive_remark: '',
    archived_by: '',
    deleted_by: '',
    created_by: work.employeeId,
    created_name: work.employeeName,
    created_at: tx.now,
    updated_at: tx.now,
  }
}

const GROUP_NAMES = 50

/** Puts the new files into a group of their own, named after the day. */
async function gather(tx: TenantTx, work: Work, ids: readonly string[]): Promise<string> {
  const day = today(tx.now)
  const taken = await tx.rows(
    select(columns('patient_group', 'g', 'name'))
      .from`patient_group g where ${tx.own('g')} and g.home_clinic_id = ${work.clinicId}
        and g.share_level <> 1 and starts_with(g.name, '导入')`,
  )
  const names = [
    `导入${day}`,
    ...Array.from({ length: GROUP_NAMES }, (_, n) => `导入${day.slice(5)} 第${n + 2}次`),
    `导入${uuidv7().slice(-8)}`,
  ]
  const name = names.find((each) => !taken.some((other) => other.name === each)) as string
  const id = uuidv7()
  await tx.insert('patient_group', {
    id,
    home_clinic_id: work.clinicId,
    owner_id: work.employeeId,
    owner_name: work.employeeName,
    name,
    colour: 'slate',
    type: 1,
    rule: null,
    share_level: 2,
    sort_no: 0,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await tx.rows(
    keptSql`insert into patient_group_member (tenant_id, group_id, patient_id, added_by, added_at)
        select ${tx.tenantId}::uuid, ${id}::uuid, x, ${work.employeeId}::uuid, ${tx.now}::timestamptz from unnest(${ids}::uuid[]) x returning patient_id`,
  )
  return id
}

const importIds = select(columns('patient_import', 'i', 'id'))

/** Imports are checked and written by jobs, go on when the server comes back, and their rows go after a week. */
export function defineImportJobs(services: Services): void {
  const { jobs, database } = services
  /** One import's work; without one, that of all which a process left behind. */
  const define = (name: string, status: number, run: typeof runImport) =>
    jobs.define<{ tenantId?: string; importId?: string }>(
      name,
      async ({ tenantId, importId }, context) => {
        if (tenantId && importId) return run(services, tenantId, importId, context)
        for (const company of await database.withPlatform(companies)) {
          const left = await database.withTenant(company, 'all', (tx) =>
            tx.rows(importIds.from`patient_import i where ${tx.own('i')} and i.status = ${status}`),
          )
          for (const { id } of left) await run(services, company, id, context)
        }
      },
      { atStart: true },
    )
  define(JOB, IMPORT.writing, runImport)
  define(CHECK_JOB, IMPORT.checking, runCheck)
  jobs.define('patient.import-clean', async () => {
    for (const tenantId of await database.withPlatform(companies))
      await database.withTenant(tenantId, 'all', async (tx) => {
        for (const id of await staleImports(tx)) await dropRows(tx, id)
      })
  })
  jobs.schedule('patient.import-clean', '50 3 * * *')
}
