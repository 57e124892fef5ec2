import { describe, expect, it } from 'vitest'
import {
  accountKey,
  arrangeMenu,
  keepUnseen,
  countAttempt,
  lockedMessage,
  menuFor,
  splitResource,
  wrongPasswordMessage,
} from './rules.ts'

const now = new Date('2026-11-20T09:00:00+08:00')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)

describe('counting wrong passwords', () => {
  it('locks for 15 minutes at the fifth in a row', () => {
    let state: { failCount: number; lockedUntil: Date | null } | null = null
    for (let n = 1; n <= 5; n++) {
      const counted = countAttempt(state, now)
      if (counted.locked) throw new Error('locked too early')
      expect(counted.failCount).toBe(n)
      state = counted
    }
    expect(state?.lockedUntil).toEqual(minutes(15))
    expect(countAttempt(state, minutes(14.2))).toEqual({ locked: true, minutesLeft: 1 })
    expect(countAttempt(state, minutes(1))).toEqual({ locked: true, minutesLeft: 14 })
  })

  it('begins at one again when the lock is over', () => {
    expect(countAttempt({ failCount: 5, lockedUntil: minutes(-1) }, now)).toEqual({
      locked: false,
      failCount: 1,
      lockedUntil: null,
    })
  })

  it('says how many are left, then for how long it is locked', () => {
    expect(wrongPasswordMessage(1)).toBe('账号或密码错误，还可再试 4 次')
    expect(wrongPasswordMessage(5)).toBe('账号或密码错误，已连续错误 5 次，请 15 分钟后再试')
    expect(lockedMessage(14)).toBe('密码连续错误 5 次，账号已锁定，请 14 分钟后再试')
  })

  it('reads an account in any casing as the same one', () => {
    expect(accountKey('  Reception.A1 ')).toBe('reception.a1')
  })
})

describe('a menu of one’s own', () => {
  const menu = menuFor([
    '/dashboard:view',
    '/myAppointmentBoard:view',
    '/myAppointmentList:view',
    '/allTimePatients:view',
    '/orderSet:view',
    '/SMSmanagement:view',
    '/allSetting:view',
  ])
  const top = (custom: Parameters<typeof arrangeMenu>[1]) =>
    arrangeMenu(menu, custom)
      .filter(({ parent }) => parent === null)
      .map(({ path }) => path)

  it('is the menu of everybody until it is arranged', () => {
    expect(arrangeMenu(menu, null).map(({ path, order }) => [path, order])).toEqual(
      menu.map(({ path, order }) => [path, order]),
    )
  })

  it('follows the order of the person within a group; a screen that is new stands where it always does', () => {
    const custom = {
      sequence: ['/orderSet', '/dashboard', '/allTimePatients'],
      hidden: [],
      favourites: [],
      tabs: [],
      startPage: null,
    }
    expect(top(custom)).toEqual([
      '/orderSet',
      '/dashboard',
      '/myAppointmentBoard',
      '/allTimePatients',
      '/SMSmanagement',
      '/allSetting',
    ])
    const places = arrangeMenu(menu, custom).map(({ order }) => order)
    expect(new Set(places).size).toBe(menu.length)
    expect(top({ ...custom, sequence: ['/allSetting', '/orderSet'] })).toEqual([
      '/dashboard',
      '/myAppointmentBoard',
      '/allTimePatients',
      '/orderSet',
      '/SMSmanagement',
      '/allSetting',
    ])
  })

  it('says what is hidden and which are favourites, in their order, and nothing that is not granted', () => {
    const arranged = arrangeMenu(menu, {
      sequence: ['/baseEmployee', '/dashboard'],
      hidden: ['/SMSmanagement', '/baseEmployee'],
      favourites: ['/baseEmployee', '/myAppointmentList', '/orderSet'],
      tabs: ['/postPermission', '/orderSet'],
      startPage: '/orderSet',
    })
    expect(arranged.map(({ path }) => path)).not.toContain('/baseEmployee')
    expect(arranged.filter(({ hidden }) => hidden).map(({ path }) => path)).toEqual(['/SMSmanagement'])
    expect(arranged.filter((each) => each.favourite !== null).map((each) => [each.path, each.favourite])).toEqual([
      ['/myAppointmentList', 0],
      ['/orderSet', 1],
    ])
    expect(arranged.filter((each) => each.tab !== null).map((each) => [each.path, each.tab])).toEqual([
      ['/orderSet', 0],
    ])
    expect(arranged.filter((each) => each.isStart).map((each) => each.path)).toEqual(['/orderSet'])
  })

  it('keeps what was arranged of screens that another clinic grants', () => {
    expect(
      keepUnseen(
        { sequence: ['/orderSet', '/postPermission'], hidden: [], favourites: ['/orderSet'] },
        {
          sequence: ['/baseEmployee', '/orderSet'],
          hidden: ['/baseEmployee'],
          favourites: ['/dashboard'],
          tabs: ['/orderSet'],
          startPage: '/baseEmployee',
        },
        ['/orderSet', '/dashboard'],
      ),
    ).toEqual({
      sequence: ['/orderSet', '/baseEmployee'],
      hidden: ['/baseEmployee'],
      favourites: ['/orderSet'],
      tabs: ['/orderSet'],
      startPage: '/baseEmployee',
    })
  })
})

describe('what a post may open', () => {
  it('makes the menu of the granted screens, in order', () => {
    expect(menuFor(['/orderSet:view', '/dashboard:view', '/orderSet:print']).map((entry) => entry.path)).toEqual([
      '/dashboard',
      '/orderSet',
      '/instalments',
    ])
    expect(menuFor(['/orderSet:print'])).toEqual([])
  })

  it('splits a resource into uri and code', () => {
    expect(splitResource('/allTimePatients:export')).toEqual({ uri: '/allTimePatients', code: 'export' })
  })
})
