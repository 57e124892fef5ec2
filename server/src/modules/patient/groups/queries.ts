import { fileStates } from '@dentin/contract/core/status'
import { readFilter, type contract, type HandlerOutput } from '@dentin/contract'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { columns, counted, named, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { within, type Viewer } from '../access.ts'
import { ruleConditions } from '../filter.ts'
import { mayAsk } from '../rules.ts'
import { mayChangeGroup } from './rules.ts'
import { groupsInSight, keptForm, type GroupRow } from './visibility.ts'

type GroupList = HandlerOutput<typeof contract.patient.groupList>

/** The groups of a list or a choice. Counts are of open files the person may see: one statement for all by hand, one for each rule. */
export async function listGroups(tx: TenantTx, viewer: Viewer, scope: number, withCounts: boolean): Promise<GroupList> {
  const groups = await groupsInSight(tx, viewer)
  const counts = withCounts ? await countMembers(tx, viewer, groups) : null
  return groups.map(({ ownerId, homeClinicId, rule, ...group }) => ({
    ...group,
    rule: rule && keptForm(rule),
    canEdit: mayChangeGroup({ ownerId, homeClinicId, shareLevel: group.shareLevel }, viewer, scope),
    patientCount: counts ? (counts.get(group.id) ?? 0) : null,
  }))
}

const memberCounts = select(named('patient_group_member', 'gm', { id: 'group_id' }), {
  count: sql<number>`count(*)::int`,
})

async function countMembers(
  tx: TenantTx,
  viewer: Viewer,
  groups: readonly GroupRow[],
): Promise<ReadonlyMap<string, number>> {
  const byHand = groups.filter((group) => group.rule === null).map((group) => group.id)
  const rows = await tx.rows(
    memberCounts.from`patient_group_member gm
        join patient p on ${tx.own('p')} and p.id = gm.patient_id
        where ${tx.own('gm')} and gm.group_id = any(${byHand}::uuid[]) and p.status in ${codes(fileStates, 'active')} and ${within(viewer.reach)}
        group by gm.group_id`,
  )
  const counts = new Map(rows.map((row) => [row.id, row.count]))
  for (const { id, rule } of groups) {
    if (!rule) continue
    const { total } = await tx.need(
      counted.from`patient p
          join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
          where ${tx.own('p')} and p.status in ${codes(fileStates, 'active')} and ${within(viewer.reach)} and ${ruleConditions(tx, rule, viewer)}`,
    )
    counts.set(id, total)
  }
  return counts
}

const groupOfMember = select(columns('patient_group_member', 'gm', 'group_id'))

/** The groups by hand in which one patient is. */
export async function groupsOfPatient(
  tx: TenantTx,
  viewer: Viewer,
  scope: number,
  patientId: string,
): Promise<HandlerOutput<typeof contract.patient.groupsOfPatient>> {
  const mine = new Set(
    (
      await tx.rows(
        groupOfMember.keptFrom`patient_group_member gm where ${tx.own('gm')} and gm.patient_id = ${patientId}`,
      )
    ).map((row) => row.groupId),
  )
  if (mine.size === 0) return []
  const groups = await groupsInSight(tx, viewer, [...mine])
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    colour: group.colour,
    type: group.type,
    canEdit: mayChangeGroup(group, viewer, scope),
  }))
}

/** Tags in use, the most used first. */
export const tagsInUse = (tx: TenantTx): Promise<{ name: string; used: number }[]> =>
  tx.rows(sql`select tag as name, used::int as used from app.patient_tags(${tx.tenantId})`)

const filterList = select(columns('patient_filter', 'f', 'id', 'name', 'version'), {
  conditions: sql<unknown>`f.conditions`,
})

/** The filters a person keeps; those that ask for amounts only while they may be seen. */
export async function keptFilters(
  tx: TenantTx,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.filterList>> {
  const rows = await tx.rows(
    filterList.from`patient_filter f
        where ${tx.own('f')} and f.employee_id = ${viewer.employeeId} order by f.created_at, f.id limit 50`,
  )
  return rows
    .map((row) => ({ ...row, filter: readFilter(row.conditions) }))
    .filter(({ filter }) => mayAsk(filter, viewer))
    .map(({ filter, ...row }) => ({ ...row, conditions: keptForm(filter) }))
}
