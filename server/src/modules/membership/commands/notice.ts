import type { LocalDate } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { administratorsOf } from '../../staff/index.ts'
import { notify } from '../../messaging/index.ts'
import type { VipKind } from '../rules.ts'

/** Remembers that one person has put a notice away in one clinic. untilDate null: it does not come back. */
export async function putAway(
  tx: TenantTx,
  place: { clinicId: string; employeeId: string },
  notice: 'reminder' | 'gift',
  untilDate: LocalDate | null,
): Promise<void> {
  await tx.rows(
    keptSql`insert into vip_notice (tenant_id, clinic_id, employee_id, notice, until_date, created_at)
        values (${tx.tenantId}, ${place.clinicId}, ${place.employeeId}, ${notice}, ${untilDate}::date, ${tx.now})
        on conflict (tenant_id, clinic_id, employee_id, notice) do update set until_date = excluded.until_date`,
  )
}

/** The page on which a clinic sees the membership of a kind. */
export const membershipPage = (kind: VipKind) => (kind === 'vip' ? '/vipInfoDetail' : '/medicareOrderRecord')

/** Tells the administrators of a clinic something of its membership. */
export async function tellAdministrators(
  tx: TenantTx,
  clinicId: string,
  message: { title: string; body: string; link: string; key?: string },
): Promise<void> {
  await notify(tx, {
    clinicId,
    employeeIds: await administratorsOf(tx, clinicId),
    category: 'membership',
    ...message,
  })
}
