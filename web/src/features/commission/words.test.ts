import { expect, it } from 'vitest'
import type { Terms } from './hooks.ts'
import { baseText, monthText, scopeText, stepsText } from './words.ts'

const terms: Terms = {
  role: 'doctor',
  employeeIds: [],
  tariffIds: [],
  categories: [],
  clinicIds: [],
  basis: 1,
  lessMaterial: true,
  lessLab: true,
  lessFee: false,
  discountBy: 1,
  openerShare: null,
  kind: 2,
  steps: [
    { from: '0.00', to: '50000.00', rate: 20 },
    { from: '50000.00', to: null, rate: 25 },
  ],
  fromMonth: '2026-10',
  savedAt: '2026-10-01 09:00:00',
  savedBy: '沈望舒',
  people: [],
  items: [],
  clinics: [],
}

it('a rule says in words whom it pays, of what, and how much', () => {
  expect(stepsText(terms)).toBe('分段：至 50,000 元 20%，50,000 元以上 25%')
  expect(stepsText({ kind: 1, steps: [{ from: '0.00', to: null, rate: 1.5 }] })).toBe('1.5%')
  expect(baseText(terms)).toBe('收入，减材料、加工')
  expect(baseText({ ...terms, basis: 2, lessMaterial: false, lessLab: false, discountBy: 2 })).toBe(
    '应收，优惠门诊承担',
  )
  expect(scopeText(terms)).toBe('医生　全部员工　全部项目')
  expect(scopeText({ ...terms, people: ['甲', '乙', '丙', '丁'], categories: ['种植'], clinics: ['城西'] })).toBe(
    '医生　甲、乙、丙等 4 个　种植　城西',
  )
  expect(monthText('2026-03')).toBe('2026年3月')
})
