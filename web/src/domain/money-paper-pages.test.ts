import { expect, it } from 'vitest'
import { nameOfLine, pagesOf } from './money-paper-pages.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const numbers = (count: number, room: Parameters<typeof pagesOf>[1]) =>
  pagesOf([{ key: 'all', rows: rows(count) }], room, () => 1).map((lines) =>
    lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])),
  )

it('lays rows on pages without losing or repeating one', () => {
  for (const count of [0, 1, 20, 24, 25, 61, 300]) {
    const pages = numbers(count, { first: 20, other: 24 })
    expect(pages.flat()).toEqual(rows(count))
    for (const [n, page] of pages.entries()) expect(page.length).toBeLessThanOrEqual(n === 0 ? 20 : 24)
  }
  expect(numbers(300, null)).toHaveLength(1)
})

it('leaves room for rows that are higher', () => {
  const pages = pagesOf([{ key: 'all', rows: rows(10) }], { first: 4, other: 4 }, (line) =>
    line.kind === 'row' && line.row % 2 === 0 ? 2 : 1,
  )
  expect(pages.map((page) => page.length)).toEqual([3, 2, 2, 2, 1])
})

it('keeps a title with its first row and a foot with its last', () => {
  const pages = pagesOf(
    [
      { key: 'a', title: '检查', rows: rows(3), foot: { sum: '3' } },
      { key: 'b', title: '治疗', rows: rows(2), foot: { sum: '2' } },
    ],
    { first: 5, other: 3 },
    () => 1,
  )
  expect(pages.map((page) => page.map(({ kind }) => kind))).toEqual([
    ['title', 'row', 'row', 'row', 'foot'],
    ['title', 'row'],
    ['row', 'foot'],
  ])
})

it('names each line of a paper by itself', () => {
  const [lines = []] = pagesOf(
    [
      { key: 'a', title: '检查', rows: ['a', 'b'], foot: { sum: '3' } },
      { key: 'b', title: '治疗', rows: ['c'] },
    ],
    null,
    () => 1,
  )
  const names = lines.map((line) => nameOfLine(line, (row) => row))
  expect(names).toEqual(['title a', 'row a', 'row b', 'foot a', 'title b', 'row c'])
})
