import { yuanToFen } from '@dentin/kit'
import { expect, test } from 'vitest'
import { netOf, pairKey } from './rules.ts'

const claim = (creditorId: string, debtorId: string, yuan: string) => ({
  creditorId,
  debtorId,
  amount: yuanToFen(yuan),
})

test('what two clinics owe each other is one sum, on the side of whoever owes more', () => {
  expect(netOf([claim('B', 'A', '600.00')])).toEqual(claim('B', 'A', '600.00'))
  expect(netOf([claim('B', 'A', '600.00'), claim('A', 'B', '250.00')])).toEqual(claim('B', 'A', '350.00'))
  expect(netOf([claim('B', 'A', '100.00'), claim('A', 'B', '250.00')])).toEqual(claim('A', 'B', '150.00'))
  // What came back of a bill stands below zero on the side of the clinic where it was used.
  expect(netOf([claim('B', 'A', '600.00'), claim('A', 'B', '600.00')])).toEqual(claim('B', 'A', '0.00'))
  expect(netOf([])).toBeNull()
  expect(pairKey('A', 'B')).toBe(pairKey('B', 'A'))
})
