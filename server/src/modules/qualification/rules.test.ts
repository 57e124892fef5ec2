import { describe, expect, it } from 'vitest'
import {
  isExpired,
  licenceStatus,
  reminderDue,
  standingOf,
  stepProblem,
  userAuthOf,
  type AuthStatus,
  type AuthStep,
} from './rules.ts'

const of = (...statuses: number[]) => standingOf(statuses.map((status, n) => ({ status, isChange: n > 0 })))

describe('doctor-auth-status: how submissions stand together, the newest first', () => {
  it('-1 none submitted, 0 under review, 1 passed, 2 refused', () => {
    expect(of().authStatus).toBe(-1)
    expect(of(0).authStatus).toBe(0)
    expect(of(2).authStatus).toBe(2)
    expect(of(0, 2).authStatus).toBe(0)
    expect(of(1, 2).authStatus).toBe(1)
  })

  it('a change under review, or refused, leaves what has passed in force', () => {
    expect(of(0, 1)).toMatchObject({ authStatus: 1, hasUpdated: 1, inForce: { status: 1 }, pending: { status: 0 } })
    expect(of(2, 1)).toMatchObject({ authStatus: 1, hasUpdated: 0, inForce: { status: 1 }, pending: null })
    expect(of(0)).toMatchObject({ authStatus: 0, hasUpdated: 0, inForce: null })
  })

  it('becomes userAuth 0, 1, 2, 3', () => {
    expect(([-1, 0, 1, 2] as const).map(userAuthOf)).toEqual([0, 1, 2, 3])
  })
})

describe('what may be done from which state', () => {
  it.each<[AuthStep, AuthStatus, boolean, boolean]>([
    ['submit', -1, false, true],
    ['submit', 0, false, false],
    ['submit', 1, false, false],
    ['submit', 2, false, false],
    ['resubmit', -1, false, false],
    ['resubmit', 0, false, false],
    ['resubmit', 1, false, false],
    ['resubmit', 2, false, true],
    ['change', -1, false, false],
    ['change', 0, false, false],
    ['change', 1, false, true],
    ['change', 1, true, false],
    ['change', 2, false, false],
  ])('%s from %i, a change waiting: %s → %s', (step, from, pending, allowed) => {
    expect(stepProblem(step, from, pending) === null).toBe(allowed)
  })
})

describe('a permit', () => {
  it('is told about 60, 30 and 7 days before it ends, the nearest one that has been reached', () => {
    const due = (expire: string) => reminderDue(expire, '2026-11-20')
    expect(due('2027-01-20')).toBe(null)
    expect(due('2027-01-19')).toBe(60)
    expect(due('2026-12-21')).toBe(60)
    expect(due('2026-12-20')).toBe(30)
    expect(due('2026-11-28')).toBe(30)
    expect(due('2026-11-27')).toBe(7)
    expect(due('2026-11-20')).toBe(7)
    expect(due('2026-11-19')).toBe(null)
  })

  it('holds through its last day', () => {
    expect(isExpired('2026-11-20', '2026-11-20')).toBe(false)
    expect(isExpired('2026-11-19', '2026-11-20')).toBe(true)
    expect(isExpired(null, '2026-11-20')).toBe(false)
    expect([licenceStatus('2026-11-20', '2026-11-20'), licenceStatus('2026-11-19', '2026-11-20')]).toEqual([1, 4])
  })
})
