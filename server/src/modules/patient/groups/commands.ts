import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { within, type Viewer } from '../access.ts'
import { chosen, mustMayAsk } from '../filter.ts'
import { mayChangeGroup, mayShareGroup } from './rules.ts'
import { groupsInSight, keptForm, type GroupRow } from './visibility.ts'

const MAX_FILTERS = 20

type SaveInput = ParsedInput<typeof contract.patient.groupSave>

/** The filter of a rule as a list would ask with it: refused where the person might not ask so themselves. */
async function mustHold(tx: TenantTx, rule: SaveInput['rule'], viewer: Viewer): Promise<string | null> {
  if (!rule) return null
  const { groups } = await chosen(tx, { ...rule, today: false, sort: 'lastVisit', order: 'desc' }, viewer)
  if (groups.some((group) => group.rule !== null))
    throw fieldError('PATIENT_GROUP_RULE', 'rule', '智能分组的条件里只能用手工分组')
  return JSON.stringify(keptForm(rule))
}

/** Makes a group, or changes its name, colour, rule or sharing. Its kind stays as it was made. */
export async function saveGroup(
  tx: TenantTx,
  input: SaveInput,
  viewer: Viewer & { actorName: string },
  scope: number,
): Promise<HandlerOutput<typeof contract.patient.groupSave>> {
  if (!mayShareGroup(input.shareLevel, scope))
    throw fieldError('PATIENT_GROUP_SHARE', 'shareLevel', '没有共享分组的权限，只能建个人分组')
  if (input.type === 2 && !input.rule) throw fieldError('PATIENT_GROUP_RULE', 'rule', '请填写智能分组的条件')
  const rule = input.type === 2 ? await mustHold(tx, input.rule, viewer) : null
  const columns = {
    name: input.name,
    colour: input.colour,
    rule,
    share_level: input.shareLevel,
    sort_no: input.sortNo,
  }
  if (!input.id) {
    const id = uuidv7()
    const row = await tx.insert('patient_group', {
      id,
      home_clinic_id: viewer.clinicId,
      owner_id: viewer.employeeId,
      owner_name: viewer.actorName,
      type: input.type,
      ...columns,
      created_at: tx.now,
      updated_at: tx.now,
    })
    tx.publish('patient', null, viewer.clinicId)
    return { id, version: row.version }
  }
  const group = await mustChange(tx, viewer, scope, input.id)
  if (group.type !== input.type) throw fieldError('PATIENT_GROUP_RULE', 'type', '手工分组和智能分组不能互换')
  const key = { id: group.id, ...(input.version === undefined ? {} : { version: input.version }) }
  const row = await tx.update('patient_group', key, columns)
  tx.publish('patient', null, viewer.clinicId)
  return { id: row.id, version: row.version }
}

const groupId = select(columns('patient_group', 'g', 'id'))

/** A group that the person may change, locked. */
async function mustChange(tx: TenantTx, viewer: Viewer, scope: number, id: string): Promise<GroupRow> {
  await tx.need(groupId.keptFrom`patient_group g where ${tx.own('g')} and g.id = ${id} for no key update`)
  const [group] = await groupsInSight(tx, viewer, [id])
  if (!group) throw new AppError('NOT_FOUND')
  if (!mayChangeGroup(group, viewer, scope)) throw new AppError('PATIENT_GROUP_SHARE')
  return group
}

/** Takes a group away. Its patients stay as they are. */
export async function deleteGroup(tx: TenantTx, viewer: Viewer, scope: number, id: string): Promise<null> {
  await mustChange(tx, viewer, scope, id)
  await tx.remove('patient_group', { id })
  tx.publish('patient', null, viewer.clinicId)
  return null
}

/** Groups by hand whose members the person may change, in the order of their ids. */
async function mustFill(tx: TenantTx, viewer: Viewer, scope: number, ids: readonly string[]): Promise<GroupRow[]> {
  const groups: GroupRow[] = []
  for (const id of [...ids].sort()) groups.push(await mustChange(tx, viewer, scope, id))
  if (groups.some((group) => group.type === 2)) throw new AppError('PATIENT_GROUP_RULE')
  return groups
}

