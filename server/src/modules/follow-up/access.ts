import { workStates } from '@dentin/contract/staff'
import type { Resource } from '@dentin/contract'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { isWide, reachOf, rowsWithin, postCodesOf } from '../staff/index.ts'

export const LIST: Resource = '/followManagementList:view'
export const RECORDS: Resource = '/recordManage:view'
export const EDIT: Resource = '/followManagementList:edit'
export const ASSIGN: Resource = '/followManagementList:assign'

/** Somebody at work: as whom, and in which posts. */
export interface Person {
  employeeId: string
  posts: readonly string[]
}

export async function personOf({ tx, clinicId, employeeId }: ClinicContext): Promise<Person> {
  return { employeeId, posts: await postCodesOf(tx, clinicId, employeeId) }
}

/** What is somebody's to do: given to them, or to anybody of a post of theirs. On follow-up `f`. */
export function mine(me: Person): RawBuilder<boolean> {
  return sql<boolean>`(f.owner_id = ${me.employeeId} or (f.owner_id is null and f.owner_role = any(${me.posts}::text[])))`
}

/** The follow-ups `f` that the widest of these grants reaches: own ones are those to do oneself and those of one's visits. */
export async function within(context: ClinicContext, ...resources: readonly Resource[]): Promise<RawBuilder<boolean>> {
  const reach = reachOf(context, ...resources)
  return rowsWithin(reach, {
    clinic: sql`f.clinic_id`,
    doctors: [sql`f.doctor_id`, sql`f.owner_id`],
    ...(isWide(reach) ? {} : { mine: mine(await personOf(context)) }),
  })
}

/** Refuses people who are not at work in the clinic. */
export async function mustWorkHere(
  context: ClinicContext,
  ids: readonly string[],
  refusal: 'FOLLOW_UP_OWNER' | 'REMIND_PERSON',
  field: string,
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const { tx } = context
  const found = await tx.rows(
    keptSql`select e.id from employee e
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${context.clinicId} and ec.active
        where e.tenant_id = ${tx.tenantId} and e.id = any(${wanted}::uuid[]) and e.work_status in ${codes(workStates, 'working')}
        order by e.id for share of e`,
  )
  if (found.length === wanted.length) return
  const message = refusal === 'REMIND_PERSON' ? '提醒的人不在本门诊或已停用' : '执行人不在本门诊或已停用'
  throw new AppError(refusal, { message, fields: [{ field, message }] })
}
