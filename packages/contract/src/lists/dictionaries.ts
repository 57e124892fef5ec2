import { z } from 'zod'
import { dictTypes } from '../core/dictionaries.ts'
import { nameField } from '../core/field-kinds.ts'
import { oneWord, wordsOf } from '../core/fields.ts'
import { settingList, type ListField } from '../core/setting-list.ts'

/** The words that are chosen from, each in its dictionary. */
export const dictItems = settingList({
  noun: '条目',
  scope: 'all',
  see: '/baseDictSet:view',
  edit: '/baseDictSet:edit',
  paths: {
    list: '/admin-api/v2/dict/tenant/item/all',
    save: '/admin-api/v2/dict/tenant/item/save',
    sort: '/admin-api/v2/dict/tenant/item/sort',
    sheet: '/admin-api/v2/dict/tenant/item/sheet',
  },
  docs: {
    list: '全部字典条目，含停用的',
    save: '新建或修改字典条目；停用后不能再选，历史照常显示。平台的字典不能改；系统要用的条目只能改名称，不能停用',
  },
  errors: ['SETTING_NAME_TAKEN', 'SETTING_DEFAULT', 'SETTING_IN_USE', 'DICT_FIXED'],
  fields: {
    item: { ...nameField('条目', 30), column: 'item', edit: { as: 'text', required: true, wide: true }, cell: {} },
    typeCode: {
      label: '字典',
      column: 'type_code',
      ask: oneWord('字典', wordsOf(dictTypes)),
      shown: z.string(),
      blank: undefined,
      names: Object.fromEntries(Object.entries(dictTypes).map(([code, { name }]) => [code, name])),
    },
    /** Forms begin with it. */
    isDefault: {
      label: '默认',
      column: 'is_default',
      ask: z.boolean({ error: '请选择是否默认' }).default(false),
      shown: z.boolean(),
      blank: false,
      edit: { as: 'check', wide: true, says: '作为默认条目', help: '需要选择时先选好它；每个字典最多一个' },
    },
  } as const satisfies Record<string, ListField>,
  facts: { itemCode: { label: '编码', shown: z.string() } },
})
