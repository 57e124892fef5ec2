import type { contract, HandlerOutput } from '@dentin/contract'
import { markLayer } from '@dentin/clinical'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { inFileOf, patientsIn } from '../patient/index.ts'
import { gapsNow } from './mouth.ts'
import { isWide, type Reach } from '../staff/index.ts'

type Entry = HandlerOutput<typeof contract.patient.toothConditions>['list'][number]
const open = select(columns('tooth_condition', 't', 'id', 'tooth', 'detail', 'group_id', 'noted_on'), {
  condition: sql<string>`t.condition`,
  status: sql<string>`t.status`,
  surfaces: sql<string>`coalesce(t.left_surfaces, t.surfaces)`,
  layer: sql<Entry['layer']>`t.layer`,
})

const gap = { condition: 'missing', status: 'present', surfaces: '', detail: '', groupId: null } as const

/** The state of the mouth as the records left it: what has not ended. */
export async function toothConditions(
  tx: TenantTx,
  patientId: string,
  records: Reach,
): Promise<HandlerOutput<typeof contract.patient.toothConditions>> {
  const whose = isWide(records) ? sql`true` : patientsIn(records, sql`t.patient_id`)
  const gaps = await gapsNow(tx, patientId)
  const rows = await tx.rows(
    open.keptFrom`tooth_condition t
        where ${tx.own('t')} and t.patient_id = ${patientId} and t.known_to is null and ${whose}
          and ((t.ended_on is null and not t.covered) or t.id = any(${gaps.map(({ of }) => of)}::uuid[]))
          and ${inFileOf(records, sql`t.clinic_id`, sql`t.patient_id`)}
        order by t.noted_on, t.id`,
  )
  const list = rows
    .map((row) => {
      const left = gaps.find(({ of }) => of === row.id)
      return left ? { ...row, ...gap, layer: markLayer(gap), notedOn: left.notedOn } : row
    })
    .sort((one, other) => one.notedOn.localeCompare(other.notedOn))
  return { notedOn: list.at(-1)?.notedOn ?? null, list }
}
