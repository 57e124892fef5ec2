import { invoiceProblems } from '@dentin/contract/membership'
import { addDays, fen, yuanToFen } from '@dentin/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addYears,
  closesAt,
  extended,
  hiddenUntil,
  isFirstCharge,
  orderNumber,
  orderTitle,
  payable,
  payUrl,
  remindsOf,
  standingOf,
} from './rules.ts'

describe('the end of a term', () => {
  it.each([
    ['renewed early', '2026-11-30', { years: 2, days: 0 }, '2026-11-20', '2026-12-01', '2028-11-30'],
    ['on its last day', '2026-11-20', { years: 1, days: 0 }, '2026-11-20', '2026-11-21', '2027-11-20'],
    ['after it ran out', '2026-11-19', { years: 1, days: 0 }, '2026-11-20', '2026-11-21', '2027-11-20'],
    ['never opened', null, { years: 10, days: 0 }, '2026-11-20', '2026-11-21', '2036-11-20'],
    ['from a leap day', '2028-02-29', { years: 1, days: 0 }, '2026-11-20', '2028-03-01', '2029-02-28'],
    ['from a leap day to a leap year', '2028-02-29', { years: 4, days: 0 }, '2026-11-20', '2028-03-01', '2032-02-28'],
    ['from 28 February to a leap year', '2027-02-28', { years: 1, days: 0 }, '2026-11-20', '2027-03-01', '2028-02-28'],
    ['99 days', null, { years: 0, days: 99 }, '2026-11-20', '2026-11-21', '2027-02-27'],
    ['days over a leap day', '2028-02-28', { years: 0, days: 1 }, '2026-11-20', '2028-02-29', '2028-02-29'],
  ])('%s', (_name, end, by, on, startsOn, endDate) => {
    expect(extended(end, by, on)).toEqual({ startsOn, endDate })
  })

  it('E7: is always later than before and never a 29 February after whole years', () => {
    const days = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2020-01-01', n))
    fc.assert(
      fc.property(days, days, fc.integer({ min: 1, max: 10 }), (end, on, years) => {
        const { startsOn, endDate } = extended(end, { years, days: 0 }, on)
        expect(endDate > end && endDate > startsOn && startsOn > on).toBe(true)
        expect(endDate.endsWith('-02-29')).toBe(false)
        expect(endDate).toBe(addYears(addDays(startsOn, -1), years))
      }),
    )
  })
})

describe('standing and reminder', () => {
  it('vip-status: 1 active, 0 trial, -1 expired', () => {
    expect(standingOf({ endDate: '2026-11-30', paid: true }, '2026-11-20').status).toBe(1)
    expect(standingOf({ endDate: '2026-11-30', paid: false }, '2026-11-20').status).toBe(0)
    expect(standingOf({ endDate: '2026-11-19', paid: true }, '2026-11-20').status).toBe(-1)
    expect(standingOf(null, '2026-11-20')).toEqual({ status: -1, endDate: null, availableDays: 0, expiredDays: 0 })
  })
  it('vip-status-display: days that are left, or days since the end; the last day still counts', () => {
    const days = (end: string) => {
      const { availableDays, expiredDays } = standingOf({ endDate: end, paid: true }, '2026-11-20')
      return [availableDays, expiredDays]
    }
    expect([days('2026-11-30'), days('2026-11-20'), days('2026-11-19'), days('2026-10-21')]).toEqual([
      [10, 0],
      [0, 0],
      [0, 1],
      [0, 30],
    ])
    expect(standingOf({ endDate: '2026-11-20', paid: true }, '2026-11-20').status).toBe(1)
  })
  it('vip-reminder: from 90 days before the end to the day itself', () => {
    const shows = (end: string | null) => remindsOf(end, null, '2026-11-20')
    expect(['2026-11-19', '2026-11-20', '2026-11-30', '2027-02-18', '2027-02-19', null].map(shows)).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ])
  })
  it('vip-reminder-dismiss: put away, it stays away until the day after the end', () => {
    expect(hiddenUntil('2026-11-30')).toBe('2026-12-01')
    expect(remindsOf('2026-11-30', '2026-12-01', '2026-11-20')).toBe(false)
    expect(remindsOf('2026-11-30', '2026-12-01', '2026-11-30')).toBe(false)
    // A renewed term has an end of its own to remind of.
    expect(remindsOf('2026-12-31', '2026-12-01', '2026-12-01')).toBe(true)
  })
})

