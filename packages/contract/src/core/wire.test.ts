import { parseDateTime } from '@dentin/kit'
import { expect, it } from 'vitest'
import { dateTime, moment, phone } from './fields.ts'
import { allCalls } from './registry.ts'

it('base-areas: every call stands under the prefix of a service area, and each area of accounts and clinics has some', () => {
  const known = ['user', 'tenant', 'bill', 'patient', 'treatment', 'admin', 'report', 'emr', 'sms', 'scan', 'platform']
  const areas = new Set(allCalls().map(({ call }) => /^\/([a-z]+)-[a-z]+\//.exec(call.path)?.[1]))
  expect([...areas].filter((area) => !known.includes(area ?? ''))).toEqual([])
  expect(known.filter((area) => !areas.has(area))).toEqual([])
})

it('date-format: a moment goes over the wire as yyyy-MM-dd HH:mm:ss, in both directions', () => {
  const at = parseDateTime('2026-11-20 09:05:07')
  expect(moment.encode(at)).toBe('2026-11-20 09:05:07')
  expect(dateTime().parse('2026-11-20 09:05:07')).toEqual(at)
  for (const other of ['2026-11-20T09:05:07Z', '2026/11/20 09:05:07', '2026-11-20'])
    expect(dateTime().safeParse(other).success).toBe(false)
})

it('phone-pattern: a phone in a request has 11 digits, a 1 and then 2 to 9', () => {
  expect(phone().parse('13812345678')).toBe('13812345678')
  for (const wrong of ['1381234567', '138123456789', '11812345678', '10812345678', '23812345678', '1381234567a'])
    expect(phone().safeParse(wrong).success).toBe(false)
})
