import fc from 'fast-check'
import Nzh from 'nzh'
import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { type Fen, fen, fenToYuan, yuanToFen } from './money.ts'

const LIMIT = 99_999_999_999_999
const oracle = (f: Fen) => Nzh.cn.toMoney(fenToYuan(f).replace(/\.00$|(?<=\.\d)0$/, ''), { outSymbol: false })

describe('amountInWords', () => {
  it.each([
    ['3480.00', '叁仟肆佰捌拾元整'],
    ['0', '零元整'],
    ['0.05', '伍分'],
    ['0.50', '伍角整'],
    ['1.05', '壹元零伍分'],
    ['10.50', '壹拾元伍角整'],
    ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
    ['100500', '壹拾万零伍佰元整'],
    ['10001000', '壹仟万壹仟元整'],
    ['100000001', '壹亿零壹元整'],
    ['100001000', '壹亿零壹仟元整'],
    ['1000010000', '壹拾亿零壹万元整'],
    ['110000000001.01', '壹仟壹佰亿零壹元零壹分'],
    ['-5', '负伍元整'],
    ['999999999999.99', '玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
  ])('%s is %s', (yuan, words) => {
    expect(amountInWords(yuanToFen(yuan))).toBe(words)
  })

  it('amount-to-words: refuses larger amounts than 999999999999.99', () => {
    expect(() => amountInWords(fen(LIMIT + 1))).toThrow(RangeError)
    expect(() => amountInWords(fen(-LIMIT - 1))).toThrow(RangeError)
  })

  it('agrees with an independent writer, apart from 整 after 角', () => {
    // Digits are drawn with many zeros: that is where the rules bite.
    const digit = fc.oneof(fc.constant('0'), fc.constant('0'), fc.integer({ min: 0, max: 9 }).map(String))
    const amount = fc.array(digit, { minLength: 1, maxLength: 14 }).map((digits) => fen(Number(digits.join(''))))
    fc.assert(
      fc.property(amount, fc.boolean(), (size, negative) => {
        const f = fen(negative ? -size : size)
        expect(amountInWords(f).replace(/角整$/, '角')).toBe(oracle(f))
      }),
      { numRuns: 2000 },
    )
  })
})
