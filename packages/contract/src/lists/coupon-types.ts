import { COUPON_KINDS } from '@dentin/kit'
import { z } from 'zod'
import { couponScope, couponValidities } from '../coupon-rules.ts'
import { kindField, nameField, nullish } from '../core/field-kinds.ts'
import { amount, localDate, money, wholeNumber } from '../core/fields.ts'
import { settingList, type ListFact, type ListField } from '../core/setting-list.ts'

/** What coupons a company gives. One that was given keeps the terms with which it was given. */
export const couponTypes = settingList({
  noun: '优惠券种',
  scope: 'all',
  see: '/couponList:view',
  edit: '/couponList:edit',
  paths: {
    list: '/bill-api/coupon-type/all',
    save: '/bill-api/coupon-type/save',
    sort: '/bill-api/coupon-type/sort',
    sheet: '/bill-api/coupon-type/sheet',
  },
  docs: {
    list: '全部优惠券种，含停用的，与已发、已用的张数',
    save: '新建或修改优惠券种；改动只影响以后发的券',
  },
  errors: ['SETTING_NAME_TAKEN'],
  fields: {
    name: {
      ...nameField('名称', 20),
      column: 'name',
      edit: { as: 'text', required: true },
      cell: { title: '优惠券' },
    },
    kind: {
      ...kindField('类型', COUPON_KINDS, 1),
      column: 'kind',
      edit: { as: 'choice', required: true },
      cell: { width: 90 },
    },
    value: {
      label: '面额',
      column: 'value',
      ask: nullish(money('面额', 0.01, 9_999_999)),
      shown: amount.nullable(),
      blank: null,
      edit: { as: 'money', help: '满减、立减减去的金额' },
      cell: { title: '优惠', width: 130 },
    },
    percent: {
      label: '折扣',
      column: 'percent',
      ask: nullish(wholeNumber('折扣', 1, 99)),
      shown: z.number().nullable(),
      blank: null,
      min: 1,
      max: 99,
      edit: { as: 'number', unit: '%', help: '90 为九折' },
    },
    most: {
      label: '最多减',
      column: 'most',
      ask: nullish(money('最多减', 0.01, 9_999_999)),
      shown: amount.nullable(),
      blank: null,
      edit: { as: 'money', help: '不填则不封顶' },
    },
    threshold: {
      label: '使用门槛',
      column: 'threshold',
      ask: money('使用门槛', 0, 9_999_999).default(0 as never),
      shown: amount,
      blank: '0.00',
      edit: { as: 'money', help: '可用的项目满这么多才能用，按会员优惠之后的金额算；0 为没有门槛' },
      cell: { title: '门槛', width: 110 },
    },
    categoryIds: {
      label: '可用类别',
      column: 'category_ids',
      ask: couponScope('类别'),
      shown: z.array(z.string()),
      blank: [] as never[],
    },
    tariffIds: {
      label: '可用项目',
      column: 'tariff_ids',
      ask: couponScope('项目'),
      shown: z.array(z.string()),
      blank: [] as never[],
    },
    clinicIds: {
      label: '可用门诊',
      column: 'clinic_ids',
      ask: couponScope('门诊'),
      shown: z.array(z.string()),
      blank: [] as never[],
    },
    validType: {
      ...kindField('有效期', couponValidities, 2),
      column: 'valid_type',
      edit: { as: 'choice', required: true },
      cell: { width: 130 },
    },
    validUntil: {
      label: '到期日',
      column: 'valid_until',
      ask: nullish(localDate('到期日')),
      shown: z.string().nullable(),
      blank: null,
      edit: { as: 'day' },
    },
    validDays: {
      label: '有效天数',
      column: 'valid_days',
      ask: nullish(wholeNumber('有效天数', 1, 3650)),
      shown: z.number().nullable(),
      blank: null,
      min: 1,
      max: 3650,
      edit: { as: 'number', unit: '天', help: '从发券当天起算' },
    },
    stackable: {
      label: '叠加',
      column: 'stackable',
      ask: z.boolean({ error: '请选择是否可叠加' }).default(false),
      shown: z.boolean(),
      blank: false,
      edit: { as: 'check', says: '可与别的券同用', help: '一张账单上的券都可叠加时才能同用' },
      cell: { width: 80 },
    },
    total: {
      label: '总量',
      column: 'total_qty',
      ask: nullish(wholeNumber('总量', 1, 1_000_000)),
      shown: z.number().nullable(),
      blank: null,
      min: 1,
      max: 1_000_000,
      edit: { as: 'number', unit: '张', help: '最多发多少张；不填则不限' },
      cell: { width: 90, unit: '张' },
    },
  } as const satisfies Record<string, ListField>,
  facts: {
    issued: { label: '已发', shown: z.number(), cell: { width: 80, unit: '张' } },
    used: { label: '已用', shown: z.number(), cell: { width: 80, unit: '张' } },
  } satisfies Record<string, ListFact>,
})
