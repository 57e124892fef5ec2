import { describe, expect, it } from 'vitest'
import { type AntibioticTier, tierFindings, tierOfLine } from './antibiotic-tiers.ts'

const line = (drugId: string | null, days = 3, tier: AntibioticTier | null = null) => ({
  drugId,
  name: drugId ?? '某药',
  days,
  tier,
  isAntibiotic: tier !== null,
})

describe('tiers of antibiotics', () => {
  it('knows which drugs are antibiotics', () => {
    const tiers = ['amoxicillin', 'moxifloxacin', 'ibuprofen', 'guess', null].map((id) => tierOfLine(line(id)))
    expect(tiers).toEqual([1, 2, null, null, null])
  })
  it('goes by what the company says of its drug, own or shared', () => {
    expect(tierOfLine(line(null, 3, 3))).toBe(3)
    expect(tierOfLine({ ...line(null), isAntibiotic: true })).toBe(1)
    expect([line('amoxicillin', 3, 3), line('moxifloxacin', 3, 1)].map(tierOfLine)).toEqual([3, 1])
    expect(tierFindings([line(null, 3, 3)], 2, false)).toMatchObject([
      { severity: '阻断', drugs: ['某药'], text: '某药属特殊使用级，超出处方权限' },
    ])
  })
  it('stops what is above the right, and only that', () => {
    const lines = [line('amoxicillin'), line('moxifloxacin'), line('ibuprofen'), line(null)]
    const stopped = (right: number) => tierFindings(lines, right, false).map(({ drugs }) => drugs[0])
    expect([0, 1, 2, 3].map(stopped)).toEqual([['amoxicillin', 'moxifloxacin'], ['moxifloxacin'], [], []])
    expect(tierFindings(lines, 1, false)[0]).toMatchObject({ severity: '阻断', datum: '处方权：非限制使用级' })
  })
  it('in an emergency lets one day’s amount through, with a word', () => {
    expect(tierFindings([line('moxifloxacin', 1)], 1, true)).toMatchObject([{ severity: '强提示' }])
    expect(tierFindings([line('moxifloxacin', 2)], 1, true)).toMatchObject([{ severity: '阻断' }])
    expect(tierFindings([line('moxifloxacin', 1)], 1, false)).toMatchObject([{ severity: '阻断' }])
  })
})
