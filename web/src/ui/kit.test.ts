import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import dayjs from 'dayjs'
import localeData from 'dayjs/plugin/localeData.js'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './display/Avatar.tsx'
import { paintAppointments } from './display/painted.ts'
import { appointmentLook, statusList, statusOf } from './display/status.ts'
import { StatusTag } from './display/Tag.tsx'
import { waitLevel } from './display/WaitMinutes.tsx'
import { EmptyState } from './feedback/EmptyState.tsx'
import { SkeletonRows } from './feedback/Skeleton.tsx'
import { DayMarks, type DayMark } from './form/day-marks.ts'
import { dayByKey, DayCell, ordered, rangeShortcuts } from './form/DateField.tsx'
import { cleanNumber } from './form/MoneyInput.tsx'
import { keyName } from './hooks/useHotkeys.ts'
import { urlEnum, urlFlag, urlList, urlNumber, urlOptional, urlText } from './hooks/useUrlState.ts'
import { widthOf } from './table/columns.ts'
import { PictureSlots } from './overlay/PictureSlot.tsx'
import { DataTable } from './table/DataTable.tsx'
import { pageNumbers } from './table/Pager.tsx'

dayjs.extend(localeData)

test('a wait is calm up to 20 minutes, waiting above 20, danger above 40', () => {
  expect([5, 20, 21, 40, 41].map(waitLevel)).toEqual(['calm', 'calm', 'wait', 'wait', 'danger'])
})

test('date-picker-lunar: every day says its lunar day or festival and its holiday; outside 1900 to 2100 the day alone', () => {
  const words = (date: string, mark: DayMark) =>
    renderToStaticMarkup(
      createElement(DayMarks, { value: { of: () => mark, need: () => {} } }, createElement(DayCell, { date })),
    )
      .replaceAll(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter(Boolean)
  expect(words('2026-11-20', { word: '十二' })).toEqual(['20', '十二'])
  expect(words('2026-10-01', { word: '廿一', mark: 'rest' })).toEqual(['1', '廿一', '休'])
  expect(words('2026-10-10', { word: '初一', mark: 'work' })).toEqual(['10', '初一', '班'])
  expect(words('2101-01-01', {})).toEqual(['1'])
})

test('upload-count: a list of pictures has a place for the next one until there are three, unless it says otherwise', () => {
  const places = (count: number, most?: number) =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(PictureSlots, {
          label: '图',
          value: ['a', 'b', 'c'].slice(0, count),
          onChange: () => {},
          ...(most ? { most } : {}),
        }),
      ),
    ).match(/type="file"/g)?.length ?? 0
  expect([0, 1, 2, 3].map((count) => places(count))).toEqual([1, 2, 3, 3])
  expect(places(3, 8)).toBe(4)
})

test('statuses of one kind differ from each other in word, and an unknown number says so', () => {
  for (const kind of ['appointment', 'registration', 'bill', 'record'] as const) {
    const list = statusList(kind)
    expect(new Set(list.map((s) => s.label)).size).toBe(list.length)
  }
  expect(statusOf('appointment', 99).label).toBe('未知')
  // Of who has left the chair and not the house: what the visit waits for, by a mark of its own.
  expect(appointmentLook({ status: 4, visitStatus: 4 })).toEqual({ label: '待收费', tone: 'done', shape: 'open' })
  expect(appointmentLook({ status: 4, visitStatus: null }).label).toBe('就诊中')
  expect(statusOf('appointment', 9)).toEqual({ label: '爽约', tone: 'muted', shape: 'slash' })
})

test('the state of an appointment stands in the colour that the clinic has chosen, other states in their own', () => {
  const markup = (kind: 'appointment' | 'registration', value: number) =>
    renderToStaticMarkup(createElement(StatusTag, { kind, value }))
  const before = [markup('appointment', 1), markup('registration', 1), markup('appointment', 9)]
  paintAppointments(['muted', 'done', 'confirmed', 'wait', 'chair', 'booked'])
  expect(markup('appointment', 1)).toContain('done')
  expect(markup('appointment', 5)).toContain('booked')
  expect([markup('registration', 1), markup('appointment', 9)]).toEqual(before.slice(1))
  paintAppointments([])
  expect(markup('appointment', 1)).toBe(before[0])
})

test('range shortcuts begin the week on Sunday and end the month on its last day', () => {
  const noon = new Date('2026-03-01T04:00:00Z')
  const byLabel = Object.fromEntries(rangeShortcuts(noon).map(({ label, value }) => [label, value]))
  expect(byLabel).toEqual({
    今天: ['2026-03-01', '2026-03-01'],
    昨天: ['2026-02-28', '2026-02-28'],
    本周: ['2026-03-01', '2026-03-07'],
    本月: ['2026-03-01', '2026-03-31'],
    上月: ['2026-02-01', '2026-02-28'],
  })
})

test('keyboard-search-window: keys go on to the next day that may be chosen, and look no further than a year', () => {
  expect(dayByKey('2026-02-28', 'ArrowDown', {})).toBe('2026-03-01')
  expect(dayByKey('2026-01-31', 'PageDown', {})).toBe('2026-02-28')
  expect(dayByKey('2026-03-01', 'ArrowUp', { min: '2026-03-01' })).toBeNull()
  expect(dayByKey('2026-03-01', 'PageDown', { max: '2026-03-20' })).toBeNull()
  expect(dayByKey('2026-03-01', 'ArrowDown', { min: '2027-03-01' })).toBe('2027-03-01')
  expect(dayByKey('2026-03-01', 'ArrowDown', { min: '2027-03-02' })).toBeNull()
  expect(dayByKey('2027-03-01', 'ArrowUp', { max: '2026-03-01' })).toBe('2026-03-01')
  expect(dayByKey('2027-03-01', 'ArrowUp', { max: '2026-02-28' })).toBeNull()
  expect(dayByKey('2026-03-01', 'a', {})).toBeNull()
})

