import { stepOf, titleOf, treatTypeOf, type Slot } from './course.ts'
import type { Booking } from '../events.ts'
import type { Clinic, Doctor } from '../organisation.ts'
import type { Story } from '../story.ts'
import { system } from '../world.ts'
import type { Dues } from './dues.ts'
import type { Patient } from './patients.ts'

/** What is talked over with a consultant before it is begun. */
const COUNSELLED: ReadonlySet<string> = new Set(['implant', 'ortho'])
const cancelReasons = ['患者原因', '患者原因', '改约', '改约', '医生停诊', '失联', '其他'] as const

/** Where a doctor works on a day. */
export function placeOfWork(doctor: Doctor, day: number, patient: Patient): { clinic: Clinic; chairId: string | null } {
  return doctor.days.get(day) ?? { clinic: patient.clinic, chairId: null }
}

/** Makes appointments and says what becomes of them before anybody comes. */
export class Bookings {
  constructor(
    readonly story: Story,
    readonly dues: Dues,
  ) {}

  book(slot: Slot, doctor: Doctor, day: number): Booking {
    const { world } = this.story
    const { r } = world
    const { run } = slot
    const { patient } = run
    const { clinic, chairId } = placeOfWork(doctor, day, patient)
    const startsAt = world.at(day, slot.start)
    const at = this.#bookedAt(slot, day, startsAt)
    const pending = slot.outcome === 'pending' || (day > 0 && run.bookedAt === null && r.chance(0.07))
    const source = pending
      ? r.pick([4, 5])
      : run.bookedAt
        ? r.weighted([
            [1, 6],
            [3, 4],
          ])
        : r.weighted([
            [1, 5],
            [2, 5],
            [4, 2],
            [5, 1],
            [6, 2],
          ])
    const booking: Booking = {
      slot,
      patient,
      doctor,
      clinic,
      chairId,
      startsAt,
      endsAt: world.at(day, slot.start + slot.minutes),
      bookedAt: at,
      by: source === 3 ? doctor : source === 4 || source === 5 ? system : r.pick(clinic.reception),
      source,
      id: r.uuid(at),
      ...titleOf(world, slot, day),
      pending: pending && (day > 0 || !world.isPast(day, slot.start - 30)),
      treatType: treatTypeOf(patient, startsAt),
      consultantId: doctor.skills.some((skill) => COUNSELLED.has(skill)) ? clinic.consultant.id : null,
      item: clinic.company.items.get(stepOf(run).item),
      remark: r.chance(0.06) ? r.pick(['患者希望准时', '需提前电话提醒', '家属陪同', '上次等待较久，请优先安排']) : '',
      touchedAt: at,
    }
    this.story.tell('booked', { booking })
    patient.seenDay = Math.max(patient.seenDay, day)
    if (booking.pending) return booking
    if (day <= 0 && slot.outcome === 'comes' && r.chance(0.1)) this.#moveFromElsewhere(booking)
    this.#confirm(booking, day)
    return booking
  }

  /** When the file was opened at the earliest; never later than the clock. */
  #bookedAt(slot: Slot, day: number, startsAt: Date): Date {
    const { world } = this.story
    const { r } = world
    const { bookedAt, patient } = slot.run
    let at = bookedAt
    if (!at || at.getTime() >= startsAt.getTime()) {
      const ago = day <= 0 ? r.int(1, 9) : r.int(0, 4)
      at = world.at(Math.min(day - ago, day > 0 ? 0 - ago : day - 1), r.int(530, 1080))
    }
    const latest = Math.min(startsAt.getTime() - 40 * 60_000, world.now.getTime() - r.int(2, 300) * 60_000)
    at = new Date(Math.max(patient.openedAt.getTime() + 60_000, Math.min(at.getTime(), latest)))
    return at.getTime() > world.now.getTime() ? new Date(world.now.getTime() - 60_000) : at
  }

  /** The appointment had another time before. */
  #moveFromElsewhere(booking: Booking): void {
    const { world } = this.story
    const { r } = world
    const { startsAt, endsAt } = booking
    const at = new Date(booking.bookedAt.getTime() + r.int(2, 20) * 3_600_000)
    if (at.getTime() > Math.min(startsAt.getTime() - 7_200_000, world.now.getTime())) return
    const shift = r.pick([-2, -1, 1, 2, 3]) * 86_400_000
    const from = { startsAt: new Date(startsAt.getTime() + shift), endsAt: new Date(endsAt.getTime() + shift) }
    if (from.startsAt.getTime() < at.getTime()) return
    const by = r.pick(booking.clinic.reception)
    booking.touchedAt = at
    this.story.tell('rebooked', { booking, at, by, from, reason: '患者要求改约' })
  }

  #confirm(booking: Booking, day: number): void {
    const { world } = this.story
    const { r } = world
    const at = world.at(day - 1, 960 + r.next() * 90)
    const wanted = booking.slot.confirmed ?? (day > 1 ? r.chance(0.25) : r.chance(day === 1 ? 0.55 : 0.72))
    const when = at.getTime() <= world.now.getTime() ? at : new Date(world.now.getTime() - r.int(20, 90) * 60_000)
    const tooLate = when.getTime() > booking.startsAt.getTime() - 3_600_000
    if (!wanted || when.getTime() <= booking.touchedAt.getTime() || tooLate) return
    const by = r.pick(booking.clinic.reception)
    booking.touchedAt = when
    this.story.tell('confirmed', { booking, at: when, by })
  }

  /** True when it was cancelled by now. */
  cancel(booking: Booking, day: number): boolean {
    const { world } = this.story
    const { r } = world
    const [start, last] = [booking.startsAt.getTime(), booking.touchedAt.getTime()]
    const at = new Date(Math.round(last + (start - last) * (0.3 + r.next() * 0.65)))
    if (at.getTime() > world.now.getTime() || booking.pending) return false
    const by = r.pick(booking.clinic.reception)
    const reason = r.pick(cancelReasons)
    this.story.tell('cancelled', { booking, at, by, reason })
    this.dues.again(booking.slot.run, Math.max(day, 0 - 400), at)
    return true
  }

  /** Nobody came. */
  miss(booking: Booking, day: number): void {
    const { world } = this.story
    const { r } = world
    const { start, run } = booking.slot
    const at = world.at(day, start + 30)
    this.story.tell('missed', { booking, at, by: system })
    if (day < -1 && r.chance(0.85)) {
      const by = r.pick(booking.clinic.reception)
      const handled = r.pick([1, 1, 2, 3, 4])
      const looked = world.at(day, Math.min(1100, start + 30 + r.int(20, 200)))
      this.story.tell('missLookedInto', { booking, by, handled, at: looked })
    }
    this.dues.again(run, day, at)
  }
}
