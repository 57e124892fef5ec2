import { describe, expect, it } from 'vitest'
import { birthdayOfAge } from '@dentin/contract/patient-fields/age'
import {
  birthdaysOfAge,
  likeness,
  medicalNumberHead,
  medicalNumberWidths,
  nextMedicalNumber,
  settle,
  treatTypeBy,
  yearsBefore,
  type Particulars,
} from './rules.ts'

const ON = '2026-11-20'
const person: Particulars = {
  name: '周雨桐',
  gender: 1,
  birthDay: null,
  age: null,
  mobile: '13800002046',
  noMobileReason: null,
  idType: null,
  idNo: null,
  allergyFlag: 2,
  allergyHistory: '',
}

describe('the kind of a visit', () => {
  it('is first, return within the days, first again after them', () => {
    expect(treatTypeBy(null, 180)).toBe(1)
    expect(treatTypeBy(0, 180)).toBe(2)
    expect(treatTypeBy(180, 180)).toBe(2)
    expect(treatTypeBy(181, 180)).toBe(3)
  })
})

describe('ages and birthdays', () => {
  it('takes 29 February as the 28th in other years', () => {
    expect(yearsBefore('2028-02-29', 1)).toBe('2027-02-28')
    expect(yearsBefore('2028-02-29', 4)).toBe('2024-02-29')
  })
  it('finds the birthdays of an age range, both ends included', () => {
    expect(birthdaysOfAge(ON, 34, 34)).toEqual({ first: '1991-11-21', last: '1992-11-20' })
    expect(birthdaysOfAge(ON, null, 3)).toEqual({ first: '2022-11-21', last: null })
    expect(birthdaysOfAge(ON, 60, null)).toEqual({ first: null, last: '1966-11-20' })
  })
  it('estimates a birthday from an age', () => {
    expect(birthdayOfAge(ON, 34)).toBe('1992-01-01')
    expect(settle({ ...person, age: 0 }, ON).settled).toMatchObject({
      birthDay: '2026-01-01',
      birthYearEstimated: true,
    })
  })
})

describe('what must fit together', () => {
  it('reads birthday and gender out of an identity number', () => {
    const { problems, settled } = settle({ ...person, gender: 2, idType: 1, idNo: '11010519491231002x' }, ON)
    expect(problems).toEqual([])
    expect(settled).toMatchObject({
      gender: 1,
      birthDay: '1949-12-31',
      birthYearEstimated: false,
      ageUnit: null,
      idType: 1,
      idNo: '11010519491231002X',
    })
  })
  it('refuses a wrong check digit and what contradicts the number', () => {
    expect(settle({ ...person, idType: 1, idNo: '110105194912310021' }, ON).problems).toEqual([
      { field: 'idNo', message: '身份证号校验位不正确' },
    ])
    const wrong = settle({ ...person, gender: 0, birthDay: '1950-01-01', idType: 1, idNo: '11010519491231002X' }, ON)
    expect(wrong.problems.map((each) => each.field)).toEqual(['birthDay', 'gender'])
  })
  it('does not check the digits of a passport', () => {
    expect(settle({ ...person, idType: 2, idNo: 'e12345678' }, ON)).toMatchObject({
      problems: [],
      settled: { idType: 2, idNo: 'E12345678' },
    })
  })
  it('wants a mobile or a reason, the content of an allergy, a birthday that has been', () => {
    const none = { ...person, mobile: null, allergyFlag: 1, birthDay: '2026-11-21' }
    expect(settle(none, ON).problems.map((each) => each.field)).toEqual(['birthDay', 'mobile', 'allergyHistory'])
    expect(settle({ ...person, mobile: null, noMobileReason: '老人，无手机' }, ON).problems).toEqual([])
  })
})

describe('how alike two files are', () => {
  const file = { name: '周雨桐', mobile: '13800002046', birthDay: '1992-03-14', idType: 1, idNo: 'X1' }
  it('is strong by document, medium by name with mobile or birthday, weak by mobile', () => {
    const other = { name: '别人', mobile: null, birthDay: null, idType: null, idNo: null }
    expect(likeness({ ...other, idType: 1, idNo: 'X1' }, file)?.level).toBe('strong')
    expect(likeness({ ...other, idType: 2, idNo: 'X1' }, file)).toBeNull()
    expect(likeness({ ...other, name: '周雨桐', mobile: '13800002046' }, file)).toMatchObject({
      level: 'medium',
      reason: '姓名和手机号相同',
    })
    expect(likeness({ ...other, name: '周雨桐', birthDay: '1992-03-14' }, file)).toMatchObject({
      level: 'medium',
      reason: '姓名和生日相同',
    })
    expect(likeness({ ...other, mobile: '13800002046' }, file)?.level).toBe('weak')
    expect(likeness({ ...other, name: '周雨桐' }, file)).toBeNull()
  })
})

describe('medical numbers', () => {
  it('count up within a year and grow by a digit when the year is full', () => {
    expect(nextMedicalNumber('2026', 4, null, false)).toBe('20260001')
    expect(nextMedicalNumber('2026', 4, '20260418', false)).toBe('20260419')
    expect(nextMedicalNumber('2026', 4, '20269999', false)).toBeNull()
    expect(nextMedicalNumber('2026', 5, null, true)).toBe('202610000')
    expect(nextMedicalNumber('2026', 5, '202610000', true)).toBe('202610001')
    // A clinic that begins with five digits begins with one.
    expect(nextMedicalNumber('HZ2026', 5, null, false)).toBe('HZ202600001')
    expect(nextMedicalNumber('HZ2026', 5, 'HZ202600128', false)).toBe('HZ202600129')
    const rule = { numberPrefix: 'HZ', numberYear: true, numberWidth: 5 as const }
    expect(medicalNumberHead(rule, '2026')).toBe('HZ2026')
    expect(medicalNumberHead({ ...rule, numberYear: false }, '2026')).toBe('HZ')
    expect(medicalNumberWidths(rule)).toEqual([5, 6, 7])
  })
})
