import * as declared from '@dentin/contract/lists/departments'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import { settingList } from '../../../platform/database/setting-list.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { fieldError } from '../../../platform/errors.ts'
import { counted } from '../extension-points.ts'
import { peopleIn } from '../people.ts'

/** The departments of a clinic: who leads one works in the clinic, and who works in one keeps it in use. */
export const depts = settingList('dept', declared.depts, {
  perClinic: true,
  select: ({ tx, clinicId }) => ({
    code: sql`coalesce(t.code, '')`,
    leaderName: peopleIn(tx).nameOfEmployee(tx, sql`t.leader_id`),
    chairIds: sql`coalesce((select jsonb_agg(s.chair_id order by c.sort_no, c.name) from dept_chair s
      join chair c on c.tenant_id = ${tx.tenantId} and c.id = s.chair_id
      where s.tenant_id = ${tx.tenantId} and s.dept_id = t.id), '[]')`,
    staffCount: peopleIn(tx).staffCountOf(tx, clinicId, sql`t.id`),
  }),
  keeps: ({ staffCount }) => (staffCount > 0 ? `还有 ${staffCount} 人在这个科室，调走后才能停用` : null),
  prepare: async ({ tx, clinicId }, { code, leaderId }) => {
    if (leaderId && !(await peopleIn(tx).staffOf(tx, clinicId)).some(({ id }) => id === leaderId))
      throw fieldError('NOT_FOUND', 'leaderId', '负责人应是本店在职员工')
    return { code: code || null }
  },
  after: async ({ tx, clinicId }, id, { chairIds }) => chairIds && placeChairs(tx, clinicId, id, chairIds),
})

/** Which chairs stand in a department, whose row is locked. */
async function placeChairs(tx: TenantTx, clinicId: string, deptId: string, chairIds: readonly string[]): Promise<void> {
  const known = await tx.rows<{ id: string }>(
    keptSql`select id from chair where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and id = any(${chairIds}::uuid[])`,
  )
  if (known.length !== chairIds.length) throw fieldError('NOT_FOUND', 'chairIds', '诊椅应是本店的诊椅')
  await tx.rows(
    keptSql`delete from dept_chair where tenant_id = ${tx.tenantId} and dept_id = ${deptId} and chair_id <> all(${chairIds}::uuid[])
        returning chair_id`,
  )
  await tx.rows(
    keptSql`insert into dept_chair (tenant_id, clinic_id, dept_id, chair_id)
        select ${tx.tenantId}, ${clinicId}, ${deptId}, x.id from unnest(${chairIds}::uuid[]) x(id)
        on conflict do nothing returning chair_id`,
  )
}

/** The chairs of a clinic: one that is booked stays in use. */
export const chairs = settingList('chair', declared.chairs, {
  perClinic: true,
  select: ({ tx }) => ({
    depts: sql`coalesce((select jsonb_agg(d.name order by d.sort_no, d.name) from dept_chair s
      join dept d on d.tenant_id = ${tx.tenantId} and d.id = s.dept_id
      where s.tenant_id = ${tx.tenantId} and s.chair_id = t.id), '[]')`,
  }),
  counts: async ({ tx, clinicId }) => ({
    bookedCount: await counted(tx, ({ bookedChairs }) => bookedChairs?.(tx, clinicId)),
  }),
  keeps: ({ bookedCount }) => (bookedCount > 0 ? `这张诊椅还有 ${bookedCount} 个未来预约，改到别处后才能停用` : null),
  tell: ({ tx, clinicId }, id) => tx.publish('schedule', id, clinicId),
})
