import { readFilter, type KeptFilter, type PatientFilter } from '@dentin/contract'
import { fenToYuan } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { Viewer } from '../access.ts'
import { mayAsk } from '../rules.ts'

const groupList = select(
  columns(
    'patient_group',
    'g',
    'id',
    'name',
    'colour',
    'type',
    'share_level',
    'sort_no',
    'version',
    'owner_id',
    'owner_name',
    'home_clinic_id',
  ),
  named('clinic', 'c', { clinicName: 'short_name' }),
  { rule: sql<unknown>`g.rule` },
)
/** A group as it stands, its rule read. */
export type GroupRow = Omit<RowIn<typeof groupList>, 'rule'> & { rule: PatientFilter | null }

/** Conditions in the form in which they are kept and sent. */
export const keptForm = (filter: PatientFilter): KeptFilter => ({
  ...filter,
  arrearsOver: filter.arrearsOver === null ? null : fenToYuan(filter.arrearsOver),
})

/** One's own groups, those of the clinic at work, those of the chain: as a condition on the group aliased `g`. */
const inSight = (viewer: Viewer): RawBuilder<unknown> =>
  sql`(g.owner_id = ${viewer.employeeId} or g.share_level = 3 or (g.share_level = 2 and g.home_clinic_id = ${viewer.clinicId}))`

/** The groups a person sees, or those of them by id. One whose rule asks for amounts is for whoever may see these. */
export async function groupsInSight(
  tx: TenantTx,
  viewer: Viewer,
  ids: readonly string[] | null = null,
): Promise<GroupRow[]> {
  const rows = await tx.rows(
    groupList.from`patient_group g join clinic c on ${tx.own('c')} and c.id = g.home_clinic_id
        where ${tx.own('g')} and ${inSight(viewer)} and (${ids}::uuid[] is null or g.id = any(${ids}::uuid[]))
        order by g.share_level, g.sort_no, g.created_at, g.id limit 300`,
  )
  return rows
    .map((row) => ({ ...row, rule: row.rule === null ? null : readFilter(row.rule) }))
    .filter((row) => row.rule === null || mayAsk(row.rule, viewer))
}

/** The groups by hand of the patient aliased `p`, as the person at work sees them: a list of id, name and colour. */
export const groupsColumn = (
  tx: TenantTx,
  viewer: Viewer,
): RawBuilder<Pick<GroupRow, 'id' | 'name' | 'colour'>[]> => sql`coalesce((
    select json_agg(json_build_object('id', g.id, 'name', g.name, 'colour', g.colour) order by g.share_level, g.sort_no, g.created_at)
    from patient_group_member gm join patient_group g on ${tx.own('g')} and g.id = gm.group_id
    where ${tx.own('gm')} and gm.patient_id = p.id and ${inSight(viewer)}), '[]'::json)`
