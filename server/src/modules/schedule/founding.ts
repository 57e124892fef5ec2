import { scheduleStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { shiftRows } from '../clinic/index.ts'

/** The shifts that a clinic begins with. */
export async function beginClinic(tx: TenantTx, clinicId: string): Promise<void> {
  for (const row of shiftRows(clinicId, uuidv7, tx.now)) await tx.insert('shift', row)
}

/** How many days were ever planned in a clinic. */
export const countForSetUp = (tx: TenantTx, clinicId: string) =>
  tx.need<{ days: number }>(
    sql`select count(distinct s.date)::int as days from schedule s
        where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId} and s.kind = 1 and s.status in ${codes(scheduleStates, 'published')}`,
  )
