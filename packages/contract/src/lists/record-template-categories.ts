import { z } from 'zod'
import { idField, kindField, nameField } from '../core/field-kinds.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

/** Whole templates, and phrases. */
export const templateKinds = { 1: '模板', 2: '词条' } as const

/** What templates and phrases stand in, in up to three levels; one tree of each for the company. */
export const recordTemplateCategories = settingList({
  noun: '模板分类',
  scope: 'all',
  see: '/medicalRecordTempSet:view',
  edit: '/medicalRecordTempSet:edit',
  paths: {
    list: '/emr-api/record-template/category/all',
    save: '/emr-api/record-template/category/save',
    sort: '/emr-api/record-template/category/sort',
    sheet: '/emr-api/record-template/category/sheet',
  },
  docs: {
    list: '模板和词条的全部分类，含停用的，父级在前',
    save: '新建或修改模板分类，最多三级；里面还有模板时不能停用',
  },
  errors: ['SETTING_NAME_TAKEN', 'SETTING_IN_USE', 'TEMPLATE_LEVELS'],
  fields: {
    name: {
      ...nameField('分类名称', 20),
      column: 'name',
      edit: { as: 'text', required: true, wide: true },
      cell: { title: '分类' },
    },
    parentId: { ...idField('上级分类'), column: 'parent_id' },
    kind: { ...kindField('类别', templateKinds, 1), column: 'kind' },
  } as const satisfies Record<string, ListField>,
  facts: {
    /** 1 to 3. */
    level: { label: '级别', shown: z.number() },
    /** Templates in it that the clinic and the chain share. */
    count: { label: '内容', shown: z.number(), cell: { width: 110, unit: '份' } },
  } satisfies Record<string, ListFact>,
})