const fileId = select(columns('patient', 'p', 'id'))

/** Puts patients into groups by hand; whoever is in one already stays in it. Everybody has to be within reach. */
export async function addToGroups(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.groupAdd>,
  viewer: Viewer,
  scope: number,
): Promise<{ added: number }> {
  const groups = await mustFill(tx, viewer, scope, input.groupIds)
  const seen = await tx.rows(
    fileId.keptFrom`patient p where ${tx.own('p')} and p.id = any(${input.patientIds}::uuid[]) and p.status in ${codes(fileStates, 'kept')}
          and ${within(viewer.reach)} order by p.id for key share of p`,
  )
  if (seen.length < input.patientIds.length) throw fieldError('NOT_FOUND', 'patientIds')
  const pairs = groups.flatMap((group) => seen.map(({ id }) => ({ group_id: group.id, patient_id: id })))
  const added = await tx.rows(
    keptSql`insert into patient_group_member (tenant_id, group_id, patient_id, added_by, added_at)
        select ${tx.tenantId}, x.group_id, x.patient_id, ${viewer.employeeId}::uuid, ${tx.now}
        from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x(group_id uuid, patient_id uuid)
        on conflict do nothing returning patient_id`,
  )
  for (const group of groups)
    await tx.note('group-add', 'patient_group', group.id, { after: { name: group.name, patientIds: input.patientIds } })
  tx.publish('patient', null, viewer.clinicId)
  return { added: added.length }
}

/** Takes patients out of groups by hand. */
export async function takeOutOfGroups(
  tx: TenantTx,
  input: { groupIds: readonly string[]; patientIds: readonly string[] },
  viewer: Viewer,
  scope: number,
): Promise<{ removed: number }> {
  const groups = await mustFill(tx, viewer, scope, input.groupIds)
  const removed = await tx.removed(
    keptSql`delete from patient_group_member gm using patient p
        where ${tx.own('gm')} and ${tx.own('p')} and p.id = gm.patient_id
          and gm.group_id = any(${groups.map((group) => group.id)}::uuid[]) and gm.patient_id = any(${input.patientIds}::uuid[])
          and ${within(viewer.reach)} returning gm.patient_id`,
  )
  for (const group of groups)
    await tx.note('group-remove', 'patient_group', group.id, {
      after: { name: group.name, patientIds: input.patientIds },
    })
  tx.publish('patient', null, viewer.clinicId)
  return { removed }
}

const filterNames = select(columns('patient_filter', 'f', 'id', 'name'))

/** Keeps a filter under a name of one's own; the same name once more has the new conditions. */
export async function saveFilter(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.filterSave>,
  viewer: Viewer,
): Promise<{ id: string }> {
  mustMayAsk(input.conditions, viewer)
  // One person's filters change one after another, so that the limit holds.
  await tx.need(
    select(columns('employee', 'e', 'id'))
      .keptFrom`employee e where ${tx.own('e')} and e.id = ${viewer.employeeId} for no key update`,
  )
  const kept = await tx.rows(
    filterNames.keptFrom`patient_filter f where ${tx.own('f')} and f.employee_id = ${viewer.employeeId}`,
  )
  const conditions = JSON.stringify(keptForm(input.conditions))
  const same = kept.find((each) => each.name === input.name)
  if (same) {
    await tx.update('patient_filter', { id: same.id }, { conditions })
    return { id: same.id }
  }
  if (kept.length >= MAX_FILTERS) throw new AppError('PATIENT_FILTERS_FULL')
  const id = uuidv7()
  await tx.insert('patient_filter', {
    id,
    employee_id: viewer.employeeId,
    name: input.name,
    conditions,
    created_at: tx.now,
    updated_at: tx.now,
  })
  return { id }
}

/** Forgets one of one's own filters. */
export async function deleteFilter(tx: TenantTx, employeeId: string, id: string): Promise<null> {
  await tx.need(
    filterNames.keptFrom`patient_filter f where ${tx.own('f')} and f.id = ${id} and f.employee_id = ${employeeId} for no key update`,
  )
  await tx.remove('patient_filter', { id })
  return null
}
