import { describe, expect, it } from 'vitest'
import { agesOf, dueIn, instalmentsNow, nextDue, openOf, overdueOf, planInstalments } from './instalments.ts'
import { fen, sum, yuanToFen, fenToYuan } from './money.ts'

const plan = (rest: string, count: number, more: Partial<Parameters<typeof planInstalments>[0]> = {}) =>
  planInstalments({ rest: yuanToFen(rest), count, firstDue: '2026-12-05', day: 5, inYuan: false, ...more })
const amountsOf = (parts: readonly { amount: ReturnType<typeof fen> }[]) => parts.map(({ amount }) => fenToYuan(amount))

describe('instalments (money.md §7)', () => {
  it('are equal to the fen, the remainder on the last', () => {
    expect(amountsOf(plan('10000.00', 3))).toEqual(['3333.33', '3333.33', '3333.34'])
    expect(amountsOf(plan('12345.67', 12))).toEqual([...Array<string>(11).fill('1028.81'), '1028.76'])
    expect(amountsOf(plan('12345.67', 12, { inYuan: true }))).toEqual([...Array<string>(11).fill('1029.00'), '1026.67'])
  })

  it('fall on the same day of each month, on the last day of shorter ones, counted from the day each time', () => {
    const parts = plan('5000.00', 5, { firstDue: '2026-11-30', day: 31 })
    expect(parts.map(({ dueDate }) => dueDate)).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ])
    expect(dueIn('2028-02-10', 31)).toBe('2028-02-29')
    expect([nextDue('2026-12-05', 5), nextDue('2026-12-04', 5), nextDue('2027-01-31', 31)]).toEqual([
      '2027-01-05',
      '2026-12-05',
      '2027-02-28',
    ])
  })

  it('refuse what leaves nothing for one of them', () => {
    expect(() => plan('0.02', 3)).toThrow(RangeError)
    expect(() => plan('1.40', 3, { inYuan: true })).toThrow(RangeError)
    for (const count of [0, -1, 1.5, 121]) expect(() => plan('100.00', count)).toThrow(RangeError)
  })

  it('in whole yuan are the whole rest when there is one, below half a yuan too', () => {
    expect(amountsOf(plan('0.44', 1, { inYuan: true }))).toEqual(['0.44'])
  })

  it('S14: 12 of 1,000.00, two paid, the third 15 days late', () => {
    const parts = plan('12000.00', 12, { firstDue: '2026-09-05' })
    const now = instalmentsNow(parts, yuanToFen('2000.00'), fen(0), '2026-11-20')
    expect(now.map(({ state }) => state)).toEqual([1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(now[2]).toMatchObject({ overdueDays: 15, open: 100_000 })
    expect([fenToYuan(overdueOf(now)), fenToYuan(openOf(now))]).toEqual(['1000.00', '10000.00'])
    expect(agesOf(now, '2026-11-20').map(fenToYuan)).toEqual(['9000.00', '1000.00', '0.00', '0.00', '0.00'])
    const paid = instalmentsNow(parts, yuanToFen('3000.00'), fen(0), '2026-11-20')
    expect(overdueOf(paid)).toBe(0)
  })

  it('payments fill the earliest, what the bill lost is taken off the last', () => {
    const now = instalmentsNow(plan('3000.00', 3), yuanToFen('1200.00'), yuanToFen('1300.00'), '2026-12-01')
    expect(now.map(({ no, paid, cancelled, open, state }) => [no, paid, cancelled, open, state])).toEqual([
      [1, 100_000, 0, 0, 1],
      [2, 20_000, 30_000, 50_000, 3],
      [3, 0, 100_000, 0, 1],
    ])
  })

  it('always sum to the rest, whatever the terms (property)', () => {
    for (let n = 0; n < 2000; n++) {
      const rest = fen(1000 + Math.floor(Math.random() * 9_000_000))
      const count = 1 + Math.floor(Math.random() * Math.min(36, rest / 200))
      let parts
      try {
        parts = planInstalments({ rest, count, firstDue: '2026-01-31', day: 31, inYuan: n % 2 === 0 })
      } catch {
        continue
      }
      expect(sum(parts.map(({ amount }) => amount))).toBe(rest)
      const paid = fen(Math.floor(Math.random() * rest))
      const cancelled = fen(Math.floor(Math.random() * (rest - paid)))
      const now = instalmentsNow(parts, paid, cancelled, '2027-06-01')
      expect(openOf(now)).toBe(rest - paid - cancelled)
      expect(now.every(({ open, paid: own, cancelled: off, amount }) => open + own + off === amount && open >= 0)).toBe(
        true,
      )
    }
  })

  it('S15: ages by the day of the charge', () => {
    const owed = [
      ['2026-10-31', '500.00'],
      ['2026-09-01', '300.00'],
      ['2026-06-10', '200.00'],
      ['2026-04-01', '100.00'],
    ].map(([dueDate = '', open = '']) => ({ dueDate, open: yuanToFen(open) }))
    expect(agesOf(owed, '2026-11-30').map(fenToYuan)).toEqual(['0.00', '500.00', '300.00', '200.00', '100.00'])
  })
})
