import { minutesOfDay } from '@dentin/kit'
import type { Booking } from '../events.ts'
import type { Clinic, Doctor } from '../organisation.ts'
import type { Story } from '../story.ts'
import { Bookings } from './bookings.ts'
import type { Slot } from './course.ts'
import type { Dues } from './dues.ts'
import { Visits } from './visits.ts'

/** Lets a doctor's day happen as far as the clock has come. */
export class Days {
  readonly #bookings: Bookings
  readonly #nowMinute: number
  readonly #desk = new Set<Doctor>()
  readonly visits: Visits

  constructor(
    readonly story: Story,
    readonly main: Clinic,
    readonly dues: Dues,
  ) {
    this.#bookings = new Bookings(story, dues)
    this.visits = new Visits(story, dues)
    this.#nowMinute = minutesOfDay(story.world.now)
  }

  live(doctor: Doctor, day: number, slots: Slot[]): void {
    const { world } = this.story
    let free = 0
    for (const slot of slots) {
      const booking = slot.walkIn ? null : this.#bookings.book(slot, doctor, day)
      if (booking ? this.#cameToNothing(booking, day) : !world.isPast(day, slot.start)) continue
      if (day > 0 || slot.outcome === 'no-show' || slot.outcome === 'pending') continue
      free = this.#come(doctor, slot, booking, day, free)
    }
  }

  #cameToNothing(booking: Booking, day: number): boolean {
    const { outcome, start } = booking.slot
    if (outcome === 'cancels') return this.#bookings.cancel(booking, day)
    if (outcome !== 'no-show' || !this.story.world.isPast(day, start + 30)) return false
    this.#bookings.miss(booking, day)
    return true
  }

  /** Somebody comes. @returns the minute from which the doctor is free */
  #come(doctor: Doctor, slot: Slot, booking: Booking | null, day: number, free: number): number {
    const { world } = this.story
    const { r } = world
    const { run } = slot
    const arrive = Math.max(505, slot.walkIn ? slot.start : slot.start - slot.early) + r.next() * 0.9
    // Not here yet: everybody who is booked later may still come first.
    if (!world.isPast(day, arrive)) return free
    // The day that is written down runs a little late and never early.
    const scripted = day === 0 && run.patient.reserved
    const start = Math.max(
      free + 1 + r.next() * 2,
      arrive + 2 + r.next() * 3,
      slot.walkIn ? 0 : scripted ? slot.start : slot.start - 3,
    )
    if (slot.outcome === 'leaves' && booking) {
      this.visits.giveUp(slot, day, booking, arrive, arrive + 35 + r.next() * 15)
      return free
    }
    const end = start + slot.minutes * ((scripted ? 1.02 : 0.86) + r.next() * (scripted ? 0.12 : 0.2))
    const charge = this.#atTheDesk(doctor, day, end) ? this.#nowMinute + 2 : end + 3 + r.next() * 6
    const leave = charge + 1 + r.next() * 3
    this.visits.visit(slot, day, booking, { arrive, call: start - 1.2, start, end, charge, leave })
    if (world.isPast(day, end)) this.dues.next(run, day, world.at(day, Math.min(leave, 1435)))
    return world.isPast(day, start) ? end : Math.max(free, start)
  }

  /** Three of the last patients of the main clinic have not paid yet when the demo is first seen. */
  #atTheDesk(doctor: Doctor, day: number, end: number): boolean {
    if (day !== 0 || end > this.#nowMinute || end < this.#nowMinute - 50 || this.#desk.size >= 3) return false
    if (!this.main.doctors.includes(doctor) || this.#desk.has(doctor)) return false
    this.#desk.add(doctor)
    return true
  }
}
