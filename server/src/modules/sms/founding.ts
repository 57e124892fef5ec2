import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { smsTemplateRows } from '../clinic/index.ts'

/** The templates that a clinic begins with, each with its scene. */
export async function beginClinic(tx: TenantTx, clinicId: string): Promise<void> {
  for (const { template, scene } of smsTemplateRows(clinicId, uuidv7, tx.now)) {
    await tx.insert('sms_template', template)
    await tx.insert('sms_scene', scene)
  }
}

/** How many templates a clinic has. */
export const countForSetUp = (tx: TenantTx, clinicId: string) =>
  tx.need<{ sms: number }>(
    keptSql`select count(*)::int as sms from sms_template m
        where m.tenant_id = ${tx.tenantId} and m.clinic_id = ${clinicId} and m.enabled`,
  )
