import { formatDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { receptionOf, storedSettings } from './queries.ts'
import { readSettings } from './rules.ts'

/** A doctor stops (1), resumes (0) or limits (2) receiving patients in a clinic. */
export async function setReception(
  tx: TenantTx,
  clinicId: string,
  employeeId: string,
  status: 0 | 1 | 2,
): Promise<void> {
  const place = await receptionOf(tx, clinicId, employeeId)
  if (!place?.isDoctor) throw new AppError('NOT_A_DOCTOR')
  if (place.registrationStatus === status) return
  await tx.update(
    'employee_clinic',
    { id: place.id },
    { registration_status: status, stopped_on: status === 1 ? formatDate(tx.now) : null },
  )
  tx.publish('reception', employeeId, clinicId)
}

/** Changes some of a clinic's settings and keeps the others. @param seen the version that the person was looking at */
export async function changeSettings(
  tx: TenantTx,
  clinicId: string,
  change: Record<string, unknown>,
  seen?: number,
): Promise<void> {
  const { settings, version } = await storedSettings(tx, clinicId)
  await tx.update(
    'clinic',
    { id: clinicId, version: seen ?? version },
    { settings: JSON.stringify({ ...settings, ...change }) },
  )
}

/** Opens or closes online booking in the clinic at work. */
export async function setOpenEntry(tx: TenantTx, clinicId: string, id: string, open: boolean): Promise<void> {
  if (id !== clinicId) throw new AppError('NOT_FOUND', { message: '只能设置当前门诊' })
  await changeSettings(tx, clinicId, { isOpenEntry: open })
}

const SYNC = 'clinic.warehouseSync'
type WarehouseVersion = 'old' | 'new'

/** Stores which way to keep stock the clinic has chosen; the new one begins with taking over what the old one has. */
export async function switchWarehouse(
  tx: TenantTx,
  jobs: Jobs,
  clinicId: string,
  version: WarehouseVersion,
): Promise<{ version: WarehouseVersion; changed: boolean; message: string }> {
  const { settings } = await storedSettings(tx, clinicId)
  const present = readSettings(settings).warehouseVersion
  if (present === version)
    return { version, changed: false, message: version === 'new' ? '当前已是新版库房' : '当前已是老版库房' }
  await changeSettings(tx, clinicId, { warehouseVersion: version })
  if (version === 'old') return { version, changed: true, message: '切换老版库房成功' }
  await jobs.enqueue(tx, SYNC, { tenantId: tx.tenantId, clinicId })
  return { version, changed: true, message: '切换新版库房成功，正在同步库房数据，请稍等片刻。。。' }
}

/** The taking over after a switch to the new stock. It notes in the clinic's audit what it found and what it did. */
export function defineClinicJobs({ jobs, database }: Services): void {
  jobs.define<{ tenantId: string; clinicId: string }>(SYNC, ({ tenantId, clinicId }) =>
    database.withTenant(tenantId, clinicId, (tx) =>
      // The old stock was kept by another product: this one holds nothing of it that could be taken over.
      tx.note('sync', 'warehouse', clinicId, {
        reason: '切换新版库房',
        after: { found: 0, taken: 0, outcome: '没有找到老版库房的数据，无需同步' },
      }),
    ),
  )
}
