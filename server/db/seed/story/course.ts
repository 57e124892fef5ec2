import { formatTeeth, parseTeeth } from '@dentin/clinical'
import { ageOn, ZERO, type Fen } from '@dentin/kit'
import type { Course, CourseState, Step, VisitText } from '../catalogue/courses.ts'
import type { Doctor } from '../organisation.ts'
import type { World } from '../world.ts'
import type { Patient } from './patients.ts'

/** A course of visits of one patient. */
export interface Run {
  course: Course
  patient: Patient
  doctor: Doctor
  step: number
  turn: number
  tooth: string
  surfaces: string
  second: string
  full: boolean
  /** Ends before this step: what comes then is written down elsewhere. */
  until?: number
  /** Ends when so many turns are done. */
  untilTurn?: number
  /** Belongs to the past of somebody whose next visit is written down: never booked near today. */
  pastOnly: boolean
  owes: Fen
  noDiscount: boolean
  /** When the next visit was booked: on leaving the last. */
  bookedAt: Date | null
  /** Words added to the next visit. */
  extra?: (text: VisitText) => void
}

/** A place in a doctor's day, and what will come of it. */
export interface Slot {
  run: Run
  start: number
  minutes: number
  outcome: 'comes' | 'cancels' | 'no-show' | 'leaves' | 'pending'
  walkIn: boolean
  urgent: boolean
  overbook: boolean
  early: number
  confirmed: boolean | null
  title?: string
}

/** A patient begins a course with a doctor. */
export function beginCourse(course: Course, patient: Patient, doctor: Doctor, more: Partial<Run>): Run {
  patient.busy = true
  return {
    course,
    patient,
    doctor,
    step: 0,
    turn: 0,
    tooth: '',
    surfaces: '',
    second: '',
    full: false,
    pastOnly: false,
    owes: ZERO,
    noDiscount: false,
    bookedAt: null,
    ...more,
  }
}

/** The next visit of a course takes place in a doctor's day. */
export function placeOf(world: World, run: Run, start: number, minutes: number, more: Partial<Slot>): Slot {
  return {
    run,
    start,
    minutes,
    outcome: 'comes',
    walkIn: false,
    urgent: false,
    overbook: false,
    early: world.r.int(-7, 18),
    confirmed: null,
    ...more,
  }
}

export const stepOf = (run: Run): Step => run.course.steps[run.step] as Step

/** What the step of a course may ask on a day. */
export function stateOf(world: World, run: Run, day: number): CourseState {
  return {
    r: world.r,
    tooth: run.tooth,
    surfaces: run.surfaces,
    second: run.second,
    age: ageOn(run.patient.birth, world.date(Math.min(day, 0))).years,
    turn: run.turn,
    full: run.full,
  }
}

/** What a visit is for, and at which teeth. */
export function titleOf(world: World, slot: Slot, day: number): { title: string; teeth: string } {
  const { run } = slot
  const text = slot.title ?? stepOf(run).title(stateOf(world, run, day))
  const match = / (\d\d|Q\d)$/.exec(text)
  const teeth = match ? [match[1], run.second && /^\d/.test(run.tooth) ? run.second : ''].filter(Boolean).join(';') : ''
  return { title: match ? text.slice(0, match.index) : text, teeth: teeth ? formatTeeth(parseTeeth(teeth)) : '' }
}

/** First visit, again within half a year, or after longer. */
export function treatTypeOf(patient: Patient, at: Date): 1 | 2 | 3 {
  if (!patient.lastVisit) return 1
  return at.getTime() - patient.lastVisit.getTime() <= 180 * 86_400_000 ? 2 : 3
}