test('date-range-swap: a reversed range is swapped', () => {
  expect(ordered('2026-03-05', '2026-02-01')).toEqual(['2026-02-01', '2026-03-05'])
})

test('numeric-input: what is no digit is dropped, at most two decimals and 999999999999; whole numbers where wanted', () => {
  expect(cleanNumber('1a2b.3c4d5', 2, false)).toBe('12.34')
  expect(cleanNumber('１２．５', 2, false)).toBe('12.5')
  expect(cleanNumber('-12', 2, false)).toBe('12')
  expect(cleanNumber('1.2.3', 2, false)).toBe('1.23')
  expect(cleanNumber('9999999999999', 2, false)).toBe('999999999999')
  expect(cleanNumber('12.5', 0, false)).toBe('12')
})

test('precision-helper: decimals are between 0 and 5', () => {
  expect(cleanNumber('1.123456789', 9, false)).toBe('1.12345')
  expect(cleanNumber('1.5', -3, false)).toBe('1')
})

test('avatar-default: a portrait for each sex under 4, 4 to 14, 15 to 64, and 65 and over', () => {
  const drawn = (gender: number, age: number | null) => renderToStaticMarkup(createElement(Avatar, { gender, age }))
  for (const gender of [0, 1]) {
    const bands = [0, 4, 15, 65].map((age) => drawn(gender, age))
    expect(new Set(bands).size).toBe(4)
    expect([3, 14, 64, 90].map((age) => drawn(gender, age))).toEqual(bands)
    expect(drawn(gender, null)).toBe(bands[2])
  }
  expect(drawn(0, 30)).not.toBe(drawn(1, 30))
})

test('a list that is no table says that it loads, and that it holds nothing', () => {
  expect(renderToStaticMarkup(createElement(SkeletonRows, { rows: 2 }))).toContain('aria-label="数据加载中"')
  expect(renderToStaticMarkup(createElement(EmptyState, {}))).toContain('暂无数据')
  expect(renderToStaticMarkup(createElement(EmptyState, { title: '没有待写的病历' }))).not.toContain('暂无数据')
})

const table = {
  label: '患者',
  columns: [{ key: 'a', title: '甲', render: () => null }],
  keyOf: () => 'k',
}
/** The words of a table that somebody sees, its head left out. */
const wordsOf = (rows: string[] | undefined, empty?: ReactNode) =>
  renderToStaticMarkup(createElement(DataTable<string>, { ...table, rows, ...(empty ? { empty } : {}) }))
    .replaceAll(/<[^>]*class="sr-only"[^>]*>[^<]*<\/\w+>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .filter((word) => word !== '' && word !== '甲')

test('table-loading: a table that waits for its first rows says so in sight', () => {
  expect(wordsOf(undefined)).toContain('数据加载中')
  expect(wordsOf([])).not.toContain('数据加载中')
})

test('table-empty: an empty table says 暂无数据 first, whatever else it says', () => {
  expect(wordsOf([])).toEqual(['暂无数据'])
  expect(wordsOf([], createElement(EmptyState, { title: '没有符合的患者', hint: '减少筛选条件再看' }))).toEqual([
    '暂无数据',
    '没有符合的患者',
    '减少筛选条件再看',
  ])
})

test('date-picker-first-day: the calendar’s week begins on Sunday', () => {
  expect(dayjs().locale('zh-cn').localeData().firstDayOfWeek()).toBe(0)
  expect(dayjs('2026-11-20').locale('zh-cn').startOf('week').format('YYYY-MM-DD')).toBe('2026-11-15')
})

test('table-column-width: a column without a width of its own counts 150 px', () => {
  expect(widthOf([{}, { width: 80 }, {}])).toBe(380)
})

test('the pager offers first, last and the neighbours, and shows a gap only where more than one page is left out', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(4, 5)).toEqual([1, 2, 3, 4, 5])
  expect(pageNumbers(6, 13)).toEqual([1, 0, 5, 6, 7, 0, 13])
})

test('page state survives the way into the address and back, and defaults stay out of it', () => {
  expect(urlText().format('')).toBeNull()
  expect(urlNumber(1).format(1)).toBeNull()
  expect(urlNumber(1).parse('x')).toBe(1)
  expect(urlNumber(1).parse(urlNumber(1).format(7))).toBe(7)
  expect(urlEnum(['day', 'week'], 'day').parse('year')).toBe('day')
  expect(urlFlag.parse(urlFlag.format(true))).toBe(true)
  expect(urlList.parse(urlList.format(['a', 'b']))).toEqual(['a', 'b'])
  expect(urlList.format([])).toBeNull()
  expect(urlOptional.parse('')).toBeNull()
})

test('keys are named with their modifiers; shift counts only where the character does not show it', () => {
  const key = (init: Partial<KeyboardEvent>) => keyName(init as KeyboardEvent)
  expect(key({ key: '?', shiftKey: true })).toBe('?')
  expect(key({ key: 'S', ctrlKey: true })).toBe('mod+s')
  expect(key({ key: 'Tab', shiftKey: true })).toBe('shift+Tab')
})
