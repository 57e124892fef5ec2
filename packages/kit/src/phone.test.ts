import { describe, expect, it } from 'vitest'
import { PHONE_PATTERN, maskIdNumber, maskPhone } from './phone.ts'

describe('PHONE_PATTERN', () => {
  it('phone-pattern: is 11 digits starting 12 to 19', () => {
    for (const good of ['13800002046', '12000000000', '19999999999']) expect(PHONE_PATTERN.test(good)).toBe(true)
    for (const bad of [
      '11800002046',
      '1380000204',
      '138000020460',
      '23800002046',
      '13800002046\n',
      '１３８００００２０４６',
      '',
    ]) {
      expect(PHONE_PATTERN.test(bad), bad).toBe(false)
    }
  })
})

describe('masks', () => {
  it('cover the middle of a phone number', () => {
    expect(maskPhone('13800002046')).toBe('138****2046')
    expect(maskPhone('138****2046')).toBe('138****2046')
    expect(maskPhone('87654321')).toBe('****21')
    expect(maskPhone('12')).toBe('****')
    expect(maskPhone('')).toBe('')
  })
  it('cover the birthday in an identity number', () => {
    expect(maskIdNumber('11010519491231002X')).toBe('110***********002X')
    expect(maskIdNumber('E12345678')).toBe('*******78')
    expect(maskIdNumber('E1')).toBe('****')
    expect(maskIdNumber('')).toBe('')
  })
})
