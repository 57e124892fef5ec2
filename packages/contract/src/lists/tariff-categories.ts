import { z } from 'zod'
import { idField, nameField } from '../core/field-kinds.ts'
import { settingList, type ListField } from '../core/setting-list.ts'

/** What items of the price list stand in, in two levels. */
export const tariffCategories = settingList({
  noun: '分类',
  scope: 'all',
  see: '/baseTariffSet:view',
  edit: '/baseTariffSet:edit',
  paths: {
    list: '/bill-api/tariff/category/all',
    save: '/bill-api/tariff/category/save',
    sort: '/bill-api/tariff/category/sort',
    sheet: '/bill-api/tariff/category/sheet',
  },
  docs: {
    list: '收费项目的全部分类，两级，含停用的，父级在前',
    save: '新建或修改收费项目分类，最多两级；还有启用的项目时不能停用',
  },
  errors: ['SETTING_NAME_TAKEN', 'SETTING_IN_USE', 'TARIFF_LEVELS'],
  fields: {
    name: {
      ...nameField('分类名称', 20),
      column: 'name',
      edit: { as: 'text', required: true, wide: true },
      cell: { title: '分类' },
    },
    parentId: { ...idField('上级分类'), column: 'parent_id' },
  } as const satisfies Record<string, ListField>,
  /** Items that stand in it and are in use. */
  facts: { count: { label: '项目', shown: z.number(), cell: { width: 110, unit: '项' } } },
})
