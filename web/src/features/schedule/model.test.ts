import { expect, it } from 'vitest'
import type { Sheet, Shift } from './hooks.ts'
import {
  blockOf,
  cellsOf,
  chipFrom,
  entriesOf,
  isAway,
  rangeWords,
  shown,
  sundayOf,
  withShift,
  within,
  workMinutes,
} from './model.ts'

const shift = (over: Partial<Shift> = {}): Shift => ({
  id: 's1',
  version: 1,
  name: '全日班',
  shortName: '全',
  colour: 'teal',
  type: 1,
  periods: [
    { start: '08:30', end: '12:00' },
    { start: '13:30', end: '17:30' },
  ],
  bookable: true,
  enabled: true,
  used: false,
  ...over,
})
const row = (over: Partial<Sheet['stretches'][number]>): Sheet['stretches'][number] => ({
  id: 'r',
  version: 1,
  employeeId: 'e',
  date: '2026-11-20',
  shiftId: null,
  name: '',
  shortName: '',
  colour: '',
  kind: 1,
  start: '08:30',
  end: '12:00',
  chairId: null,
  chairName: '',
  bookable: true,
  remark: '',
  draft: false,
  ...over,
})

it('stretches of one shift are one thing, a midday rest says nothing beside work', () => {
  const cells = cellsOf([
    row({ id: 'a', shiftId: 's1', name: '全日班' }),
    row({ id: 'b', kind: 2, name: '午休', start: '12:00', end: '13:30' }),
    row({ id: 'c', shiftId: 's1', name: '全日班', start: '13:30', end: '17:30' }),
  ])
  const cell = cells.get('e 2026-11-20')
  expect(cell?.seen.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(cell?.chips.map(({ name, spans }) => [name, spans.length])).toEqual([
    ['全日班', 2],
    ['午休', 1],
  ])
  expect(shown(cell?.chips ?? []).map(({ name }) => name)).toEqual(['全日班'])
  expect(workMinutes(cell?.chips ?? [])).toBe(450)
})

it('a shift takes the day, a meeting stands beside the work and only once', () => {
  const work = [chipFrom(shift())]
  const meeting = shift({
    id: 's2',
    name: '会议',
    type: 5,
    periods: [{ start: '16:00', end: '17:00' }],
    bookable: false,
  })
  const both = withShift(work, meeting)
  expect(both.map(({ name }) => name)).toEqual(['全日班', '会议'])
  expect(withShift(both, meeting)).toHaveLength(2)
  expect(withShift(both, shift({ id: 's3', name: '休息', type: 2 })).map(({ name }) => name)).toEqual(['休息'])
  expect(withShift([], meeting).map(({ name }) => name)).toEqual(['会议'])
})

it('goes over the wire as the shift where it is whole, with its times where it was cut or is its own', () => {
  const whole = chipFrom(shift())
  const cut = { ...whole, spans: [{ start: '08:30', end: '12:00' }] }
  const own = { ...whole, shiftId: null, kind: 3, name: '家里有事', spans: [{ start: '13:30', end: '17:30' }] }
  expect(entriesOf([whole], [shift()])).toEqual([{ shiftId: 's1', chairId: null, remark: '' }])
  expect(entriesOf([cut, own], [shift()])).toEqual([
    { shiftId: 's1', start: '08:30', end: '12:00', chairId: null, remark: '', title: '' },
    { kind: 3, start: '13:30', end: '17:30', chairId: null, remark: '', title: '家里有事' },
  ])
})

it('weeks begin on Sunday and say their days', () => {
  expect(sundayOf('2026-11-20')).toBe('2026-11-15')
  expect(sundayOf('2026-11-15')).toBe('2026-11-15')
  expect(rangeWords('2026-11-15', '2026-11-21')).toBe('11月15日–21日')
  expect(rangeWords('2026-11-29', '2026-12-05')).toBe('11月29日–12月5日')
})

it('a selection reaches from corner to corner whichever way it was drawn', () => {
  const block = blockOf({ row: 3, column: 5 }, { row: 1, column: 2 })
  expect(within(block, { row: 2, column: 4 })).toBe(true)
  expect(within(block, { row: 0, column: 4 })).toBe(false)
  expect(within(block, { row: 2, column: 6 })).toBe(false)
})

it('leave and an errand look other than a shift that was given their colour', () => {
  const late = chipFrom(shift({ id: 's4', name: '晚班', colour: 'gold' }))
  const leave = chipFrom(shift({ id: 's5', name: '请假', colour: 'gold', type: 3 }))
  expect([late.colour, leave.colour]).toEqual(['gold', 'gold'])
  expect([late, leave, chipFrom(shift({ type: 2 }))].map(isAway)).toEqual([false, true, false])
})
