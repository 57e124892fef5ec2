import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { storedSettings } from './queries.ts'
import { readSettings } from './rules.ts'

/** Changes what is known of a company. The caller has locked its row, or names the version that the person saw. */
export const changeCompany = (
  tx: TenantTx,
  patch: { name?: string; org_auth?: number; shares_patients?: boolean; updated_at?: Date },
  { version, ...note }: { version?: number; action?: string } = {},
) => tx.update('company', { id: tx.tenantId, ...(version === undefined ? {} : { version }) }, patch, note)

/** Changes what a clinic is called, where it lies and how it is reached. */
export async function changeClinicCard(
  tx: TenantTx,
  clinicId: string,
  patch: { name?: string; short_name?: string; address?: string; phone?: string },
): Promise<void> {
  await tx.update('clinic', { id: clinicId }, patch)
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
