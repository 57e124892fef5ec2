import { expect, test } from 'vitest'
import { findIcd, icdDiagnoses } from './icd.ts'

test('every fine code has its category, and codes are distinct and sorted', () => {
  const codes = icdDiagnoses.map((diagnosis) => diagnosis.code)
  expect(new Set(codes).size).toBe(codes.length)
  expect([...codes].sort()).toEqual(codes)
  for (const diagnosis of icdDiagnoses) {
    if (diagnosis.level === 'subcategory') expect(findIcd(diagnosis.parent ?? '')?.level).toBe('category')
    else expect(diagnosis.parent).toBeNull()
  }
})

test('the thirty everyday codes are all there', () => {
  expect(icdDiagnoses.filter((diagnosis) => diagnosis.common)).toHaveLength(30)
})

test('a disease of a tooth asks for the tooth, one of the mouth does not', () => {
  expect(findIcd('K04.5')?.toothRequired).toBe(true)
  expect(findIcd('S02.5')?.toothRequired).toBe(true)
  expect(findIcd('K12.0')?.toothRequired).toBe(false)
  expect(findIcd('K05.3')?.toothRequired).toBe(false)
})
