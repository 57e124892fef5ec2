import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCreditCode } from './credit-code.ts'

const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** The check character by its definition: the number that makes the weighted sum of all 18 a multiple of 31. */
function complete(seventeen: string): string {
  const sum = [...seventeen].reduce((total, each, i) => total + CHARACTERS.indexOf(each) * (3 ** i % 31), 0)
  return seventeen + [...CHARACTERS].find((_, value) => (sum + value) % 31 === 0)
}

describe('checkCreditCode', () => {
  it('reads known codes', () => {
    for (const code of ['91350100M000100Y43', '9144030071526726XG', '91110000600037341L']) {
      expect(checkCreditCode(code)).toEqual({ ok: true, code })
      expect(checkCreditCode(` ${code.toLowerCase()} `)).toEqual({ ok: true, code })
    }
  })
  it('says what is wrong', () => {
    const reason = (text: string) => {
      const check = checkCreditCode(text)
      return check.ok ? '' : check.reason
    }
    expect(reason('')).toBe('统一社会信用代码应为18位')
    expect(reason('91350100M000100Y4')).toBe('统一社会信用代码应为18位')
    expect(reason('91350100M000100O43')).toBe('统一社会信用代码只能是数字和大写字母，不含I、O、S、V、Z')
    expect(reason('91350100M000100Y44')).toBe('统一社会信用代码校验位不正确')
  })
  it('accepts every well-made code and refuses any single wrong character', () => {
    const text = fc.array(fc.constantFrom(...CHARACTERS), { minLength: 17, maxLength: 17 }).map((list) => list.join(''))
    fc.assert(
      fc.property(text, fc.nat(16), fc.integer({ min: 1, max: 30 }), (seventeen, place, change) => {
        const code = complete(seventeen)
        expect(checkCreditCode(code)).toEqual({ ok: true, code })
        const other = CHARACTERS[(CHARACTERS.indexOf(code[place] as string) + change) % 31] as string
        expect(checkCreditCode(code.slice(0, place) + other + code.slice(place + 1)).ok).toBe(false)
      }),
    )
  })
})
