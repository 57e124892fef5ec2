import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'

/**
 * The department of the record `r`, in words: as it was kept when it was signed, else that of its registration, else the one
 * of its doctor in the clinic; '' where none is known.
 */
export const deptName = (tx: TenantTx): RawBuilder<string> =>
  sql<string>`coalesce(r.dept_name, (select dp.name from dept dp where ${tx.own('dp')} and dp.id = coalesce(
    (select dg.dept_id from registration dg where ${tx.own('dg')} and dg.id = r.registration_id),
    (select de.dept_id from employee_clinic de where ${tx.own('de')} and de.clinic_id = r.clinic_id and de.employee_id = r.doctor_id))), '')`
