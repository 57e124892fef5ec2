import type { contract, HandlerOutput } from '@dentin/contract'
import type { WeekHours } from '@dentin/kit'
import { sql } from 'kysely'
import { fenIfAny } from '../../../platform/database/amount.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { clinicFields, companyFields } from '../appoint-items.ts'
import { counted } from '../extension-points.ts'
import { readSettings, type Licence } from '../rules.ts'

/** All departments of a clinic with who leads them and how many work in each. */
export async function deptList(tx: TenantTx, clinicId: string) {
  return tx.rows<{
    id: string
    name: string
    code: string
    type: number
    chairIds: string[]
    leaderId: string | null
    leaderName: string | null
    staffCount: number
    sortNo: number
    enabled: boolean
    version: number
  }>(
    keptSql`select d.id, d.name, coalesce(d.code, '') as code, d.type, d.leader_id as "leaderId", e.name as "leaderName", d.sort_no as "sortNo", d.enabled, d.version,
          coalesce((select jsonb_agg(s.chair_id order by c.sort_no, c.name) from dept_chair s
            join chair c on c.tenant_id = ${tx.tenantId} and c.id = s.chair_id
            where s.tenant_id = ${tx.tenantId} and s.dept_id = d.id), '[]') as "chairIds",
          (select count(*)::int from employee_clinic w
            where w.tenant_id = ${tx.tenantId} and w.clinic_id = ${clinicId} and w.dept_id = d.id and w.active) as "staffCount"
        from dept d left join employee e on e.tenant_id = ${tx.tenantId} and e.id = d.leader_id
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} order by d.enabled desc, d.sort_no, d.name`,
  )
}

/** All chairs of a clinic with the appointments that are still to come in each. */
export async function chairList(tx: TenantTx, clinicId: string) {
  const rows = await tx.rows<{
    id: string
    name: string
    room: string
    type: number
    depts: string[]
    sortNo: number
    enabled: boolean
    version: number
  }>(
    keptSql`select c.id, c.name, c.room, c.type, c.sort_no as "sortNo", c.enabled, c.version,
          coalesce((select jsonb_agg(d.name order by d.sort_no, d.name) from dept_chair s
            join dept d on d.tenant_id = ${tx.tenantId} and d.id = s.dept_id
            where s.tenant_id = ${tx.tenantId} and s.chair_id = c.id), '[]') as depts
        from chair c where c.tenant_id = ${tx.tenantId} and c.clinic_id = ${clinicId} order by c.enabled desc, c.sort_no, c.name`,
  )
  const booked = await counted(tx, ({ bookedChairs }) => bookedChairs?.(tx, clinicId))
  return rows.map((row) => ({ ...row, bookedCount: booked.get(row.id) ?? 0 }))
}

type Calls = typeof contract.clinic
/** An amount stands in a row as text. */
type InRow<T> = Omit<T, 'price'> & { price: string | null }
const inAnswer = <T extends { price: string | null }>(row: T) => ({ ...row, price: fenIfAny(row.price) })

/** All kinds of appointment. */
export async function appointItemList(tx: TenantTx) {
  const rows = await tx.rows<InRow<HandlerOutput<Calls['appointItemList']>[number]>>(
    sql`select i.id, ${companyFields}, i.sort_no as "sortNo", i.enabled, i.version
        from appoint_item i where i.tenant_id = ${tx.tenantId} order by i.enabled desc, i.sort_no, i.name`,
  )
  return rows.map(inAnswer)
}

type ClinicItem = HandlerOutput<Calls['clinicItemList']>[number]

/** The company's kinds of appointment that are in use, with what a clinic does otherwise. */
export async function clinicItemList(tx: TenantTx, clinicId: string): Promise<ClinicItem[]> {
  const rows = await tx.rows<InRow<Omit<ClinicItem, 'company'>> & { company: InRow<ClinicItem['company']> }>(
    sql`select i.id, ${clinicFields}, i.sort_no as "sortNo", o.dept_id as "deptId", d.name as "deptName",
          coalesce(o.offered, true) as enabled, o.version
        from appoint_item i
        left join clinic_appoint_item o on o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and o.item_id = i.id
        left join dept d on d.tenant_id = ${tx.tenantId} and d.id = o.dept_id
        where i.tenant_id = ${tx.tenantId} and i.enabled order by coalesce(o.offered, true) desc, i.sort_no, i.name`,
  )
  return rows.map((row) => ({ ...inAnswer(row), company: inAnswer(row.company) }))
}

