import { ZERO } from '@dentin/kit'
import type { CourseState } from '../catalogue/courses.ts'
import { mainPatient } from '../catalogue/script.ts'
import type { Doctor } from '../organisation.ts'
import type { Random } from '../random.ts'
import { stepOf, type Run } from './course.ts'

/** The next visit of a course: on a day, or from that day on. */
export interface Due {
  run: Run
  day: number
  exact: boolean
}

/** Whose course goes on, by the doctor. */
export class Dues {
  readonly #dues = new Map<Doctor, Due[]>()

  constructor(readonly r: Random) {}

  of(doctor: Doctor): Due[] {
    return this.#dues.get(doctor) ?? []
  }

  /** Who is left when a day of the doctor has been filled. */
  keep(doctor: Doctor, waiting: Due[]): void {
    this.#dues.set(doctor, waiting)
  }

  add(due: Due): void {
    const list = this.#dues.get(due.run.doctor)
    if (list) list.push(due)
    else this.#dues.set(due.run.doctor, [due])
  }

  /** A visit has ended: the next one of its course. */
  next(run: Run, day: number, at: Date): void {
    const { r } = this
    const step = stepOf(run)
    if (step.turns && run.turn + 1 < step.turns({ turn: run.turn } as CourseState)) run.turn += 1
    else {
      run.step += 1
      run.turn = 0
    }
    run.owes = ZERO
    const ended =
      run.step >= run.course.steps.length ||
      (run.until !== undefined && run.step >= run.until) ||
      (run.untilTurn !== undefined && run.turn >= run.untilTurn)
    if (ended || (!run.pastOnly && !run.patient.reserved && r.chance(0.02))) {
      run.patient.busy = run.pastOnly
      return
    }
    const [low, high] = step.gap ?? [7, 14]
    run.bookedAt = at
    const exactDays =
      run.patient.name === mainPatient.name && run.pastOnly ? (run.step === 1 ? 7 : 14) : r.int(low, high)
    this.add({ run, day: day + exactDays, exact: run.pastOnly })
  }

  /** A visit did not take place: it is booked again, or given up. */
  again(run: Run, day: number, at: Date): void {
    if (this.r.chance(0.2) && !run.pastOnly) {
      run.patient.busy = false
      return
    }
    run.bookedAt = at
    this.add({ run, day: day + this.r.int(2, 9), exact: false })
  }
}
