import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './datetime.ts'
import { checkIdNumber } from './id-number.ts'

/** The check character by its definition: the number whose weighted sum is 1 modulo 11, with weights 2 to the place. */
function complete(seventeen: string): string {
  const sum = [...seventeen].reduce((total, digit, i) => total + Number(digit) * (2 ** (17 - i) % 11), 0)
  const check = (((1 - sum) % 11) + 11) % 11
  return seventeen + (check === 10 ? 'X' : check)
}

describe('checkIdNumber', () => {
  it('reads the worked examples of the standard', () => {
    expect(checkIdNumber('11010519491231002X')).toEqual({ ok: true, birthDay: '1949-12-31', gender: 1 })
    expect(checkIdNumber(' 11010519491231002x ')).toEqual({ ok: true, birthDay: '1949-12-31', gender: 1 })
    expect(checkIdNumber('440524188001010014')).toEqual({ ok: false, reason: '身份证号中的出生日期不正确' })
  })
  it('says what is wrong', () => {
    const reason = (text: string, on?: string) => {
      const check = checkIdNumber(text, on)
      return check.ok ? '' : check.reason
    }
    expect(reason('')).toBe('身份证号应为18位')
    expect(reason('110105491231002')).toBe('身份证号应为18位')
    expect(reason('1101051949123100XX')).toBe('身份证号只能是数字，末位可为X')
    expect(reason('01010519491231002X')).toBe('身份证号只能是数字，末位可为X')
    expect(reason(complete('11010520230229001'))).toBe('身份证号中的出生日期不正确')
    expect(reason(complete('11010520261121001'), '2026-11-20')).toBe('身份证号中的出生日期不正确')
    expect(reason(complete('11010520261120001'), '2026-11-20')).toBe('')
    expect(reason('110105194912310021')).toBe('身份证号校验位不正确')
  })
  it('accepts every well-made number and refuses any single wrong digit', () => {
    const days = fc.integer({ min: 0, max: 46_000 }).map((n) => addDays('1900-01-01', n))
    const order = fc.integer({ min: 0, max: 999 })
    fc.assert(
      fc.property(days, order, fc.nat(16), fc.integer({ min: 1, max: 9 }), (birthDay, n, place, change) => {
        const id = complete(`110105${birthDay.replaceAll('-', '')}${String(n).padStart(3, '0')}`)
        expect(checkIdNumber(id, '2026-11-20')).toEqual({ ok: true, birthDay, gender: n % 2 === 1 ? 0 : 1 })
        const wrong = id.slice(0, place) + ((Number(id[place]) + change) % 10) + id.slice(place + 1)
        expect(checkIdNumber(wrong, '2026-11-20').ok).toBe(false)
      }),
    )
  })
})
