import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { isOverdue } from '../../../platform/database/problems.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { JobContext } from '../../../platform/jobs/jobs.ts'
import type { Services } from '../../../platform/services.ts'
import { checkRows, type Progress } from './check.ts'
import { countRows, IMPORT, importState, keepRows, keptRows, lockImport, lockWork } from './queries.ts'
import { passes, Stopped } from './work.ts'

export const CHECK_JOB = 'patient.import-check'

/** Puts the check of an import into the queue. */
export async function beginCheck({ tx, services, tenantId }: ClinicContext, importId: string): Promise<void> {
  await services.jobs.enqueue(tx, CHECK_JOB, { tenantId, importId })
  tx.publish('patient', importId)
}

/** Looks at an import again: after a check that broke off or stands still, or after something was changed in a file. */
export async function recheckImport(
  context: ClinicContext,
  { id }: ParsedInput<typeof contract.patient.importCheck>,
): Promise<HandlerOutput<typeof contract.patient.importCheck>> {
  const { tx } = context
  const { status, rowsKept } = await lockImport(tx, id)
  if (status !== IMPORT.checking && status !== IMPORT.unchecked && status !== IMPORT.checked)
    throw new AppError('PATIENT_IMPORT_STATE')
  if (!rowsKept) throw new AppError('PATIENT_IMPORT_NOTHING', { message: '导入的内容只保留 7 天，请重新上传' })
  await tx.rows(
    sql`update patient_import set status = ${IMPORT.checking}, looked = 0, problem = ''
        where tenant_id = ${tx.tenantId} and id = ${id} returning id`,
  )
  await beginCheck(context, id)
  return importState(tx, id)
}

/** Looks at all rows of an import, and keeps what is found. The caller holds the work. @param problem what is said beside it */
export async function lookAtAll(
  tx: TenantTx,
  {
    importId,
    clinicId,
    problem,
    progress,
  }: { importId: string; clinicId: string; problem: string; progress?: Progress },
): Promise<void> {
  const kept = await keptRows(tx, importId, [0, 1, 2, 3])
  // What the sheet itself says of a cell stays; the rest is found anew.
  const rows = kept.map((row) => ({ ...row, problems: row.problems.filter(({ ofSheet }) => ofSheet) }))
  await keepRows(tx, importId, await checkRows(tx, clinicId, rows, progress))
  await countRows(tx, importId)
  await tx.rows(
    sql`update patient_import set status = ${IMPORT.checked}, looked = row_count, written = 0, problem = ${problem}
        where tenant_id = ${tx.tenantId} and id = ${importId} returning id`,
  )
  tx.publish('patient', importId)
}

const clinic = select(columns('patient_import', 'i', 'clinic_id'))
const clinicOf = (tx: TenantTx, importId: string) =>
  tx.row(
    clinic.from`patient_import i
        where ${tx.own('i')} and i.id = ${importId} and i.status = ${IMPORT.checking}`,
  )

/** Checks an import. It may run twice or be cut off anywhere: nothing is kept but by the one that comes to its end. */
export async function runCheck(
  services: Services,
  tenantId: string,
  importId: string,
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<void> {
  const { database } = services
  const found = await database.withTenant(tenantId, 'all', (tx) => clinicOf(tx, importId))
  if (!found) return
  const { clinicId } = found
  const tell = async (looked: number) => {
    if (signal.aborted) throw new Stopped()
    await database.withTenant(tenantId, clinicId, async (tx) => {
      await tx.rows(
        sql`update patient_import set looked = ${looked} where tenant_id = ${tenantId} and id = ${importId} and status = ${IMPORT.checking} returning id`,
      )
      tx.publish('patient', importId)
    })
  }
  try {
    await database.withTenant(tenantId, clinicId, async (tx) => {
      await lockWork(tx, importId)
      if (!(await clinicOf(tx, importId))) return
      await lookAtAll(tx, { importId, clinicId, problem: '', progress: tell })
    })
  } catch (error) {
    if (passes(error)) throw error
    log.error({ err: error, tenantId, importId }, 'check of an import broken off')
    const problem = isOverdue(error)
      ? '检查没有完成：系统太忙，超过了时间。请稍后重新检查'
      : '检查没有完成：系统出现错误，已经记录。请重新检查；仍不成功时请联系平台客服'
    await database.withTenant(tenantId, clinicId, async (tx) => {
      await tx.rows(
        sql`update patient_import set status = ${IMPORT.unchecked}, looked = 0, problem = ${problem}
            where tenant_id = ${tenantId} and id = ${importId} and status = ${IMPORT.checking} returning id`,
      )
      tx.publish('patient', importId)
    })
  }
}
