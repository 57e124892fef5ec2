import { expect, it } from 'vitest'
import type { RxDetail } from './hooks.ts'
import {
  beginLine,
  isOverstep,
  lineFrom,
  overstepState,
  strengthsIn,
  usageWords,
  workedQuantity,
  writtenLines,
} from './model.ts'
import { headOf } from './useWriter.ts'

const drug = { id: 'd', name: '阿莫西林', spec: '0.25g、0.5g', routes: ['口服'] }
const line = { ...beginLine(drug, 'k'), singleDose: 0.5, frequency: 'q8h' as const }

it('begins a line with the first strength and the usual route, without a dose', () => {
  expect(beginLine(drug, 'k')).toMatchObject({ spec: '0.25g', route: '口服', singleDose: null, unit: '片' })
  expect(beginLine({ ...drug, routes: ['局部浸润', '神经阻滞'] }, 'k').route).toBe('局注')
  expect(beginLine({ ...drug, routes: ['含漱'] }, 'k')).toMatchObject({ doseUnit: 'ml', unit: '瓶' })
  expect(strengthsIn('0.25g；0.5g')).toEqual(['0.25g', '0.5g'])
})

it('is sent only when every line has a dose and days; a quantity that follows is left to the server', () => {
  expect(writtenLines([line, beginLine(drug, 'x')])).toBeNull()
  expect(writtenLines([])).toBeNull()
  expect(workedQuantity(line)).toBe(18)
  expect(writtenLines([{ ...line, totalQty: 3 }])?.[0]).toMatchObject({
    singleDose: 0.5,
    totalQty: null,
    price: '0.00',
  })
  const bottle = { ...line, unit: '瓶' as const, totalQty: 2 }
  expect(writtenLines([bottle])?.[0]?.totalQty).toBe(2)
})

it('says a line in words, and begins it anew from one that was written', () => {
  expect(usageWords({ singleDose: 0.5, doseUnit: 'g', route: '口服', frequency: 'q8h', days: 3 })).toBe(
    '每次 0.5g　口服　每 8 小时 1 次　3 天',
  )
  const set = { ...line, totalQty: 18, price: '0.85' }
  expect(lineFrom({ ...set, days: 3, singleDose: 0.5 }, 'n')).toMatchObject({ key: 'n', spec: '0.25g', price: '0.85' })
})

it('a prescription that holds for three days goes on holding for three when it is opened again', () => {
  const subject = { patientId: 'p', patientName: '某', gender: 0, birthDay: null, recordId: null, diagnosis: '龋病' }
  const unsaid = { weightKg: null, pregnancy: null, pregnancyWeek: null }
  const written = { prescribedAt: '2026-11-20 09:00:00', validUntil: '2026-11-22', kind: 'ordinary' } as RxDetail
  expect(headOf({ ...subject, ...unsaid }, written).validDays).toBe(3)
  expect(headOf({ ...subject, ...unsaid }, { ...written, validUntil: '2026-11-20' }).validDays).toBe(1)
  expect(headOf({ ...subject, ...unsaid }, null).validDays).toBe(1)
})

it('an overstep is to be made up within its time; late is said, also afterwards', () => {
  const dueAt = '2026-11-21 09:00:00'
  const timeOf = (moment: string) => Date.parse(`${moment.replace(' ', 'T')}+08:00`)
  const word = (now: string, doneAt?: string) =>
    overstepState({ dueAt, done: doneAt ? { name: '许明哲', at: doneAt } : null }, timeOf(now), timeOf).word
  expect(word('2026-11-21 08:59:59')).toBe('待补办')
  expect(word('2026-11-21 09:00:00')).toBe('逾期未补办')
  expect(word('2026-11-22 09:00:00', '2026-11-21 09:00:00')).toBe('已补办')
  expect(word('2026-11-22 09:00:00', '2026-11-21 09:00:01')).toBe('逾期补办')
  expect(isOverstep({ ruleId: 'antibiotic-tier', severity: '强提示' })).toBe(true)
  expect(isOverstep({ ruleId: 'antibiotic-tier', severity: '阻断' })).toBe(false)
})
