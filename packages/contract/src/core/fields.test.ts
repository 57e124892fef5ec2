import { expect, it } from 'vitest'
import { idOf, nullableText, optionalText, requiredText } from './fields.ts'

it('text has no signs that turn what is read after them, and none that a database refuses', () => {
  for (const sign of ['\u0000', '\u0007', '\u202e', '\u2066', '\u200f', '\u061c'])
    for (const field of [requiredText('姓名', 20), optionalText('姓名', 20), nullableText('姓名', 20)])
      expect([sign.codePointAt(0)?.toString(16), field.safeParse(`王${sign}小明`).success]).toEqual([
        sign.codePointAt(0)?.toString(16),
        false,
      ])
  for (const name of ['王小明', '欧阳·娜娜', 'Anna-Maria Ødegård', '𠮷田', '买买提·吐尔逊'])
    expect(requiredText('姓名', 40).safeParse(name).success).toBe(true)
})

it('an id is taken in any casing and handed on in one', () => {
  expect(idOf('患者').parse('01A1C334-7F40-7E08-BCAF-68F6A8E70513')).toBe('01a1c334-7f40-7e08-bcaf-68f6a8e70513')
  expect(idOf('患者').safeParse('01A1C334').success).toBe(false)
})
