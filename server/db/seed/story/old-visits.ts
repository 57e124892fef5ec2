import { ageOn, minutesOfDay } from '@dentin/kit'
import { courseOf, courses, type Course } from '../catalogue/courses.ts'
import { mainPatient, scriptedDay } from '../catalogue/script.ts'
import { FIRST_DAY, type Clinic, type Doctor, type Skill } from '../organisation.ts'
import type { Story } from '../story.ts'
import { beginCourse, placeOf } from './course.ts'
import type { Dues } from './dues.ts'
import type { Patient } from './patients.ts'
import type { People } from './people.ts'
import type { Visits } from './visits.ts'

/** Courses of a single visit that files begin with. */
const SHORT = ['filling', 'scaling', 'check', 'child-check', 'milk-filling', 'wedge', 'whitening']

/** A visit that is written down. */
export interface GivenVisit {
  course: Course
  doctor: Doctor
  tooth: string
  surfaces: string
}

/** What lies before the half year that is lived day by day. */
export class OldVisits {
  constructor(
    readonly story: Story,
    readonly people: People,
    readonly visits: Visits,
    readonly dues: Dues,
  ) {}

  /** Files older than the half year begin with one visit on their first day. */
  ofClinic(clinic: Clinic): void {
    const { r } = this.story.world
    for (const patient of this.people.of(clinic)) {
      if (patient.createdDay >= FIRST_DAY) continue
      this.visit(patient, patient.createdDay, null)
      if (r.chance(0.25) && patient.createdDay < FIRST_DAY - 250)
        this.visit(patient, r.int(patient.createdDay + 200, FIRST_DAY - 10), null)
    }
  }

  /** Also those who are known by name, unless their first visit is written down. */
  ofNamed(): void {
    for (const patient of this.people.named.values()) {
      if (
        patient.name !== mainPatient.name &&
        !scriptedDay.some(
          (visit) => visit.patient.name === patient.name && visit.step === 0 && visit.course !== 'scaling',
        )
      ) {
        this.visit(patient, patient.createdDay, null)
      }
    }
  }

  visit(patient: Patient, day: number, given: GivenVisit | null): void {
    const { world } = this.story
    const { r } = world
    const age = ageOn(patient.birth, world.date(day)).years
    const doctor = given?.doctor ?? this.#doctorFor(patient, age)
    const course = given?.course ?? this.#courseFor(doctor, age)
    const teeth = given ?? course.teeth(r, (list) => list.filter((tooth) => !patient.used.has(tooth)))
    if (!teeth) return
    const run = beginCourse(course, patient, doctor, { tooth: teeth.tooth, surfaces: teeth.surfaces ?? '' })
    if (given) Object.assign(run, { noDiscount: true, full: true })
    const created = minutesOfDay(patient.openedAt)
    const arrive = day === patient.createdDay ? created + 4 : r.int(530, 990)
    const start = arrive + r.int(5, 28)
    const end = start + r.int(22, 45)
    this.visits.visit(placeOf(world, run, arrive, 30, { walkIn: true }), day, null, {
      arrive,
      call: start - 1,
      start,
      end,
      charge: end + r.int(3, 9),
      leave: end + r.int(10, 14),
    })
    run.patient.busy = false
  }

  #courseFor(doctor: Doctor, age: number): Course {
    const fitting = courses.filter(
      (course) =>
        SHORT.includes(course.key) &&
        age >= course.ages[0] &&
        age <= course.ages[1] &&
        (age < 14 || course.skills.some((skill) => doctor.skills.includes(skill as Skill))),
    )
    return fitting.length > 0
      ? this.story.world.r.weighted(fitting.map((each) => [each, each.weight] as const))
      : courseOf(age < 14 ? 'child-check' : 'scaling')
  }

  #doctorFor(patient: Patient, age: number): Doctor {
    const suited = patient.clinic.doctors.filter((doctor) =>
      age < 14
        ? doctor.skills.includes('pedo')
        : !doctor.skills.every((skill) => skill === 'pedo' || skill === 'ortho'),
    )
    return this.story.world.r.pick(suited.length > 0 ? suited : patient.clinic.doctors)
  }

  /** Patients already wearing braces when the half year begins. */
  braces(clinic: Clinic, most: number): void {
    const { world } = this.story
    const { r } = world
    const wearers = r.shuffle(
      this.people.of(clinic).filter((patient) => {
        const age = ageOn(patient.birth, world.today).years
        return patient.createdDay < FIRST_DAY - 60 && age >= 12 && age <= 34
      }),
    )
    for (const doctor of clinic.doctors.filter((each) => each.skills.includes('ortho'))) {
      for (const patient of wearers.splice(0, most)) {
        const run = beginCourse(courseOf('ortho'), patient, doctor, { step: 2 })
        run.turn = r.int(1, 13)
        this.story.tell('bracesWorn', { patient })
        this.dues.add({ run, day: FIRST_DAY + r.int(0, 29), exact: false })
      }
    }
  }
}
