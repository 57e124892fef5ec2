import { expect, test } from 'vitest'
import { parentsFirst } from './table-order.ts'

const references = [
  { child: 'bill', parent: 'patient' },
  { child: 'patient', parent: 'clinic' },
  { child: 'clinic', parent: 'company' },
  { child: 'bill_item', parent: 'bill' },
  { child: 'clinic', parent: 'picture' },
  { child: 'patient', parent: 'patient' },
]

test('parents come before their children, at any distance', () => {
  const order = parentsFirst(['bill_item', 'bill', 'clinic', 'company', 'patient'], references)
  expect(order).toEqual(['company', 'clinic', 'patient', 'bill', 'bill_item'])
})

test('tables that nothing ties stand by name, however they are given', () => {
  expect(parentsFirst(['sms_order', 'chair', 'holiday'], references)).toEqual(['chair', 'holiday', 'sms_order'])
})

test('a circle is refused, and says which tables it is made of', () => {
  const circle = [...references, { child: 'company', parent: 'bill' }]
  expect(() => parentsFirst(['bill_item', 'bill', 'clinic', 'company', 'patient'], circle)).toThrow(
    /^tables point at each other in a circle: bill → patient → clinic → company → bill$/,
  )
  // Who is not written closes no circle.
  expect(parentsFirst(['bill', 'company', 'patient'], circle)).toEqual(['patient', 'bill', 'company'])
})
