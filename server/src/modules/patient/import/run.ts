import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { today, uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { isOverdue, isRetryable, isUnavailable } from '../../../platform/database/problems.ts'
import type { Actor } from '../../../platform/database/ids.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { columnsOf, lockCompany, newMedicalNumbers } from '../commands.ts'
import { checkRows, type CheckedRow } from './check.ts'
import { dropRows, IMPORT, importState, keepRows, keptRows, staleImports } from './queries.ts'

type State = HandlerOutput<typeof contract.patient.importRun>
const JOB = 'patient.import'
/** Written at a time; after each the progress is told. */
const PORTION = 500

async function lockImport(tx: TenantTx, id: string): Promise<State> {
  await tx.need(
    sql`select i.id from patient_import i where i.tenant_id = ${tx.tenantId} and i.id = ${id} for no key update`,
  )
  return importState(tx, id)
}

/** Begins to write an import: from here on it is the job's. One that seems to stand still is put into the queue again. */
export async function startImport(
  context: ClinicContext,
  { id, withDoubtful }: ParsedInput<typeof contract.patient.importRun>,
): Promise<State> {
  const { tx, services, tenantId } = context
  const found = await lockImport(tx, id)
  if (found.status !== IMPORT.writing) {
    if (found.status !== IMPORT.checked && found.status !== IMPORT.broken) throw new AppError('PATIENT_IMPORT_STATE')
    if (!found.rowsKept) throw new AppError('PATIENT_IMPORT_NOTHING', { message: '导入的内容只保留 7 天，请重新上传' })
    if (found.bad > 0)
      throw new AppError('PATIENT_IMPORT_BAD', { message: `还有 ${found.bad} 行有误，请改好后重新上传` })
    if (found.good + (withDoubtful ? found.doubtful : 0) === 0) throw new AppError('PATIENT_IMPORT_NOTHING')
    await tx.rows(
      sql`update patient_import set status = ${IMPORT.writing}, with_doubtful = ${withDoubtful}, written = 0, problem = '', started_at = ${tx.now}
          where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
    )
  }
  await services.jobs.enqueue(tx, JOB, { tenantId, importId: id })
  tx.publish('patient', id)
  return importState(tx, id)
}

/** Puts an import aside that was not begun; what was read goes. */
export async function discardImport(context: ClinicContext, id: string): Promise<State> {
  const { tx } = context
  const { status } = await lockImport(tx, id)
  if (status !== IMPORT.checked && status !== IMPORT.broken) throw new AppError('PATIENT_IMPORT_STATE')
  await tx.rows(
    sql`update patient_import set status = ${IMPORT.aside} where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
  )
  await dropRows(tx, id)
  return importState(tx, id)
}

interface Work {
  clinicId: string
  employeeId: string
  employeeName: string
  fileName: string
  withDoubtful: boolean
}

/** What an import is to do; nothing when it is not (or no longer) to be done. */
const workOf = (tx: TenantTx, id: string) =>
  tx.row<Work>(
    sql`select i.clinic_id as "clinicId", i.employee_id as "employeeId", i.employee_name as "employeeName", i.file_name as "fileName",
          i.with_doubtful as "withDoubtful"
        from patient_import i where i.tenant_id = ${tx.tenantId} and i.id = ${id} and i.status = ${IMPORT.writing}`,
  )

/** Raised to take everything back that was written. */
class Stopped extends Error {}

/**
 * Writes an import: all its rows in one transaction or none. It may run twice or be cut off anywhere; whoever comes second
 * waits at the company's lock and finds it done.
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
        sql`update patient_import set written = ${written} where tenant_id = ${tenantId} and id = ${importId} and status = ${IMPORT.writing} returning id`,
      )
      tx.publish('patient', importId)
    })
  try {
    await database.withTenant(
      tenantId,
      clinicId,
      async (tx) => {
        await lockCompany(tx)
        if (!(await workOf(tx, importId))) return
        await writeAll(tx, importId, work, async (written) => {
          if (signal.aborted) throw new Stopped()
          await tell(written)
        })
      },
      actor,
    )
  } catch (error) {
    // What passes is tried again by the queue; anything else is told, and somebody decides.
    if (error instanceof Stopped || isRetryable(error) || isUnavailable(error) || isOverdue(error)) throw error
    log.error({ err: error, tenantId, importId }, 'import broken off')
    await database.withTenant(tenantId, clinicId, async (tx) => {
      await tx.rows(
        sql`update patient_import set status = ${IMPORT.broken}, written = 0, problem = '导入没有完成，一位患者也没有写入，请重试'
            where tenant_id = ${tenantId} and id = ${importId} and status = ${IMPORT.writing} returning id`,
      )
      tx.publish('patient', importId)
    })
  }
}

async function writeAll(
  tx: TenantTx,
  importId: string,
  work: Work,
  progress: (written: number) => Promise<void>,
): Promise<void> {
  const kept = await keptRows(tx, importId, work.withDoubtful ? [1, 3] : [1])
  const rows = await checkRows(tx, work.clinicId, kept)
  const before = new Map(kept.map(({ rowNo, kind }) => [rowNo, kind]))
  const changed = rows.filter(({ rowNo, kind }) => kind === 2 || (kind === 3 && before.get(rowNo) === 1))
  if (changed.length > 0) {
    await keepRows(tx, importId, rows)
    await tx.rows(
      sql`update patient_import i set status = ${IMPORT.checked}, written = 0, problem = ${`检查之后档案有了变化，${changed.length} 行要重新核对`},
            good = x.good, bad = x.bad, doubtful = x.doubtful
          from (select (count(*) filter (where r.kind = 1))::int as good, (count(*) filter (where r.kind = 2))::int as bad,
              (count(*) filter (where r.kind = 3))::int as doubtful
            from patient_import_row r where r.tenant_id = ${tx.tenantId} and r.import_id = ${importId}) x
          where i.tenant_id = ${tx.tenantId} and i.id = ${importId} returning i.id`,
    )
    tx.publish('patient', importId)
    return
  }
  const ready = rows.flatMap((row) => row.ready ?? [])
  const given = ready.flatMap(({ input }) => input.medicalNumber ?? [])
  const numbers = await newMedicalNumbers(tx, ready.length - given.length, given)
  const files = ready.map((each) => fileOf(tx, each, each.input.medicalNumber ?? (numbers.shift() as string), work))
  const ids = files.map(({ id }) => id)
  for (let at = 0; at < files.length; at += PORTION) {
    const portion = files.slice(at, at + PORTION)
    const made = await tx.insertNew('patient', portion, 'patient_medical_number_key', { patientColumn: 'id' })
    if (made.length < portion.length) throw new Error('a medical number was taken under the lock')
    await tx.rows(
      sql`insert into patient_stat (tenant_id, patient_id)
          select ${tx.tenantId}::uuid, x from unnest(${portion.map(({ id }) => id)}::uuid[]) x returning patient_id`,
    )
    await progress(at + portion.length)
  }
  const groupId = await gather(tx, work, ids)
  await tx.rows(
    sql`update patient_import set status = ${IMPORT.done}, written = ${ids.length}, group_id = ${groupId}, finished_at = ${tx.now}
        where tenant_id = ${tx.tenantId} and id = ${importId} returning id`,
  )
  await tx.note('import', 'patient_import', importId, { after: { fileName: work.fileName, rows: ids.length, groupId } })
  tx.publish('patient', importId)
}

function fileOf(tx: TenantTx, { input, settled }: NonNullable<CheckedRow['ready']>, medicalNumber: string, work: Work) {
  const { name, mobile } = input
  return {
    ...columnsOf(input, settled),
    id: uuidv7(),
    home_clinic_id: work.clinicId,
    medical_number: medicalNumber,
    search: searchText({ name, mobile, medicalNumber }),
    mobile,
    mobile2: input.mobile2,
    medicare_no: input.medicareNo,
    sms_opt_out: false,
    marketing_opt_out: false,
    status: 0,
    birth_year_estimated: settled.birthYearEstimated,
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
  const taken = await tx.rows<{ name: string }>(
    sql`select g.name from patient_group g where g.tenant_id = ${tx.tenantId} and g.home_clinic_id = ${work.clinicId}
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
    sql`insert into patient_group_member (tenant_id, group_id, patient_id, added_by, added_at)
        select ${tx.tenantId}::uuid, ${id}::uuid, x, ${work.employeeId}::uuid, ${tx.now}::timestamptz from unnest(${ids}::uuid[]) x returning patient_id`,
  )
  return id
}

/** Imports run as jobs, go on when the server comes back, and their rows go after a week. */
export function defineImportJobs(services: Services): void {
  const { jobs, database } = services
  const tenants = async () =>
    database.withPlatform((tx) =>
      tx.rows<{ tenantId: string }>(sql`select distinct tenant_id as "tenantId" from account_clinic order by 1`),
    )
  jobs.define<{ tenantId?: string; importId?: string }>(
    JOB,
    async ({ tenantId, importId }, context) => {
      if (tenantId && importId) return runImport(services, tenantId, importId, context)
      for (const tenant of await tenants()) {
        const left = await database.withTenant(tenant.tenantId, 'all', (tx) =>
          tx.rows<{ id: string }>(
            sql`select i.id from patient_import i where i.tenant_id = ${tenant.tenantId} and i.status = ${IMPORT.writing}`,
          ),
        )
        for (const { id } of left) await runImport(services, tenant.tenantId, id, context)
      }
    },
    { atStart: true },
  )
  jobs.define('patient.import-clean', async () => {
    for (const { tenantId } of await tenants())
      await database.withTenant(tenantId, 'all', async (tx) => {
        for (const id of await staleImports(tx)) await dropRows(tx, id)
      })
  })
  jobs.schedule('patient.import-clean', '50 3 * * *')
}
