import type { contract, HandlerOutput } from '@dentin/contract'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, named, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { tellClinics } from '../settings/tariff-categories.ts'

type Links = HandlerOutput<typeof contract.clinic.tariffLinks>

const item = select(columns('tariff', 't', 'id', 'name'), named('tariff_category', 'g', { categoryName: 'name' }))

/** What follows from an item: the consents that it asks for, the rules that follow it up. */
export async function tariffLinks(tx: TenantTx, clinicId: string, id: string): Promise<Links> {
  const found = await tx.row(
    item.keptFrom`tariff t join tariff_category g on ${tx.own('g')} and g.id = t.category_id where ${tx.own('t')} and t.id = ${id}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  const links: Links = []
  for (const { tariffLinks: ask } of tx.parts('clinic')) links.push(...((await ask?.(tx, clinicId, found)) ?? []))
  return links
}

const linkWords = { consent: '同意书', followRule: '随访规则' } as const

/** Deletes an item that was never used and that nothing names. */
export async function deleteTariff(tx: TenantTx, clinicId: string, id: string): Promise<null> {
  const found = await tx.row<{ name: string }>(
    keptSql`select name from tariff where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  const where: string[] = []
  for (const { tariffUses: ask } of tx.parts('clinic')) where.push(...((await ask?.(tx, id)) ?? []))
  for (const { kind, name, direct } of await tariffLinks(tx, clinicId, id))
    if (direct) where.push(`${linkWords[kind]}「${name}」`)
  if (where.length > 0)
    throw new AppError('TARIFF_USED', { message: `${found.name}用在${where.join('、')}，不能删除，可以停用` })
  const said = await tx.rows<{ id: string; table: 'tariff_price' | 'tariff_clinic' }>(
    sql`select p.id, 'tariff_price' as table from tariff_price p where ${tx.own('p')} and p.tariff_id = ${id}
        union all select o.id, 'tariff_clinic' from tariff_clinic o where ${tx.own('o')} and o.tariff_id = ${id}`,
  )
  for (const row of said) await tx.remove(row.table, { id: row.id })
  await tx.remove('tariff', { id })
  await tellClinics(tx, id)
  return null
}
