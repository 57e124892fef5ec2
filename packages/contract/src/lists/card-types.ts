import { z } from 'zod'
import { cardKinds, cardValidities, ruleFields } from '../card-rules.ts'
import { call, resource, type CallGroup } from '../core/call.ts'
import { kindField, nameField, nullish } from '../core/field-kinds.ts'
import { amount, localDate, money, wholeNumber } from '../core/fields.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

/** The types of member cards that a company sells. */
export const cardTypes = settingList({
  noun: '会员卡种',
  scope: 'all',
  see: '/vipCardList:view',
  edit: '/vipCardList:edit',
  paths: {
    list: '/bill-api/card-type/all',
    save: '/bill-api/card-type/save',
    sort: '/bill-api/card-type/sort',
    sheet: '/bill-api/card-type/sheet',
  },
  docs: {
    list: '全部会员卡种，含停用的，与在用的卡数',
    save: '新建或修改会员卡种；改动只影响以后开的卡',
  },
  errors: ['SETTING_NAME_TAKEN'],
  fields: {
    name: {
      ...nameField('卡种名称', 20),
      column: 'name',
      edit: { as: 'text', required: true },
      cell: { title: '卡种' },
    },
    kind: {
      ...kindField('类型', cardKinds, 1),
      column: 'kind',
      edit: { as: 'choice', required: true },
      cell: { width: 90 },
    },
    salePrice: {
      label: '售价',
      column: 'sale_price',
      ask: money('售价', 0, 9_999_999),
      shown: amount,
      blank: '0.00',
      edit: { as: 'money', required: true, help: '储值卡一般为 0；折扣卡、权益卡的售价是卡费，次卡的售价按次分摊' },
      cell: { width: 110 },
    },
    validType: {
      ...kindField('有效期', cardValidities, 1),
      column: 'valid_type',
      edit: { as: 'choice', required: true },
      cell: { width: 120 },
    },
    validUntil: {
      label: '到期日',
      column: 'valid_until',
      ask: nullish(localDate('到期日')),
      shown: z.string().nullable(),
      blank: null,
      edit: { as: 'day', help: '有效期为“到某一天”时填写' },
    },
    validDays: {
      label: '有效天数',
      column: 'valid_days',
      ask: nullish(wholeNumber('有效天数', 1, 36_500)),
      shown: z.number().nullable(),
      blank: null,
      min: 1,
      max: 36_500,
      edit: { as: 'number', unit: '天', help: '有效期为“开卡后若干天”时填写' },
    },
    times: {
      label: '次数',
      column: 'times',
      ask: nullish(wholeNumber('次数', 1, 999)),
      shown: z.number().nullable(),
      blank: null,
      min: 1,
      max: 999,
      edit: { as: 'number', unit: '次', help: '次卡填写' },
    },
    ...ruleFields,
  } as const satisfies Record<string, ListField>,
  facts: {
    cardCount: { label: '在用', shown: z.number(), cell: { width: 90, unit: '张' } },
  } satisfies Record<string, ListFact>,
})

/** The calls of card types: their list, and those that may be sold. */
export const cardTypeCalls = {
  types: cardTypes.calls.list,
  saveType: cardTypes.calls.save,
  sortTypes: cardTypes.calls.sort,
  typeSheet: cardTypes.calls.sheet,
  forSale: call({
    method: 'GET',
    path: '/bill-api/member/types',
    doc: '可以开的卡种',
    spec: null,
    allow: resource('/membercard:view'),
    scope: 'all',
    output: z.array(cardTypes.row),
  }),
  clinics: call({
    method: 'GET',
    path: '/bill-api/member/clinics',
    doc: '卡种可以指定的门诊',
    spec: null,
    allow: resource('/vipCardList:view'),
    scope: 'all',
    output: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
} satisfies CallGroup
