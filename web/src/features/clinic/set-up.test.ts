import { setUpStepKeys } from '@dentin/contract/set-up'
import { expect, it } from 'vitest'
import { cameFrom, firstPageOf, leadingBack, settledOf } from './set-up.ts'

it('is the first page of whoever keeps the list, while it is open', () => {
  expect(firstPageOf({ open: true, mayKeep: true })).toBe('/setUp')
  expect(firstPageOf({ open: true, mayKeep: false })).toBeNull()
  expect(firstPageOf({ open: false, mayKeep: true })).toBeNull()
  expect(firstPageOf(undefined)).toBeNull()
})

it('counts what is done and what was left for later', () => {
  expect(settledOf([{ state: 'done' }, { state: 'skipped' }, { state: 'open' }])).toBe(2)
})

it('a page that a step leads to knows the way back, whatever stands in its address', () => {
  for (const to of ['/baseTariffSet', '/baseDepartSet?tab=chair']) {
    const { searchParams } = new URL(leadingBack(to, 'prices'), 'http://a')
    expect(cameFrom(searchParams.get('from'), setUpStepKeys)).toBe('prices')
  }
  expect(cameFrom('setUp.elsewhere', setUpStepKeys)).toBeNull()
  expect(cameFrom(null, setUpStepKeys)).toBeNull()
})
