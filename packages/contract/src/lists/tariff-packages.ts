import { z } from 'zod'
import { nameField, notesField } from '../core/field-kinds.ts'
import { amount, idOf, money, wholeNumber } from '../core/fields.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

const item = z.strictObject({ tariffId: idOf('项目'), qty: wholeNumber('数量', 1, 99) })

/** Several items of the price list for one price, in the whole company. */
export const tariffPackages = settingList({
  noun: '收费套餐',
  scope: 'all',
  see: '/tariffPackageList:view',
  edit: '/tariffPackageList:edit',
  paths: {
    list: '/bill-api/tariff-package/all',
    save: '/bill-api/tariff-package/save',
    sort: '/bill-api/tariff-package/sort',
    sheet: '/bill-api/tariff-package/sheet',
  },
  docs: {
    list: '全部套餐，含停用的，与单买要多少',
    save: '新建或修改套餐；套餐价须低于单买的合计，改动只影响以后开的单',
  },
  errors: ['SETTING_NAME_TAKEN'],
  fields: {
    name: {
      ...nameField('名称', 30),
      column: 'name',
      edit: { as: 'text', required: true, wide: true },
      cell: { title: '套餐' },
    },
    items: {
      label: '项目',
      column: 'items',
      ask: z
        .array(item, { error: '请加项目' })
        .min(1, { error: '请加项目' })
        .max(20, { error: '一个套餐最多 20 个项目' })
        .refine((list) => new Set(list.map(({ tariffId }) => tariffId)).size === list.length, {
          error: '同一个项目写了两次，请改数量',
        }),
      shown: z.array(z.object({ tariffId: z.string(), qty: z.number() })),
      blank: [] as never[],
    },
    price: {
      label: '套餐价',
      column: 'price',
      ask: money('套餐价', 0.01, 9_999_999),
      shown: amount,
      blank: '',
      edit: { as: 'money', required: true, help: '开单时按各项原价分摊到分，余分归最后一项' },
      cell: { width: 130 },
    },
    remark: {
      ...notesField('说明', 100),
      column: 'remark',
      edit: { as: 'notes', wide: true },
    },
  } as const satisfies Record<string, ListField>,
  facts: {
    words: { label: '内容', shown: z.string(), cell: { width: 360 } },
    listPrice: { label: '单买合计', shown: amount, cell: { width: 130, isAmount: true } },
  } satisfies Record<string, ListFact>,
})
