import type { Booking, Visit, VisitTimes } from '../events.ts'
import type { Story } from '../story.ts'
import { placeOfWork } from './bookings.ts'
import { stateOf, stepOf, titleOf, treatTypeOf, type Slot } from './course.ts'
import type { Dues } from './dues.ts'

/** Lets people come, be treated, pay and leave, as far as the clock has come. */
export class Visits {
  constructor(
    readonly story: Story,
    readonly dues: Dues,
  ) {}

  #arrive(slot: Slot, day: number, booking: Booking | null, minute: number): Visit {
    const { world } = this.story
    const { run } = slot
    const { patient, doctor } = run
    const { clinic, chairId } = placeOfWork(doctor, day, patient)
    const at = world.at(day, minute)
    const by = world.r.pick(clinic.reception)
    const { title, teeth } = booking ?? titleOf(world, slot, day)
    const visit: Visit = {
      booking,
      slot,
      run,
      patient,
      doctor,
      clinic,
      chairId,
      day,
      title,
      teeth,
      treatType: booking ? booking.treatType : treatTypeOf(patient, at),
      ids: { registration: '', treatment: '', record: '' },
    }
    this.story.tell('arrived', { visit, at, by })
    return visit
  }

  /** Somebody waits too long and leaves. */
  giveUp(slot: Slot, day: number, booking: Booking, arrive: number, leave: number): void {
    const { world } = this.story
    const visit = this.#arrive(slot, day, booking, arrive)
    if (!world.isPast(day, leave)) return
    const by = world.r.pick(booking.clinic.reception)
    const at = world.at(day, leave)
    this.story.tell('gaveUpWaiting', { visit, at, by, reason: '等待时间较长，患者离开' })
    this.dues.again(slot.run, day, at)
  }

  /** From arrival to leaving. */
  visit(slot: Slot, day: number, booking: Booking | null, t: VisitTimes): void {
    const { story } = this
    const { world } = story
    const { run } = slot
    const visit = this.#arrive(slot, day, booking, t.arrive)
    if (!world.isPast(day, t.call)) return
    story.tell('called', { visit, at: world.at(day, t.call) })
    if (!world.isPast(day, t.start)) return
    const seatedAt = world.at(day, t.start)
    story.tell('seated', { visit, at: seatedAt })
    const text = { ...stepOf(run).write(stateOf(world, run, day)), again: run.step > 0 }
    run.extra?.(text)
    delete run.extra
    const ended = world.isPast(day, t.end)
    story.tell('examined', { visit, at: seatedAt, writtenAt: world.at(day, t.start + 1.5), text, ended })
    if (!ended) return
    story.tell('treated', { visit, at: world.at(day, t.end), end: t.end, seatedAt, text })
    run.patient.lastVisit = seatedAt
    if (!world.isPast(day, t.charge)) return
    const cashier = world.r.pick(visit.clinic.reception)
    story.tell('charged', { visit, at: world.at(day, t.charge), minute: t.charge, cashier })
    if (world.isPast(day, t.leave)) story.tell('left', { visit, at: world.at(day, t.leave), cashier })
  }
}
