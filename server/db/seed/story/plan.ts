import { ageOn } from '@dentin/kit'
import { courses } from '../catalogue/courses.ts'
import type { Clinic, Doctor, Skill, Stretch } from '../organisation.ts'
import type { World } from '../world.ts'
import { beginCourse, placeOf, stepOf, type Run, type Slot } from './course.ts'
import type { Due, Dues } from './dues.ts'
import type { Patient } from './patients.ts'
import type { People } from './people.ts'

/** Says who comes to a doctor on a day. */
export class Planner {
  constructor(
    readonly world: World,
    readonly people: People,
    readonly dues: Dues,
  ) {}

  /** Returning patients first, then new courses, spread over the working stretches. */
  plan(doctor: Doctor, home: Clinic, day: number): Slot[] {
    const { r } = this.world
    const work = doctor.days.get(day)
    if (!work) return []
    const room = work.stretches.map((stretch) => ({ stretch, left: stretch[1] - stretch[0], list: [] as Run[] }))
    const total = room.reduce((minutes, each) => minutes + each.left, 0)
    const fade = day <= 0 ? 1 : Math.max(0.16, 0.95 - day * 0.055)
    const place = (run: Run): boolean => {
      const { minutes } = stepOf(run)
      const open = room.filter((each) => each.left >= minutes)
      if (open.length === 0) return false
      const chosen = r.pick(open)
      chosen.left -= minutes
      chosen.list.push(run)
      run.patient.seenDay = day
      return true
    }
    const used = () => total - room.reduce((minutes, each) => minutes + each.left, 0)
    const dues = this.dues.of(doctor).filter((due) => !(due.run.pastOnly && day > -3))
    dues.sort((a, b) => Number(b.exact) - Number(a.exact) || a.day - b.day)
    const waiting: Due[] = []
    for (const due of dues) {
      const fits =
        due.day <= day &&
        due.run.patient.seenDay !== day &&
        (due.exact || used() < total * (day > 0 ? Math.min(0.85, fade) : 0.85))
      if (!fits || !place(due.run)) waiting.push(due)
    }
    this.dues.keep(doctor, waiting)
    const wanted =
      total *
      doctor.fill *
      fade *
      r.weighted([
        [0.8, 1],
        [1, 2],
        [1.15, 1],
      ])
    for (let tries = 0; used() < wanted && tries < 14; tries += 1) {
      const run = this.#newCourse(doctor, work.clinic === home ? home : work.clinic, day)
      if (run && !place(run)) run.patient.busy = false
    }
    const slots: Slot[] = []
    for (const { stretch, left, list } of room) slots.push(...this.#spread(stretch, left, list, day))
    return slots.sort((a, b) => a.start - b.start)
  }

  #spread([from]: Stretch, left: number, list: Run[], day: number): Slot[] {
    const { r } = this.world
    const gaps = list.map(() => 0)
    for (let units = Math.floor(left / 5); units > 0;) {
      const some = Math.min(units, r.pick([1, 1, 2, 3, 4]))
      const where = r.int(0, list.length)
      if (where < list.length) gaps[where] = (gaps[where] ?? 0) + some
      units -= some
    }
    let at = from
    return r.shuffle(list).map((run, n) => {
      at += (gaps[n] ?? 0) * 5
      const { minutes } = stepOf(run)
      const start = at
      at += minutes
      const fresh = run.bookedAt === null && run.step === 0
      const fixed = run.owes > 0 || run.pastOnly
      const walkIn = day <= 0 && fresh && !fixed && r.chance(0.12)
      const outcome =
        walkIn || fixed
          ? 'comes'
          : r.weighted([
              ['comes', 905],
              ['cancels', 48],
              ['no-show', 34],
              ['leaves', 3],
            ] as const)
      return placeOf(this.world, run, start, minutes, {
        walkIn,
        outcome,
        ...(walkIn ? { urgent: run.course.key === 'emergency' } : {}),
      })
    })
  }

  /** A new course for somebody who is free, or null. */
  #newCourse(doctor: Doctor, clinic: Clinic, day: number): Run | null {
    const { r } = this.world
    const fresh = this.people.newcomersOf(clinic)
    const others = clinic.company.clinics
    // An orthodontist's day is mostly return visits.
    if (doctor.skills[0] === 'ortho' && doctor.skills.length === 1 && r.chance(0.72)) return null
    for (let tries = 0; tries < 25; tries += 1) {
      const newcomer = fresh.length > 0 && r.chance(0.5)
      const pool = newcomer ? fresh : this.people.of(r.chance(0.04) ? r.pick(others) : clinic)
      const patient = r.pick(pool)
      if (
        patient.busy ||
        patient.createdDay >= Math.min(day, 0) ||
        (!newcomer && day - patient.seenDay < 21) ||
        patient.seenDay > day
      )
        continue
      const run = this.#courseFor(patient, doctor, day)
      if (!run) continue
      if (newcomer) fresh.splice(fresh.indexOf(patient), 1)
      return run
    }
    return null
  }

  #courseFor(patient: Patient, doctor: Doctor, day: number): Run | null {
    const { r } = this.world
    const age = ageOn(patient.birth, this.world.date(day)).years
    const fitting = courses.filter(
      (course) =>
        course.skills.some((skill) => doctor.skills.includes(skill as Skill)) &&
        age >= course.ages[0] &&
        age <= course.ages[1],
    )
    if (fitting.length === 0) return null
    const course = r.weighted(fitting.map((each) => [each, each.weight] as const))
    const teeth = course.teeth(r, (list) => list.filter((tooth) => !patient.used.has(tooth)))
    if (!teeth) return null
    for (const tooth of [teeth.tooth, teeth.second]) if (tooth) patient.used.add(tooth)
    return beginCourse(course, patient, doctor, {
      tooth: teeth.tooth,
      surfaces: teeth.surfaces ?? '',
      second: teeth.second ?? '',
    })
  }
}
