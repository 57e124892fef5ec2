import type { contract, HandlerOutput } from '@dentin/contract'
import type { WeekHours } from '@dentin/kit'
import { sql } from 'kysely'
import { fenIfAny } from '../../../platform/database/amount.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { clinicFields } from '../appoint-items.ts'
import { readSettings, type Licence } from '../rules.ts'

type Calls = typeof contract.clinic
/** An amount stands in a row as text. */
type InRow<T> = Omit<T, 'price'> & { price: string | null }
const inAnswer = <T extends { price: string | null }>(row: T) => ({ ...row, price: fenIfAny(row.price) })

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
