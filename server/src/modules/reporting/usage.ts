import { fileStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** How much a clinic uses the product, in numbers. */
export interface ClinicUsage {
  staff: number
  patients: number
  /** When somebody of the clinic last did something, within the last weeks. */
  lastActiveAt: Date | null
}

/** How far back activity is looked for. */
const WEEKS = 8

/**
 * Figures per clinic for the provider, and of patients nothing but their number: the one door through which figures about clinical tables
 * leave a company.
 */
export async function clinicUsage(tx: TenantTx, clinicIds: readonly string[]): Promise<Map<string, ClinicUsage>> {
  const wanted = [...clinicIds]
  const staff = await tx.rows<{ clinicId: string; count: number }>(
    sql`select ec.clinic_id as "clinicId", count(*)::int as count from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id and e.work_status not in ${codes(workStates, 'left')}
        where ec.tenant_id = ${tx.tenantId} and ec.active and ec.clinic_id = any(${wanted}::uuid[]) group by 1`,
  )
  const patients = await tx.rows<{ clinicId: string; count: number }>(
    sql`select p.home_clinic_id as "clinicId", count(*)::int as count from patient p
        where p.tenant_id = ${tx.tenantId} and p.status in ${codes(fileStates, 'kept')} and p.home_clinic_id = any(${wanted}::uuid[]) group by 1`,
  )
  const active = await tx.rows<{ clinicId: string; at: Date }>(
    sql`select c.id as "clinicId", a.created_at as at from unnest(${wanted}::uuid[]) as c(id)
        cross join lateral (
          select l.created_at from audit l
          where l.tenant_id = ${tx.tenantId} and l.clinic_id = c.id and l.employee_id is not null
            and l.created_at > ${new Date(tx.now.getTime() - WEEKS * 7 * 86_400_000)}
          order by l.created_at desc limit 1) a`,
  )
  const of = (rows: { clinicId: string; count: number }[], id: string) =>
    rows.find((row) => row.clinicId === id)?.count ?? 0
  return new Map(
    wanted.map((id) => [
      id,
      {
        staff: of(staff, id),
        patients: of(patients, id),
        lastActiveAt: active.find((row) => row.clinicId === id)?.at ?? null,
      },
    ]),
  )
}
