import { formatDateTime, parseDateTime } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { demoMoment } from './demo-moment.ts'

describe('the moment at which a demo begins', () => {
  it.each([
    ['in the afternoon', '2026-11-20 15:12:00', '2026-11-20 10:40:00'],
    ['at night', '2026-11-20 23:59:59', '2026-11-20 10:40:00'],
    ['at midnight: the day that has been', '2026-11-21 00:03:00', '2026-11-20 10:40:00'],
    ['in the early morning', '2026-11-20 08:00:00', '2026-11-19 10:40:00'],
    ['at that very moment', '2026-11-20 10:40:00', '2026-11-20 10:40:00'],
    ['on a public holiday: the last day before it', '2026-10-05 16:00:00', '2026-09-30 10:40:00'],
    ['on the morning after one', '2026-10-08 09:00:00', '2026-09-30 10:40:00'],
  ])('%s', (_when, real, begins) => {
    expect(formatDateTime(demoMoment(parseDateTime(real)))).toBe(begins)
  })
})
