import { expect, it } from 'vitest'
import { appointmentRates, percent, tallyAppointments } from './rules.ts'

it('counts arrivals and no-shows of those booked and not cancelled', () => {
  const statuses = [...Array<number>(15).fill(3), 6, 6, 9, 0, 8]
  const tally = tallyAppointments(statuses)
  expect(tally).toEqual({ booked: 18, cancelled: 2, arrivedAppointments: 15, noShow: 1 })
  expect(appointmentRates(tally)).toEqual({ arrivalRate: 93.75, noShowRate: 6.25 })
})

it('gives no rate where nobody was expected', () => {
  expect(percent(0, 0)).toBeNull()
  expect(appointmentRates(tallyAppointments([6]))).toEqual({ arrivalRate: null, noShowRate: null })
})

it('rounds percent half-up to two decimals', () => {
  expect([percent(1, 3), percent(2, 3), percent(1, 8)]).toEqual([33.33, 66.67, 12.5])
})
