import { describe, expect, it } from 'vitest'
import { antibioticTierOf, tierFindings } from './antibiotic-tiers.ts'

const line = (drugId: string | null, days = 3) => ({ drugId, name: drugId ?? '某药', days })

describe('tiers of antibiotics', () => {
  it('knows which drugs are antibiotics', () => {
    expect(['amoxicillin', 'moxifloxacin', 'ibuprofen', 'guess'].map(antibioticTierOf)).toEqual([1, 2, null, null])
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
