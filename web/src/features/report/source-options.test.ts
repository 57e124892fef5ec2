import { expect, it } from 'vitest'
import { sourceOptions } from './source-options.ts'

it('sources stand as a tree, each with the names above it', () => {
  const of = (id: string, name: string, parentId: string | null = null) => ({ id, name, parentId })
  expect(
    sourceOptions([
      of('a', '线上'),
      of('c', '转介绍'),
      of('b', '美团', 'a'),
      of('d', '团购', 'b'),
      of('e', '抖音', 'a'),
    ]),
  ).toEqual([
    { value: 'a', label: '线上' },
    { value: 'b', label: '线上 › 美团' },
    { value: 'd', label: '线上 › 美团 › 团购' },
    { value: 'e', label: '线上 › 抖音' },
    { value: 'c', label: '转介绍' },
  ])
})