/** The items of some dictionaries. */
export async function dictList(tx: TenantTx, types: readonly string[]) {
  return tx.rows<{
    id: string
    typeCode: string
    itemCode: string
    item: string
    isDefault: boolean
    sortNo: number
    enabled: boolean
    version: number
  }>(
    sql`select id, type_code as "typeCode", item_code as "itemCode", item, is_default as "isDefault", sort_no as "sortNo", enabled, version
        from dict_item where tenant_id = ${tx.tenantId} and type_code = any(${types}::text[])
        order by type_code, enabled desc, sort_no, item_code`,
  )
}

/** The tree of patient sources, a parent before its children, with the patients of each. */
export async function sourceList(tx: TenantTx) {
  const rows = await tx.rows<{
    id: string
    parentId: string | null
    name: string
    type: number
    level: number
    cost: string | null
    costPer: number | null
    sortNo: number
    enabled: boolean
    version: number
  }>(
    sql`with recursive tree as (
          select s.id, s.parent_id, s.name, s.type, s.cost, s.cost_per, s.sort_no, s.enabled, s.version, 1 as level, array[s.sort_no] as place, s.name as path
          from patient_source s where s.tenant_id = ${tx.tenantId} and s.parent_id is null
          union all
          select s.id, s.parent_id, s.name, s.type, s.cost, s.cost_per, s.sort_no, s.enabled, s.version, t.level + 1, t.place || s.sort_no, t.path || '/' || s.name
          from patient_source s join tree t on t.id = s.parent_id
          where s.tenant_id = ${tx.tenantId} and t.level < 3)
        select t.id, t.parent_id as "parentId", t.name, t.type, t.level,
          t.cost::text as cost, t.cost_per as "costPer", t.sort_no as "sortNo", t.enabled, t.version
        from tree t order by t.place, t.path`,
  )
  const files = await counted(tx, ({ filesBySource }) => filesBySource?.(tx))
  return rows.map((row) => ({ ...row, cost: fenIfAny(row.cost), patientCount: files.get(row.id) ?? 0 }))
}

/** A degree in the steps in which places are kept. */
export const DEGREE = 100_000

/** How a clinic presents itself and works, with the version of its row. */
export async function clinicRow(tx: TenantTx, clinicId: string) {
  const row = await tx.need<{
    name: string
    shortName: string
    phone: string
    address: string
    hours: WeekHours
    logo: string | null
    pictures: string[]
    longitude: number | null
    latitude: number | null
    isMedicare: boolean
    leader: string
    settings: Record<string, unknown>
    version: number
  }>(
    keptSql`select name, short_name as "shortName", phone, address, hours, logo_id as logo, picture_ids as pictures,
          longitude, latitude, is_medicare as "isMedicare", leader, settings, version
        from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId}`,
  )
  return row
}

/** What a clinic says of itself. */
export async function clinicProfile(tx: TenantTx, clinicId: string) {
  const { settings, ...row } = await clinicRow(tx, clinicId)
  const answers: Licence[] = []
  for (const { licenceOf } of tx.parts('clinic')) {
    const licence = await licenceOf?.(tx, clinicId)
    if (licence) answers.push(licence)
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    ...row,
    longitude: row.longitude === null ? null : row.longitude / DEGREE,
    latitude: row.latitude === null ? null : row.latitude / DEGREE,
    introduction: text(settings.introduction),
    traffic: text(settings.traffic),
    licence: answers[0] ?? null,
  }
}

/** The rules by which a clinic works. */
export async function clinicConfig(tx: TenantTx, clinicId: string) {
  const row = await clinicRow(tx, clinicId)
  // How long a place is held and what patients may book is set with online booking, stock with stock.
  const {
    holdMinutes: _hold,
    isOpenEntry: _open,
    online: _online,
    warehouseVersion: _stock,
    ...rules
  } = readSettings(row.settings)
  return { ...rules, version: row.version }
}
