import { describe, expect, it } from 'vitest'
import {
  lineFromWords,
  mgOf,
  personInChair,
  strengthOf,
  visitDose,
  type AnaestheticLineDose,
} from './anaesthetic-lines.ts'

const line = (drug: string, ml: number | null): AnaestheticLineDose => ({
  drug,
  ...(strengthOf(drug) ?? { name: '利多卡因 1:80000', concentration: 2, vasoconstrictor: '1:80000' }),
  ml,
})
const grown = { weightKg: 60, age: 40, asa: null, risks: [] }

describe('the lines of a visit', () => {
  it('S26: a child of 6 years and 20 kg is at its limit with 2.5 ml of articaine, and above it with more', () => {
    const child = { weightKg: 20, age: 6, asa: null, risks: [] }
    const full = visitDose([line('articaine4_epi100k', 2.5)], child)
    expect(full).toMatchObject({ totalMg: 100, over: [], because: ['6 岁，按儿童限量'] })
    expect(full.fraction).toBeCloseTo(1, 6)
    expect(visitDose([line('articaine4_epi100k', 2.6)], child).over).toEqual(['麻药合计为上限的 104%'])
    expect(visitDose([line('articaine4_epi100k', 0.5)], { ...child, age: 3 }).over).toEqual(['阿替卡因用于 4 岁以下'])
  })

  it('S26: 60 kg with a heart disease has 4 ml of lidocaine 1:100000; the adrenaline is what is above', () => {
    const ill = { ...grown, risks: ['heart'] as const }
    expect(visitDose([line('lidocaine2_epi100k', 4)], ill).over).toEqual([])
    expect(visitDose([line('lidocaine2_epi100k', 4.1)], ill)).toMatchObject({
      over: ['肾上腺素 41 µg，上限 40 µg'],
      because: ['心血管病，肾上腺素 40 µg'],
    })
    expect(visitDose([line('lidocaine2_epi100k', 4.1)], grown).over).toEqual([])
  })

  it('adds the drugs of a visit up', () => {
    const two = [line('lidocaine2_plain', 7), line('articaine4_epi100k', 5.3)]
    expect(visitDose(two, grown).over).toEqual(['麻药合计为上限的 102%'])
    expect(visitDose(two.slice(0, 1), grown).over).toEqual([])
  })

  it('says what it could not look at: an adult without a weight by the absolute limits, a child not at all', () => {
    expect(visitDose([line('articaine4_epi100k', 13)], { ...grown, weightKg: null })).toMatchObject({
      over: ['麻药合计为上限的 104%'],
      unchecked: ['没有体重，只按绝对上限核对'],
    })
    const child = visitDose([line('lidocaine2_plain', 20)], { ...grown, weightKg: null, age: 6 })
    expect(child).toMatchObject({ fraction: null, over: [], unchecked: ['没有体重，核对不了儿童的麻药限量'] })
    const other = visitDose([line('other', 3.3)], { ...grown, asa: 3 })
    expect(other.adrenalineUg).toBeCloseTo(41.25, 6)
    expect(other.over).toEqual(['肾上腺素 41 µg，上限 40 µg'])
    expect(other.unchecked).toEqual(['「利多卡因 1:80000」不在限量表，未计入合计'])
  })

  it('mg is worked out of ml and strength', () => {
    expect(mgOf({ ml: 1.7, concentration: 4 })).toBe(68)
    expect(mgOf({ ml: 1.8, concentration: 0.5 })).toBe(9)
    expect(mgOf({ ml: null, concentration: 4 })).toBeNull()
  })

  it('what was measured at the visit goes before the file', () => {
    const file = { weightKg: 60, age: 30, underSixMonths: false, asa: 1, risks: ['pregnant', 'heart'] as const }
    expect(personInChair(file, { weight: 58, asa: null, pregnancy: 'no' })).toMatchObject({
      weightKg: 58,
      asa: 1,
      risks: ['heart'],
    })
    expect(personInChair(file, { weight: null, asa: 3, pregnancy: null })).toMatchObject({
      weightKg: 60,
      asa: 3,
      risks: ['heart', 'pregnant'],
    })
  })

  it('reads the words of a template', () => {
    expect(lineFromWords('4% 阿替卡因肾上腺素注射液', '1.7 ml')).toMatchObject({ drug: 'articaine4_epi100k', ml: 1.7 })
    expect(lineFromWords('2% 利多卡因注射液', '2 ml')).toMatchObject({
      drug: 'lidocaine2_plain',
      ml: 2,
      vasoconstrictor: '',
    })
    expect(lineFromWords('阿替卡因', '1.7 ml')).toBeNull()
  })
})
