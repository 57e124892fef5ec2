import { orderStatusNames } from '@dentin/contract/core/order-states'
import { describe, expect, it } from 'vitest'
import {
  buyWords,
  dialogTitle,
  giftWords,
  invoiceLooks,
  missing,
  orderLooks,
  plainYuan,
  standingWords,
  timeLeft,
  toggled,
  type Standing,
} from './model.ts'

const standing = (more: Partial<Standing>): Standing => ({
  status: 1,
  endDate: '2026-11-30',
  isFirstCharge: false,
  createdTime: null,
  expiredTime: null,
  availableDays: 10,
  expiredDays: 0,
  allowed: { view: true, buy: true, pay: true, invoice: true },
  ...more,
})

describe('the purchase', () => {
  it('vip-dialog-title: 续费 when isFirstCharge is true, otherwise 开通', () => {
    expect(dialogTitle({ isFirstCharge: true })).toBe('续费')
    expect(dialogTitle({ isFirstCharge: false })).toBe('开通')
  })
  it('vip-package-toggle: pressing the chosen package takes the choice back', () => {
    expect(toggled(null, 'a')).toBe('a')
    expect(toggled('a', 'b')).toBe('b')
    expect(toggled('a', 'a')).toBeNull()
  })
  it('vip-no-package, vip-no-method: says what is missing', () => {
    expect(missing({ settingId: null, payType: null })).toEqual({
      settingId: '请选择会员套餐',
      payType: '请选择支付方式',
    })
    expect(missing({ settingId: 'a', payType: null })).toEqual({ payType: '请选择支付方式' })
    expect(missing({ settingId: 'a', payType: 0 })).toEqual({})
  })
  it('is called by what it is', () => {
    expect(buyWords({ isFirstCharge: true, endDate: '2026-11-30' })).toBe('续费会员')
    expect(buyWords({ isFirstCharge: false, endDate: null })).toBe('开通会员')
    expect(buyWords({ isFirstCharge: false, endDate: '2026-11-30' })).toBe('选购会员')
  })
})

describe('words', () => {
  it('vip-status-display: 1 and 0 show the days that are left, -1 the days since the end', () => {
    const words = (more: Partial<Standing>) => {
      const { label, days } = standingWords(standing(more))
      return [label, days]
    }
    expect(words({})).toEqual(['有效', '剩余 10 天'])
    expect(words({ status: 0 })).toEqual(['赠送期', '剩余 10 天'])
    expect(words({ availableDays: 0 })).toEqual(['有效', '今天到期'])
    expect(words({ status: -1, availableDays: 0, expiredDays: 3 })).toEqual(['已过期', '已过期 3 天'])
    expect(words({ status: -1, endDate: null })).toEqual([null, '尚未开通'])
  })
  it('vip-gift: the alert after sign-in', () => {
    expect(giftWords('2027-02-27')).toBe('平台赠送您 99 天会员，有效期至 2027-02-27')
  })
  it('of amounts and times', () => {
    expect(['365.00', '1095.00', '0.91'].map(plainYuan)).toEqual(['365', '1095', '0.91'])
    expect([0, -1, 7, 1747, 3600, 86_399, 1_296_000].map(timeLeft)).toEqual([
      null,
      null,
      '00:07',
      '29:07',
      '1 小时 0 分',
      '23 小时 59 分',
      '15 天 0 小时',
    ])
  })
  it('every state has a look', () => {
    expect(Object.keys(orderLooks)).toEqual(Object.keys(orderStatusNames))
    expect(Object.keys(invoiceLooks)).toHaveLength(4)
  })
})
