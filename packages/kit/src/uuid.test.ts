import { afterEach, describe, expect, it, vi } from 'vitest'
import { isUuid, uuidv7 } from './uuid.ts'

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
const isSorted = (ids: string[]) => ids.every((id, i) => i === 0 || (ids[i - 1] ?? '') < id)

afterEach(() => void vi.useRealTimers())

describe('uuidv7', () => {
  it('carries the time, version and variant', () => {
    const before = Date.now()
    const id = uuidv7()
    expect(isUuid(id)).toBe(true)
    expect(id[14]).toBe('7')
    expect('89ab').toContain(id[19])
    expect(timeOf(id)).toBeGreaterThanOrEqual(before)
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now())
  })
  it('sorts in the order made', () => {
    const ids = Array.from({ length: 20_000 }, () => uuidv7())
    expect(isSorted(ids)).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('keeps its order when the clock is set back', () => {
    const first = uuidv7()
    vi.useFakeTimers({ now: Date.now() - 3_600_000 })
    expect(isSorted([first, uuidv7(), uuidv7()])).toBe(true)
  })
  it('carries a given time, in order, without disturbing the clock', () => {
    const past = Date.parse('2020-01-01T00:00:00Z')
    const future = Date.parse('2100-01-01T00:00:00Z')
    const ids = Array.from({ length: 5_000 }, () => uuidv7(past))
    expect(isSorted(ids)).toBe(true)
    expect(ids.every((id) => timeOf(id) === past)).toBe(true)
    expect(timeOf(uuidv7(future))).toBe(future)
    expect(timeOf(uuidv7(past))).toBe(past)
    expect(timeOf(uuidv7())).toBeLessThan(future)
    for (const bad of [-1, 0.5, Number.NaN, 2 ** 48]) expect(() => uuidv7(bad)).toThrow(RangeError)
  })
})

describe('isUuid', () => {
  it('knows one', () => {
    expect(isUuid('01932C07-209B-7ABC-8DEF-0123456789AB')).toBe(true)
    for (const bad of [
      '',
      '01932c07209b7abc8def0123456789ab',
      '01932c07-209b-7abc-7def-0123456789ab',
      ` ${uuidv7()}`,
    ]) {
      expect(isUuid(bad), bad).toBe(false)
    }
  })
})