describe('an order', () => {
  it('vip-price: the discount price only on the first renewal, if it is set and above 0', () => {
    const cost = (price: string, discountPrice: string, first: boolean) =>
      payable({ price: yuanToFen(price), discountPrice: yuanToFen(discountPrice) }, first)
    expect(cost('730', '634', true)).toBe(fen(63_400))
    expect(cost('730', '634', false)).toBe(fen(73_000))
    expect(cost('730', '0', true)).toBe(fen(73_000))
    expect([isFirstCharge(null), isFirstCharge({ paid: false }), isFirstCharge({ paid: true })]).toEqual([
      false,
      true,
      false,
    ])
  })
  it('closes by itself: online after 30 minutes, a transfer after 15 days', () => {
    const now = new Date('2026-11-20T09:00:00+08:00')
    expect(closesAt(0, now)).toEqual(new Date('2026-11-20T09:30:00+08:00'))
    expect(closesAt(1, now)).toEqual(new Date('2026-11-20T09:30:00+08:00'))
    expect(closesAt(2, now)).toEqual(new Date('2026-12-05T09:00:00+08:00'))
  })
  it('has a number and a title of its kind, and the page of its payment', () => {
    expect(orderNumber('vip', '2026-11-20 10:42:07', 42)).toBe('VIP261120104207000042')
    expect(orderNumber('medical', '2026-11-20 10:42:07', 999_999)).toBe('YB261120104207999999')
    expect([orderTitle('vip', 3), orderTitle('medical', 1)]).toEqual(['牙本会员 3 年', '牙本医保会员 1 年'])
    const url = (kind: 'vip' | 'medical', payType: number) => payUrl(kind, { orderNo: 'N', payType })
    expect([url('vip', 0), url('vip', 1), url('vip', 2), url('medical', 0), url('medical', 1)]).toEqual([
      '/pay?orderNo=N',
      '/wxPay?orderNo=N',
      null,
      '/pay?orderNo=N',
      '/medicareWxPay?orderNo=N',
    ])
  })
})

describe('a request for an invoice', () => {
  const empty = { taxNo: '', regAddress: '', regPhone: '', bankName: '', bankAccount: '' }
  const full = {
    taxNo: '91330106MA2B1C3D4E',
    regAddress: '杭州市湖滨路 1 号',
    regPhone: '0571-88886666',
    bankName: '工商银行湖滨支行',
    bankAccount: '1202 0262 0990 1234 567',
  }
  it('of a person needs a name only; of a company its tax number too', () => {
    expect(invoiceProblems({ invoiceType: 0, titleType: 0, ...empty })).toEqual([])
    expect(invoiceProblems({ invoiceType: 0, titleType: 1, ...empty })).toEqual([
      { field: 'taxNo', message: '请填写税号' },
    ])
  })
  it('of the special kind needs everything, each field with its own words', () => {
    expect(invoiceProblems({ invoiceType: 1, titleType: 1, ...empty })).toEqual([
      { field: 'taxNo', message: '请填写税号' },
      { field: 'regAddress', message: '请填写注册地址' },
      { field: 'regPhone', message: '请填写注册电话' },
      { field: 'bankName', message: '请填写开户银行' },
      { field: 'bankAccount', message: '请填写银行账号' },
    ])
    expect(invoiceProblems({ invoiceType: 1, titleType: 1, ...full })).toEqual([])
    expect(invoiceProblems({ invoiceType: 1, titleType: 0, ...full })[0]).toEqual({
      field: 'titleType',
      message: '增值税专用发票只能开给企业',
    })
  })
  it('takes no tax number, phone or account that can be none', () => {
    const wrong = { ...full, taxNo: '9133', regPhone: '电话', bankAccount: '12a' }
    expect(invoiceProblems({ invoiceType: 1, titleType: 1, ...wrong }).map((each) => each.field)).toEqual([
      'taxNo',
      'regPhone',
      'bankAccount',
    ])
  })
})
