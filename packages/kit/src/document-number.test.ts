import { expect, it } from 'vitest'
import { documentNumber } from './document-number.ts'

it('is prefix, day and running number', () => {
  expect(documentNumber('SF', '2026-11-20', 32)).toBe('SF261120-0032')
  expect(documentNumber('YF', '2026-01-02', 9999)).toBe('YF260102-9999')
  expect(documentNumber('SF', '2026-11-20', 12345)).toBe('SF261120-12345')
})

it('refuses what cannot be numbered', () => {
  for (const bad of [0, -1, 1.5, Number.NaN]) expect(() => documentNumber('SF', '2026-11-20', bad)).toThrow(RangeError)
  expect(() => documentNumber('SF', '2026-11-31', 1)).toThrow(RangeError)
})
