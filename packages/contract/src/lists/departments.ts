import { z } from 'zod'
import { chairTypes } from '../core/chair-types.ts'
import { idField, kindField, nameField, notesField } from '../core/field-kinds.ts'
import { idOf, noneTwice, optionalText } from '../core/fields.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

/** Kinds of departments. */
const deptTypes = { 1: '临床', 2: '医技', 3: '行政' } as const

const kept = { see: '/baseDepartSet:view', edit: '/baseDepartSet:edit', scope: 'own' } as const

/** The departments of a clinic. */
export const depts = settingList({
  ...kept,
  noun: '科室',
  paths: {
    list: '/tenant-api/dept/list',
    save: '/tenant-api/dept/save',
    sort: '/tenant-api/dept/sort',
    sheet: '/tenant-api/dept/sheet',
  },
  docs: { list: '本店的全部科室，含停用的', save: '新建或修改科室；还有在岗的人时不能停用' },
  errors: ['SETTING_NAME_TAKEN', 'SETTING_CODE_TAKEN', 'SETTING_IN_USE'],
  fields: {
    name: {
      ...nameField('科室名称', 20),
      column: 'name',
      edit: { as: 'text', required: true },
      cell: { title: '科室' },
    },
    /** Empty: it has none. */
    code: {
      ...notesField('科室编码', 12),
      ask: optionalText('科室编码', 12).refine((text) => /^[A-Za-z0-9-]*$/.test(text), {
        error: '科室编码只用字母、数字和横线',
      }),
      column: 'code',
      edit: { as: 'text', label: '编码', help: '字母、数字，本店不重复' },
      cell: { title: '编码', width: 110 },
    },
    type: {
      ...kindField('类型', deptTypes, 1),
      column: 'type',
      edit: { as: 'radios', required: true, wide: true },
      cell: { width: 110 },
    },
    leaderId: { ...idField('负责人'), column: 'leader_id' },
    /** The chairs that stand in it; left out of a change: as they are. */
    chairIds: {
      label: '诊椅',
      column: null,
      ask: z
        .array(idOf('诊椅'), { error: '诊椅应为列表' })
        .max(200, { error: '诊椅不能超过200张' })
        .refine(noneTwice, { error: '同一张诊椅不能选两次' })
        .optional(),
      shown: z.array(z.string()),
      blank: [],
      cell: { width: 220 },
    },
  } as const satisfies Record<string, ListField>,
  facts: {
    leaderName: { label: '负责人', shown: z.string().nullable(), cell: { width: 120 } },
    staffCount: { label: '在岗', shown: z.number(), cell: { width: 90, unit: '人' } },
  } satisfies Record<string, ListFact>,
})

/** The chairs of a clinic. */
export const chairs = settingList({
  ...kept,
  noun: '诊椅',
  paths: {
    list: '/tenant-api/chair/all',
    save: '/tenant-api/chair/save',
    sort: '/tenant-api/chair/sort',
    sheet: '/tenant-api/chair/sheet',
  },
  docs: { list: '本店的全部诊椅，含停用的', save: '新建或修改诊椅；还有未来预约时不能停用' },
  errors: ['SETTING_NAME_TAKEN', 'SETTING_IN_USE'],
  fields: {
    name: {
      ...nameField('诊椅名称', 20),
      column: 'name',
      edit: { as: 'text', required: true },
      cell: { title: '诊椅' },
    },
    room: { ...notesField('诊室', 20), column: 'room', edit: { as: 'text' }, cell: { width: 130 } },
    type: {
      ...kindField('类型', chairTypes, 1),
      ask: kindField('类型', chairTypes, 1).ask.default(1),
      column: 'type',
      edit: { as: 'radios', required: true, wide: true, help: '需要专用诊椅的预约项目按它提醒' },
      cell: { width: 110 },
    },
  } as const satisfies Record<string, ListField>,
  facts: {
    /** Names of the departments that it stands in. */
    depts: { label: '科室', shown: z.array(z.string()), cell: { width: 220 } },
    /** Appointments that are still to come in it. */
    bookedCount: { label: '未来预约', shown: z.number(), cell: { width: 110, unit: '个' } },
  } satisfies Record<string, ListFact>,
})
