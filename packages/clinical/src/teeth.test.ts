import { describe, expect, test } from 'vitest'
import {
  countTeeth,
  findTooth,
  formatTeeth,
  parseTeeth,
  sameTeeth,
  surfaceText,
  teeth,
  teethProblem,
  TeethError,
  toothCrossParts,
  toothLabel,
  toothName,
  toothRange,
  toothText,
} from './teeth.ts'

describe('tooth numbers', () => {
  test('there are 32 permanent and 20 deciduous teeth with distinct universal codes', () => {
    expect(teeth.filter((tooth) => tooth.dentition === 'permanent')).toHaveLength(32)
    expect(teeth.filter((tooth) => tooth.dentition === 'deciduous')).toHaveLength(20)
    expect(new Set(teeth.map((tooth) => tooth.universal)).size).toBe(52)
  })

  test('a label follows the notation', () => {
    expect(toothLabel('16', 'fdi')).toBe('16')
    expect(toothLabel('16', 'palmer')).toBe('6')
    expect(toothLabel('55', 'palmer')).toBe('E')
    expect([toothLabel('55', 'cross'), toothLabel('16', 'cross')]).toEqual(['V', '6'])
    expect(toothLabel('16', 'universal')).toBe('3')
    expect(findTooth('65')?.nameZh).toBe('左上第二乳磨牙')
    expect(toothName('S11')).toBe('右上中切牙旁多生牙')
  })
})

describe('stored text', () => {
  test('text and selection convert both ways', () => {
    const selection = parseTeeth('16:MO;24;Q3')
    expect(selection).toEqual([
      { code: '16', surfaces: 'MO' },
      { code: '24', surfaces: '' },
      { code: 'Q3', surfaces: '' },
    ])
    expect(formatTeeth(selection)).toBe('16:MO;24;Q3')
    expect(parseTeeth('')).toEqual([])
  })

  test('order, case, spaces and repeats are normalised', () => {
    expect(formatTeeth(parseTeeth(' q3; s11 ；55;24 ;16:om;16:D'))).toBe('16:MDO;24;55;S11;Q3')
    expect(formatTeeth(parseTeeth('45:cb'))).toBe('45:BC')
  })

  test('every tooth with all its surfaces survives a round trip', () => {
    const text = teeth.map((tooth) => `${tooth.fdi}:${tooth.surfaces.join('')}C`).join(';')
    expect(formatTeeth(parseTeeth(text))).toBe(text)
  })

  test.each([
    ['19', '没有“19”这个牙位'],
    ['S19', '没有“S19”这个牙位'],
    ['16:I', '16 是后牙，没有切缘，应写 O'],
    ['11:O', '11 是前牙，没有𬌗面，应写 I'],
    ['16:X', '没有“X”这个牙面'],
    ['Q1:M', '右上象限是区域，不能带牙面'],
    ['16:', '牙位“16:”写法不对，应如 16:MO'],
    ['16:M:O', '牙位“16:M:O”写法不对，应如 16:MO'],
  ])('%s is refused in words', (text, message) => {
    expect(() => parseTeeth(text)).toThrow(TeethError)
    expect(teethProblem(text)).toBe(message)
  })

  test('valid text has no problem', () => {
    expect(teethProblem('16:MO;S11;FM')).toBeNull()
  })
})

describe('words', () => {
  test('surfaces are spoken in their usual order', () => {
    expect(toothText(parseTeeth('16:MO;24'))).toBe('16近中𬌗面、24')
    expect(surfaceText('16', 'MDO')).toBe('近中𬌗远中面')
    expect(surfaceText('11', 'BMI')).toBe('近中唇面切缘')
    expect(surfaceText('45', 'BC')).toBe('颊面颈部')
    expect(surfaceText('26', 'L')).toBe('腭面')
    expect(surfaceText('36', 'L')).toBe('舌面')
    expect(toothText(parseTeeth('S11;FM'))).toBe('11旁多生牙、全口')
    expect(toothText(parseTeeth('16'), 'palmer')).toBe('UR6')
  })

  test('the cross shows digits towards the midline and Roman numerals for deciduous teeth', () => {
    const parts = (text: string) => toothCrossParts(parseTeeth(text))
    expect(parts('15;16;17;31;32')).toEqual({ upperRight: '765', upperLeft: '', lowerRight: '', lowerLeft: '12' })
    expect(parts('55;74')).toEqual({ upperRight: 'V', upperLeft: '', lowerRight: '', lowerLeft: 'IV' })
    expect(parts('54;55').upperRight).toBe('V IV')
    expect(toothCrossParts(parseTeeth('54;55;16;S51'), 'palmer').upperRight).toBe('6 E D SA')
    expect(parts('16;55;53').upperRight).toBe('6 V III')
    expect(parts('Q1').upperRight).toBe('8–1')
    expect(parts('FM')).toEqual({ upperRight: '8–1', upperLeft: '1–8', lowerRight: '8–1', lowerLeft: '1–8' })
    expect(parts('AL')).toEqual({ upperRight: '', upperLeft: '', lowerRight: '321', lowerLeft: '123' })
    expect(parts('S11;11').upperRight).toBe('1 S1')
  })
})

describe('sets of teeth', () => {
  test('a range follows the arch across the midline', () => {
    expect(toothRange('12', '22')).toEqual(['12', '11', '21', '22'])
    expect(toothRange('43', '45')).toEqual(['45', '44', '43'])
    expect(toothRange('53', '51')).toEqual(['53', '52', '51'])
    expect(toothRange('16', '16')).toEqual(['16'])
  })

  test('a range between the arches takes the columns of both', () => {
    expect(toothRange('16', '47')).toEqual(['17', '16', '47', '46'])
    expect(() => toothRange('16', '19')).toThrow(TeethError)
  })

  test('teeth are counted once, regions as their permanent teeth', () => {
    expect(countTeeth(parseTeeth('16:MO;24'))).toBe(2)
    expect(countTeeth(parseTeeth('16;Q1'))).toBe(8)
    expect(countTeeth(parseTeeth('FM'))).toBe(32)
    expect(countTeeth(parseTeeth('11;S11'))).toBe(2)
  })

  test('same teeth ignores surfaces and order', () => {
    expect(sameTeeth(parseTeeth('24;16:MO'), parseTeeth('16;24'))).toBe(true)
    expect(sameTeeth(parseTeeth('16'), parseTeeth('26'))).toBe(false)
    expect(sameTeeth(parseTeeth('Q1'), parseTeeth('11;12;13;14;15;16;17;18'))).toBe(true)
  })
})
