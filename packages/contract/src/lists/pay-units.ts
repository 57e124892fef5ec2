import { z } from 'zod'
import { nameField, notesField, numberField } from '../core/field-kinds.ts'
import { amount, money } from '../core/fields.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

/** Companies and schools that pay for their people, in the whole company. */
export const payUnits = settingList({
  noun: '记账单位',
  scope: 'all',
  see: '/payUnitList:view',
  edit: '/payUnitList:edit',
  paths: {
    list: '/bill-api/pay-unit/all',
    save: '/bill-api/pay-unit/save',
    sort: '/bill-api/pay-unit/sort',
    sheet: '/bill-api/pay-unit/sheet',
  },
  docs: {
    list: '全部记账单位，含停用的，与各单位现在欠多少',
    save: '新建或修改记账单位；停用的不能再记账，已记的照样结算；账期只影响以后记的账',
  },
  errors: ['SETTING_NAME_TAKEN'],
  fields: {
    name: {
      ...nameField('单位名称', 40),
      column: 'name',
      edit: { as: 'text', required: true, wide: true },
      cell: { title: '记账单位' },
    },
    contact: {
      ...notesField('联系人', 20),
      column: 'contact',
      edit: { as: 'text' },
      cell: { width: 110 },
    },
    phone: {
      ...notesField('电话', 30),
      column: 'phone',
      edit: { as: 'text', help: '对账、结算时联系' },
      cell: { width: 140 },
    },
    creditLimit: {
      label: '额度',
      column: 'credit_limit',
      ask: money('额度', 0, 9_999_999),
      shown: amount,
      blank: '10000.00',
      edit: { as: 'money', required: true, help: '各门诊合计最多欠这么多，超出不能再记' },
      cell: { width: 130 },
    },
    termDays: {
      ...numberField('账期', { min: 0, max: 365 }),
      column: 'term_days',
      blank: 30,
      edit: { as: 'number', required: true, unit: '天', help: '从记账当天起算，过了就是逾期' },
      cell: { width: 90, unit: '天' },
    },
    needsReference: {
      label: '需工号',
      column: 'needs_reference',
      ask: z.boolean({ error: '请选择是否需工号' }).default(false),
      shown: z.boolean(),
      blank: false,
      edit: { as: 'check', says: '记账时须填工号或备注', help: '单位对账时凭它认人' },
      cell: { width: 90 },
    },
    remark: {
      ...notesField('备注', 100),
      column: 'remark',
      edit: { as: 'notes', wide: true },
    },
  } as const satisfies Record<string, ListField>,
  facts: {
    balance: { label: '现欠', shown: amount, cell: { width: 130, isAmount: true } },
  } satisfies Record<string, ListFact>,
})
