import { cartridgesOf, lineWords } from '@dentin/contract/record-words'
import { recordContent } from '@dentin/contract/record'
import { describe, expect, it } from 'vitest'
import { begunAnew, newLine, withDrug, withLines, withReason } from './anaesthetics.ts'
import { sectionLines } from './model.ts'

const line = {
  ...withDrug(newLine({ teeth: '46', time: '09:30', givenBy: '顾清妍' }), 'articaine4_epi100k'),
  ml: 1.7,
  technique: '浸润' as const,
  lot: 'A26081',
  expiry: '2027-06-30',
  aspiration: '-' as const,
  reaction: '无不良反应',
}

describe('an anaesthetic line', () => {
  it('takes strength, adrenaline and cartridge from its drug', () => {
    expect(line).toMatchObject({ concentration: 4, vasoconstrictor: '1:100000', cartridgeMl: 1.7, name: '阿替卡因' })
    expect(withDrug(line, 'lidocaine2_plain')).toMatchObject({
      concentration: 2,
      vasoconstrictor: '',
      cartridgeMl: 1.8,
    })
    expect(cartridgesOf({ ml: 2.5, cartridgeMl: 1.7 })).toBe(1.5)
  })

  it('§12: every field of it is printed', () => {
    const words =
      '4% 阿替卡因（肾上腺素 1:100000） 1.7 ml（1 支，68 mg） 浸润 46 09:30 批号 A26081 有效期 2027-06-30 回抽（−） 无不良反应 注射者 顾清妍'
    expect(lineWords(line)).toBe(words)
    const content = recordContent.parse({ treatments: [{ teeth: '46', content: '开髓', anaesthetics: [line] }] })
    expect(sectionLines(content, 'treatments')[0]?.text).toBe(`开髓；局麻：${words}`)
  })

  it('words of a template become a line on the teeth of the row, without lot and time', () => {
    const row = withLines({
      teeth: '36',
      content: '开髓',
      tariffs: [],
      anesthetic: { drug: '4% 阿替卡因肾上腺素注射液', dose: '1.7 ml', batch: 'A1' },
    })
    expect(row.anesthetic).toBeNull()
    expect(row.anaesthetics).toMatchObject([{ drug: 'articaine4_epi100k', ml: 1.7, teeth: '36', lot: '', time: '' }])
    const unread = { teeth: '36', content: '', tariffs: [], anesthetic: { drug: '阿替卡因', dose: '1 支', batch: '' } }
    expect(withLines(unread)).toEqual(unread)
    expect(begunAnew(line)).toMatchObject({ ml: 1.7, lot: '', time: '', reaction: '', givenBy: '', aspiration: '' })
  })

  it('keeps the reason of an overdose with the last injection alone', () => {
    const content = recordContent.parse({
      treatments: [
        { teeth: '46', content: '开髓', anaesthetics: [line, { ...line, overReason: '旧' }] },
        { teeth: '', content: '医嘱' },
      ],
    })
    const reasons = withReason(content, '分次').treatments[0]?.anaesthetics?.map(({ overReason }) => overReason)
    expect(reasons).toEqual(['', '分次'])
  })
})
