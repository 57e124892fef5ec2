import { expect, it } from 'vitest'
import { appointmentRates, percent, tallyAppointments } from './rules.ts'

const now = new Date('2026-11-20T10:00:00Z')
const past = (status: number) => ({ status, startTime: new Date(now.getTime() - 60_000) })
const later = (status: number) => ({ status, startTime: new Date(now.getTime() + 60_000) })

it('counts arrivals and no-shows of those booked and not cancelled', () => {
  const statuses = [...Array<number>(15).fill(3), 6, 6, 9, 0, 8]
  const tally = tallyAppointments(statuses.map(past), now)
  expect(tally).toEqual({ booked: 18, cancelled: 2, arrivedAppointments: 15, noShow: 1, notYetDue: 0 })
  expect(appointmentRates(tally)).toEqual({ arrivalRate: 93.75, noShowRate: 6.25 })
})

it('gives no rate where nobody was expected', () => {
  expect(percent(0, 0)).toBeNull()
  expect(appointmentRates(tallyAppointments([past(6)], now))).toEqual({ arrivalRate: null, noShowRate: null })
})

it('leaves out those whose time has not come, but not who came early', () => {
  const tally = tallyAppointments([past(5), past(1), later(2), later(1), later(3)], now)
  expect(tally).toMatchObject({ booked: 5, notYetDue: 2 })
  expect(appointmentRates(tally).arrivalRate).toBe(66.67)
})

it('rounds percent half-up to two decimals', () => {
  expect([percent(1, 3), percent(2, 3), percent(1, 8)]).toEqual([33.33, 66.67, 12.5])
})

it('one that nobody has marked yet counts as the no-show that it will be', () => {
  const now = new Date('2026-11-20T03:00:00Z')
  const appointment = (status: number, startTime: string) => ({ status, startTime: new Date(startTime) })
  const day = [
    appointment(5, '2026-11-20T01:00:00Z'),
    appointment(1, '2026-11-20T01:30:00Z'),
    appointment(2, '2026-11-20T05:00:00Z'),
  ]
  const isMissed = ({ startTime }: { startTime: Date }) => now.getTime() - startTime.getTime() >= 30 * 60_000
  expect(tallyAppointments(day, now, isMissed)).toMatchObject({
    booked: 3,
    arrivedAppointments: 1,
    noShow: 1,
    notYetDue: 1,
  })
  expect(tallyAppointments(day, now).noShow).toBe(0)
})
