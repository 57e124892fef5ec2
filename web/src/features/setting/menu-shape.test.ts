import { describe, expect, it } from 'vitest'
import type { MenuEntry } from '../../lib/permission.ts'
import { moved, shapeOf, toggleFavourite, toggleHidden, wireOf } from './menu-shape.ts'

const entry = (path: string, order: number, more: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  title: path,
  icon: 'list',
  group: '接诊',
  order,
  parent: null,
  ...more,
})
const menu = [
  entry('/orderSet', 60),
  entry('/dashboard', 10),
  entry('/list', 31, { parent: '/board', favourite: 0 }),
  entry('/board', 30, { favourite: 1 }),
  entry('/sms', 150, { group: '经营', hidden: true }),
  entry('/allSetting', 200, { group: '经营' }),
]

describe('arranging the menu', () => {
  it('begins as the menu stands', () => {
    expect(shapeOf(menu)).toEqual({
      groups: { 接诊: ['/dashboard', '/board', '/orderSet'], 经营: ['/sms', '/allSetting'] },
      hidden: ['/sms'],
      favourites: ['/list', '/board'],
      startPage: null,
    })
  })

  it('moves one up, down, and no further than the ends', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 1, -4)).toEqual(['b', 'a', 'c'])
  })

  it('hides what may be hidden, never the settings; what is hidden is no favourite', () => {
    const shape = shapeOf(menu)
    expect(toggleHidden(shape, '/allSetting')).toBe(shape)
    expect(toggleHidden(shape, '/board')).toMatchObject({ hidden: ['/sms', '/board'], favourites: ['/list'] })
    expect(toggleHidden(shape, '/sms').hidden).toEqual([])
  })

  it('takes so many favourites and shows them', () => {
    const shape = shapeOf(menu)
    expect(toggleFavourite(shape, '/sms', 8)).toMatchObject({ hidden: [], favourites: ['/list', '/board', '/sms'] })
    expect(toggleFavourite(shape, '/sms', 2)).toBe(shape)
    expect(toggleFavourite(shape, '/list', 2).favourites).toEqual(['/board'])
    expect(wireOf(shape)).toEqual({
      sequence: ['/dashboard', '/board', '/orderSet', '/sms', '/allSetting'],
      hidden: ['/sms'],
      favourites: ['/list', '/board'],
      startPage: null,
    })
  })
})
