import { expect, test } from 'vitest'
import { states } from './states.ts'
import * as tables from './status.ts'

const shown = states(
  { open: [0, '待办', 'due'], done: [2, '办妥', 'done'], gone: [9, '放弃', 'ended'] },
  { over: ['done', 'gone'] },
  {
    finish: { from: ['open'], to: ['done'] },
    drop: { from: ['open'], to: ['gone'] },
    reopen: { from: ['over'], to: ['open'] },
  },
)

test('a state has its number, word and stage; a set the numbers of its states', () => {
  expect(shown.code).toEqual({ open: 0, done: 2, gone: 9 })
  expect(shown.names).toEqual({ 0: '待办', 2: '办妥', 9: '放弃' })
  expect(shown.stages).toEqual({ 0: 'due', 2: 'done', 9: 'ended' })
  expect(shown.sets.over).toEqual([2, 9])
  expect(shown.sets.all).toEqual([0, 2, 9])
})

test('a status is asked for by name, by set, by several; nothing is in no state', () => {
  expect(shown.is(0, 'open')).toBe(true)
  expect(shown.is(2, 'open')).toBe(false)
  expect(shown.is(9, 'over')).toBe(true)
  expect(shown.is(0, 'over', 'open')).toBe(true)
  expect([shown.is(null, 'open'), shown.is(undefined, 'over'), shown.is(7, 'open', 'over')]).toEqual([
    false,
    false,
    false,
  ])
  // @ts-expect-error no such state
  expect(shown.is(0, 'opened')).toBe(false)
})

test('a step is taken from its states only, and leads where it says', () => {
  expect(shown.may('finish', 0)).toBe(true)
  expect([shown.may('finish', 2), shown.may('finish', 9), shown.may('finish', 7)]).toEqual([false, false, false])
  expect([shown.may('reopen', 2), shown.may('reopen', 9)]).toEqual([true, true])
  expect([shown.after('drop'), shown.after('reopen')]).toEqual([9, 0])
  expect([shown.mayBecome(0, 9), shown.mayBecome(2, 0), shown.mayBecome(2, 9)]).toEqual([true, true, false])
  // @ts-expect-error no such step
  expect(() => shown.may('forget', 0)).toThrow()
})

test('no table gives a number or a word twice', () => {
  const all = Object.entries(tables).filter(([name]) => name.endsWith('States')) as [
    string,
    { code: Record<string, number>; names: Record<number, string> },
  ][]
  expect(all.length).toBeGreaterThan(6)
  for (const [name, { code, names }] of all) {
    expect([name, new Set(Object.values(code)).size]).toEqual([name, Object.keys(code).length])
    expect([name, new Set(Object.values(names)).size]).toEqual([name, Object.keys(code).length])
  }
})
