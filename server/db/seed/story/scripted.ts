import { yuanToFen } from '@dentin/kit'
import { courseOf } from '../catalogue/courses.ts'
import { debtors, mainPatient, mainPatientMouth, scriptedDay, type ScriptedVisit } from '../catalogue/script.ts'
import { FIRST_DAY, LAST_DAY, type Clinic, type Doctor } from '../organisation.ts'
import type { Story } from '../story.ts'
import { beginCourse, placeOf, type Slot } from './course.ts'
import type { Dues } from './dues.ts'
import type { OldVisits } from './old-visits.ts'
import type { Patient } from './patients.ts'
import type { People } from './people.ts'

/** What is written down and not left to chance: the main patient, the day on which the demo is seen, and who owes. */
export class Scripted {
  constructor(
    readonly story: Story,
    readonly main: Clinic,
    readonly people: People,
    readonly dues: Dues,
  ) {}

  #doctor(name: string): Doctor {
    return this.main.doctors.find((each) => each.name === name) as Doctor
  }

  #patient(name: string): Patient {
    return this.people.named.get(name) as Patient
  }

  mainPatientPast(old: OldVisits): void {
    const { people } = this
    const patient = this.#patient(mainPatient.name)
    for (const [tooth] of mainPatientMouth) patient.used.add(tooth)
    this.story.tell('mouthCharted', {
      patient,
      doctor: this.#doctor('程思齐'),
      at: patient.openedAt,
      marks: mainPatientMouth.map(([tooth, condition, layer, surfaces, detail = '']) => ({
        tooth,
        condition,
        layer,
        surfaces,
        detail,
      })),
    })
    old.visit(patient, people.dayOf('2023-04-18'), {
      course: courseOf('filling'),
      doctor: this.#doctor('程思齐'),
      tooth: '16',
      surfaces: 'MO',
    })
    old.visit(patient, -251, { course: courseOf('scaling'), doctor: this.#doctor('唐睿'), tooth: '', surfaces: '' })
    for (const tooth of ['46', '26', '25', '45']) patient.used.add(tooth)
    const run = beginCourse(courseOf('rct'), patient, this.#doctor('许明哲'), {
      tooth: '46',
      full: true,
      until: 3,
      pastOnly: true,
      owes: yuanToFen(620),
      noDiscount: true,
    })
    run.extra = (text) => {
      text.exams.push({ teeth: '26:MO', content: '近中邻𬌗面龋，探及牙本质中层，冷测一过性敏感，叩(−)。' })
      text.exams.push({ teeth: '45:BC', content: '颊侧颈部楔状缺损，深约 1.5 mm，探敏感。' })
      text.diagnoses.push({ teeth: '26', code: 'K02.1', kind: 2 }, { teeth: '45', code: 'K03.1', kind: 2 })
      text.plans?.push({ teeth: '26;25', content: '择期复合树脂充填。' }, { teeth: '45', content: '楔状缺损充填。' })
      text.marks?.push(
        { tooth: '26', surfaces: 'MO', condition: 'caries', layer: 'finding', detail: '中' },
        { tooth: '45', surfaces: 'BC', condition: 'wedge', layer: 'finding' },
        { tooth: '25', surfaces: 'D', condition: 'filling', layer: 'plan', detail: '复合树脂' },
        { tooth: '36', surfaces: 'D', condition: 'caries', layer: 'finding', detail: '浅' },
      )
    }
    this.dues.add({ run, day: -42, exact: true })
  }

  /** The earlier visits of those who come on the scripted day, and of those who owe. */
  prepare(): void {
    for (const visit of scriptedDay) if (visit.patient.name !== mainPatient.name) this.#prepareVisit(visit)
    for (const debt of debtors) {
      const patient = this.#patient(debt.patient.name)
      for (const tooth of [debt.tooth, debt.second]) if (tooth) patient.used.add(tooth)
      const run = beginCourse(courseOf(debt.course), patient, this.#doctor(debt.doctor), {
        tooth: debt.tooth ?? '',
        surfaces: debt.surfaces ?? '',
        second: debt.second ?? '',
        full: debt.full ?? false,
        step: debt.step,
        owes: yuanToFen(debt.owes),
        noDiscount: true,
        ...(debt.goesOn ? {} : { until: debt.step + 1 }),
      })
      this.dues.add({ run, day: -debt.daysAgo, exact: true })
    }
  }

  #prepareVisit(visit: ScriptedVisit): void {
    const { r } = this.story.world
    const course = courseOf(visit.course)
    const patient = this.#patient(visit.patient.name)
    const doctor = this.#doctor(visit.doctor)
    for (const tooth of [visit.tooth, visit.second]) if (tooth) patient.used.add(tooth)
    const shared = {
      tooth: visit.tooth ?? '',
      surfaces: visit.surfaces ?? '',
      second: visit.second ?? '',
      pastOnly: true,
    }
    if (visit.turn) {
      const before = Math.min(visit.turn, 5)
      const run = beginCourse(course, patient, doctor, { ...shared, step: 2, untilTurn: visit.turn })
      run.turn = visit.turn - before
      this.dues.add({ run, day: -30 * before - r.int(0, 3), exact: true })
    } else if (visit.step > 0) {
      const lead =
        course.steps.slice(0, visit.step).reduce((days, step) => days + (step.gap?.[0] ?? 7), 0) + 3 * visit.step
      const owes = { 宋雅琴: 260, 汪建平: 980 }[patient.name]
      const run = beginCourse(course, patient, doctor, {
        ...shared,
        until: visit.step,
        ...(owes ? { owes: yuanToFen(owes), full: true, noDiscount: true } : {}),
      })
      this.dues.add({ run, day: patient.name === '宋雅琴' ? -14 : Math.max(FIRST_DAY + 1, -lead), exact: true })
    }
  }

  /** A doctor's part of the day on which the demo is seen. */
  today(doctor: Doctor): Slot[] {
    const { world } = this.story
    return scriptedDay
      .filter((visit) => visit.doctor === doctor.name)
      .map((visit) => {
        const main = visit.patient.name === mainPatient.name
        const run = beginCourse(courseOf(visit.course), this.#patient(visit.patient.name), doctor, {
          tooth: visit.tooth ?? '',
          surfaces: visit.surfaces ?? '',
          second: visit.second ?? '',
          step: visit.step,
          full: main,
          noDiscount: main,
        })
        run.turn = visit.turn ?? 0
        const walkIn = visit.outcome === 'walk-in' || visit.outcome === 'emergency'
        return placeOf(world, run, visit.start, visit.minutes, {
          walkIn,
          urgent: visit.outcome === 'emergency',
          overbook: visit.overbook ?? false,
          outcome: visit.outcome === 'no-show' || visit.outcome === 'pending' ? visit.outcome : 'comes',
          early: visit.outcome === 'late' ? -29 : (visit.early ?? world.r.int(4, 14)),
          confirmed: visit.confirmed ?? null,
          ...(visit.title ? { title: visit.title } : {}),
        })
      })
  }

  /** The crown of the main patient is to be fitted at 14:00 in two weeks. */
  withMainPatient(doctor: Doctor, planned: Slot[]): Slot[] {
    if (doctor.name !== '许明哲' || !doctor.days.has(LAST_DAY)) return planned
    const start = 14 * 60
    const patient = this.#patient(mainPatient.name)
    const run = beginCourse(courseOf('rct'), patient, doctor, { tooth: '46', step: 4, full: true })
    run.bookedAt = patient.lastVisit
    const slot = placeOf(this.story.world, run, start, 30, { confirmed: false })
    const others = planned.filter((each) => each.start >= start + slot.minutes || each.start + each.minutes <= start)
    return [...others, slot].sort((a, b) => a.start - b.start)
  }
}
