import * as declared from '@dentin/contract/lists/tariff-categories'
import { sql } from 'kysely'
import { settingList } from '../../../platform/database/setting-list.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { fieldError } from '../../../platform/errors.ts'

/** Categories of the price list: of the first level, or one below such. What has others below it stays on the first. */
export const categories = settingList('tariff_category', declared.tariffCategories, {
  tree: 'parentId',
  select: ({ tx }) => ({
    count: sql`(select count(*)::int from tariff x where x.tenant_id = ${tx.tenantId} and x.category_id = t.id and x.enabled)`,
  }),
  keeps: (present, all) => {
    const below = all.filter(({ parentId, enabled }) => parentId === present.id && enabled)
    const used = below.reduce((sum, { count }) => sum + count, present.count)
    return used > 0 ? `还有 ${used} 个启用的收费项目，移走或停用后才能停用分类` : null
  },
  prepare: async ({ tx }, { id, parentId }, { present, all }) => {
    const parent = all.find((each) => each.id === parentId)
    if (parentId && !parent) throw fieldError('NOT_FOUND', 'parentId', '没有这个上级分类')
    const hasBelow = id != null && all.some((each) => each.parentId === id)
    if (parent && (parent.parentId !== null || parent.id === id || hasBelow))
      throw fieldError('TARIFF_LEVELS', 'parentId', '分类最多两级')
    // Items stand in the second level: one that has some stays there.
    if (present && parentId === null && present.parentId !== null && (await holdsItems(tx, present.id)))
      throw fieldError('TARIFF_LEVELS', 'parentId', '这个分类下有收费项目，不能改为一级')
    return {}
  },
  tell: ({ tx }) => tellClinics(tx, null),
})

async function holdsItems(tx: TenantTx, categoryId: string): Promise<boolean> {
  const found = await tx.row(
    sql`select 1 from tariff where tenant_id = ${tx.tenantId} and category_id = ${categoryId} limit 1`,
  )
  return found !== undefined
}

/** The price list is one for all clinics: each of their desks hears that it changed. */
export async function tellClinics(tx: TenantTx, tariffId: string | null): Promise<void> {
  const clinics = await tx.rows<{ id: string }>(
    sql`select id from clinic where tenant_id = ${tx.tenantId} and enabled order by sort_no`,
  )
  for (const { id } of clinics) tx.publish('tariff', tariffId, id)
}
