import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'

/** Notes that two files are two people, or takes that back. Saying it twice changes nothing. */
export async function keepApart(context: ClinicContext, one: string, other: string, distinct: boolean): Promise<void> {
  const { tx } = context
  const [a, b] = [one, other].sort() as [string, string]
  const changed = distinct
    ? await tx.rows(
        keptSql`insert into patient_distinct (tenant_id, id, a_id, b_id, created_by, created_name, created_at)
            values (${tx.tenantId}, ${uuidv7()}, ${a}, ${b}, ${context.employeeId}, ${context.actorName}, ${tx.now})
            on conflict (tenant_id, a_id, b_id) do nothing returning id`,
      )
    : await tx.rows(
        keptSql`delete from patient_distinct where tenant_id = ${tx.tenantId} and a_id = ${a} and b_id = ${b} returning id`,
      )
  if (changed.length === 0) return
  for (const id of [a, b])
    await tx.note(distinct ? 'distinct' : 'distinct-undo', 'patient', id, {
      patientId: id,
      after: { other: id === a ? b : a },
    })
  tx.publish('patient')
}
