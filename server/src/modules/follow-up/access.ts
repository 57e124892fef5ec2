import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { postCodesOf } from '../clinic/index.ts'

export const LIST: Resource = '/followManagementList:view'
export const RECORDS: Resource = '/recordManage:view'
export const EDIT: Resource = '/followManagementList:edit'
export const ASSIGN: Resource = '/followManagementList:assign'

/** Whose follow-ups somebody may see or do: the clinic's, the department's, or the own. */
export type Reach = { kind: 'clinic' } | { kind: 'department' | 'own'; me: Person }

/** Somebody at work: as whom, and in which posts. */
export interface Person {
  tenantId: string
  clinicId: string
  employeeId: string
  posts: readonly string[]
}

export async function personOf(context: ClinicContext): Promise<Person> {
  const { tx, tenantId, clinicId, employeeId } = context
  return { tenantId, clinicId, employeeId, posts: await postCodesOf(tx, clinicId, employeeId) }
}

/** The reach that the widest of these grants gives. */
export async function reachOf(context: ClinicContext, ...resources: readonly Resource[]): Promise<Reach> {
  const scope = Math.max(...resources.map((each) => context.scopeOf(each) ?? 0))
  if (scope >= 3) return { kind: 'clinic' }
  return { kind: scope === 2 ? 'department' : 'own', me: await personOf(context) }
}

/** What is somebody's to do: given to them, or to anybody of a post of theirs. On follow-up `f`. */
export function mine(me: Person): RawBuilder<boolean> {
  return sql<boolean>`(f.owner_id = ${me.employeeId} or (f.owner_id is null and f.owner_role = any(${me.posts}::text[])))`
}

/** The reach as a condition on follow-up `f`: what is one's own to do, and what concerns a patient whom one treated. */
export function within(reach: Reach): RawBuilder<boolean> {
  if (reach.kind === 'clinic') return sql<boolean>`true`
  const { me } = reach
  const own = sql<boolean>`(${mine(me)} or f.doctor_id = ${me.employeeId})`
  if (reach.kind === 'own') return own
  const peers = sql`(select peer.employee_id from employee_clinic peer
    join employee_clinic own on own.tenant_id = ${me.tenantId} and own.clinic_id = ${me.clinicId} and own.dept_id = peer.dept_id
    where peer.tenant_id = ${me.tenantId} and peer.clinic_id = ${me.clinicId} and own.employee_id = ${me.employeeId})`
  return sql<boolean>`(${own} or f.owner_id in ${peers} or f.doctor_id in ${peers})`
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
    sql`select e.id from employee e
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${context.clinicId} and ec.active
        where e.tenant_id = ${tx.tenantId} and e.id = any(${wanted}::uuid[]) and e.work_status = 1
        order by e.id for share of e`,
  )
  if (found.length === wanted.length) return
  const message = refusal === 'REMIND_PERSON' ? '提醒的人不在本门诊或已停用' : '执行人不在本门诊或已停用'
  throw new AppError(refusal, { message, fields: [{ field, message }] })
}
