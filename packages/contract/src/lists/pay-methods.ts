import { z } from 'zod'
import { kindField, nameField, numberField } from '../core/field-kinds.ts'
import { oneWord, wordsOf } from '../core/fields.ts'
import { settingList, type ListField } from '../core/setting-list.ts'

/** Kinds of ways to pay. */
const payTypes = { 1: '现金类', 2: '预收类', 3: '优惠类', 4: '医保类', 5: '单位记账', 6: '平台券' } as const
/** Pictures of ways to pay. */
export const payIcons = {
  yen: '其他',
  cash: '现金',
  wechat: '微信',
  alipay: '支付宝',
  'bank-card': '银行卡',
  bank: '银行',
  'shield-check': '医保',
  card: '会员卡',
  ticket: '券',
  receipt: '记账',
} as const
export type PayIcon = keyof typeof payIcons

const flag = <const C extends string>(
  label: string,
  column: C,
  blank: boolean,
  says: string,
  help: string,
  width: number,
) =>
  ({
    label,
    column,
    ask: z.boolean({ error: `请选择是否${label}` }).default(blank),
    shown: z.boolean(),
    blank,
    edit: { as: 'check', says, help },
    cell: { width },
  }) as const

/** How patients may pay, in the whole company. */
export const payMethods = settingList({
  noun: '支付方式',
  scope: 'all',
  see: '/baseAccounting:view',
  edit: '/baseAccounting:edit',
  paths: {
    list: '/bill-api/pay-method/all',
    save: '/bill-api/pay-method/save',
    sort: '/bill-api/pay-method/sort',
    sheet: '/bill-api/pay-method/sheet',
  },
  docs: {
    list: '全部支付方式，含停用的',
    save: '新建或修改支付方式；内置的不能改名和改类型，收过款的不能改名和改类型，只能停用',
  },
  errors: ['SETTING_NAME_TAKEN', 'SETTING_IN_USE', 'PAY_METHOD_FIXED'],
  fields: {
    name: {
      ...nameField('名称', 20),
      column: 'name',
      edit: { as: 'text', required: true },
      cell: { title: '支付方式' },
    },
    type: {
      ...kindField('类型', payTypes, 1),
      column: 'type',
      edit: { as: 'choice', required: true, help: '对账按类型归集；平台券收款时须填券码，一码只收一次' },
      cell: { width: 100 },
    },
    /** In ten-thousandths of what is paid. */
    feeRate: {
      ...numberField('手续费率', { min: 0, max: 1000 }),
      ask: numberField('手续费率', { min: 0, max: 1000 }).ask.default(0),
      column: 'fee_rate',
      blank: 0,
      edit: { as: 'number', unit: '/万', help: '每万元收多少；60 即 0.6%' },
      cell: { width: 110, unit: '/万' },
    },
    icon: {
      label: '图标',
      column: 'icon',
      ask: oneWord('图标', wordsOf(payIcons)).default('yen'),
      shown: z.string(),
      blank: 'yen',
      names: payIcons,
    },
    allowRefund: flag('可退款', 'allow_refund', true, '退款可以原路退回', '不可退的，退款改走别的方式', 90),
    countPerformance: flag('计业绩', 'count_performance', true, '计入业绩', '赠送的通常不计', 90),
    needTradeNo: flag('需交易号', 'need_trade_no', false, '收款时须填交易号', '对账用，例如刷卡凭证号', 100),
  } as const satisfies Record<string, ListField>,
  facts: {
    builtIn: { label: '内置', shown: z.boolean() },
    /** Payments that were taken by it. */
    used: { label: '收款', shown: z.number(), cell: { width: 100, unit: '笔' } },
  },
})
