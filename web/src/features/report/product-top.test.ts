import { expect, it } from 'vitest'
import { paretoOf } from './ProductTop.tsx'

const row = (label: string, value: string | null, level: 'row' | 'sum' = 'row') =>
  ({ key: label, label, level, values: [value] }) as never

it('rows by their revenue, each with the share that it and those above it make up', () => {
  const answer = {
    figures: [{ code: 'R1' }] as never,
    rows: [
      row('洁治', '200.00'),
      row('种植', '600.00'),
      row('合计', '1000.00', 'sum'),
      row('退费', '-50.00'),
      row('充填', '250.00'),
    ],
    total: row('合计', '1000.00'),
  }
  expect(paretoOf(answer).map(({ name, share }) => `${name} ${share ?? ''}`)).toEqual([
    '种植 60.0%',
    '充填 85.0%',
    '洁治 105.0%',
  ])
  expect(paretoOf({ ...answer, figures: [] })).toEqual([])
})
