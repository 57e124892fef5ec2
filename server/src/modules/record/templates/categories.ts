import * as declared from '@dentin/contract/lists/record-template-categories'
import { sql } from 'kysely'
import { settingList } from '../../../platform/database/setting-list.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'

const DEEPEST = 3

/** What templates and phrases stand in: a category keeps its kind and its place in the tree. */
export const categories = settingList('record_template_category', declared.recordTemplateCategories, {
  tree: 'parentId',
  select: ({ tx }) => ({
    count: sql`(select count(*)::int from record_template x where ${tx.own('x')} and x.category_id = t.id and x.enabled and x.scope <> 1)`,
  }),
  keeps: (present, all) => {
    if (present.count > 0) return `里面还有 ${present.count} 份模板，移走或删除后才能停用`
    return all.some(({ parentId, enabled }) => parentId === present.id && enabled) ? '下级分类还在用，先停用下级' : null
  },
  prepare: async (_at, { parentId, kind }, { present, all }) => {
    if (present && (present.parentId !== parentId || present.kind !== kind)) throw new AppError('NOT_FOUND')
    const parent = all.find(({ id }) => id === parentId)
    if (parentId && parent?.kind !== kind) throw fieldError('NOT_FOUND', 'parentId', '没有这个上级分类')
    if (!present && parent?.level === DEEPEST) throw fieldError('TEMPLATE_LEVELS', 'parentId')
    return {}
  },
})
