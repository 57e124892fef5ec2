import { z } from 'zod'
import { choiceField, idField, kindField, nameField, nullish } from '../core/field-kinds.ts'
import { amount, money } from '../core/fields.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

/** Kinds of patient sources. */
const sourceTypes = { 1: '线上', 2: '线下', 3: '转介绍', 4: '自然到店', 5: '渠道合作' } as const
/** What the cost of a source is for. */
export const costPeriods = { 1: '每年', 2: '每次活动' } as const

/** Where patients come from, in up to three levels. */
export const sources = settingList({
  noun: '来源',
  scope: 'all',
  see: '/basePatientSourceSet:view',
  edit: '/basePatientSourceSet:edit',
  paths: {
    list: '/tenant-api/patient-source/all',
    save: '/tenant-api/patient-source/save',
    sort: '/tenant-api/patient-source/sort',
    sheet: '/tenant-api/patient-source/sheet',
  },
  docs: {
    list: '全部患者来源（三级），含停用的，与使用的人数',
    save: '新建或修改患者来源，最多三级；停用时下级一起停用',
  },
  errors: ['SETTING_NAME_TAKEN', 'SOURCE_TOO_DEEP'],
  fields: {
    name: {
      ...nameField('来源名称', 20),
      column: 'name',
      edit: { as: 'text', required: true, wide: true },
      cell: { title: '来源' },
    },
    parentId: { ...idField('上级来源'), column: 'parent_id' },
    type: {
      ...kindField('类型', sourceTypes, 2),
      column: 'type',
      edit: { as: 'choice', required: true, wide: true },
      cell: { width: 130 },
    },
    cost: {
      label: '费用',
      column: 'cost',
      ask: nullish(money('费用', 0, 99_999_999)),
      shown: amount.nullable(),
      blank: null,
      edit: { as: 'money', help: '投放、合作的花费；不填就不算' },
      cell: { width: 180 },
    },
    /** Of a cost; a year when left out. */
    costPer: { ...choiceField('费用周期', costPeriods), blank: 1, column: 'cost_per', edit: { as: 'choice' } },
  } as const satisfies Record<string, ListField>,
  facts: {
    /** 1 to 3. */
    level: { label: '级别', shown: z.number() },
    patientCount: { label: '患者', shown: z.number(), cell: { width: 110, unit: '人' } },
  } satisfies Record<string, ListFact>,
})
