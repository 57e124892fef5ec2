import { createHash } from 'node:crypto'
import { findIcd, formatTeeth, parseTeeth } from '@dentin/clinical'
import {
  ageOn,
  canonicalJson,
  computeBill,
  fen,
  fenToYuan,
  formatDate,
  minutesOfDay,
  sum,
  yuanToFen,
  ZERO,
  type BillTerms,
  type Fen,
} from '@dentin/kit'
import { courseOf, courses, type Course, type CourseState, type Step, type VisitText } from './catalogue/courses.ts'
import { debtors, mainPatient, mainPatientMouth, scriptedDay, type ScriptedVisit } from './catalogue/script.ts'
import {
  FIRST_DAY,
  LAST_DAY,
  type Clinic,
  type Company,
  type Doctor,
  type Skill,
  type Staff,
  type Stretch,
  type Tariff,
} from './organisation.ts'
import { PatientMaker, type Patient, type PatientWish } from './patients.ts'
import { system, type Doc, type World } from './world.ts'

/** A course of visits of one patient. */
/** What is talked over with a consultant before it is begun. */
const COUNSELLED: ReadonlySet<string> = new Set(['implant', 'ortho'])

interface Run {
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
interface Due {
  run: Run
  day: number
  exact: boolean
}
interface Slot {
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
interface Times {
  arrive: number
  call: number
  start: number
  end: number
  charge: number
  leave: number
}

const cancelReasons = ['患者原因', '患者原因', '改约', '改约', '医生停诊', '失联', '其他'] as const
const arrearsReasons = ['分期付款', '现金不足', '约定下次付清'] as const
const discountReasons = ['老客户', '节日活动', '多颗同做', '员工亲属', '服务补偿'] as const

/** How many patients each clinic has at the end. */
const patientCounts: Readonly<Record<string, number>> = {
  望湖路门诊: 1150,
  滨江门诊: 640,
  城西门诊: 510,
  青禾口腔诊所: 700,
}

/** Lives through the past of the clinics day by day, then books the coming two weeks. */
export class History {
  readonly #maker: PatientMaker
  readonly #pools = new Map<Clinic, Patient[]>()
  readonly #newcomers = new Map<Clinic, Patient[]>()
  readonly #dues = new Map<Doctor, Due[]>()
  readonly #later = new Map<number, (() => void)[]>()
  readonly #mouths = new Map<string, Map<string, Doc<'tooth_condition'>[]>>()
  readonly #named = new Map<string, Patient>()
  readonly #nowMinute: number
  #depts: Map<string, string | null> | undefined
  readonly #desk = new Set<Doctor>()

  constructor(
    readonly world: World,
    readonly companies: readonly Company[],
  ) {
    this.#maker = new PatientMaker(world)
    this.#nowMinute = minutesOfDay(world.now)
  }

  get #clinics(): Clinic[] {
    return this.companies.flatMap((company) => company.clinics)
  }

  /** Makes everything. */
  live(): void {
    this.world.brief = true
    const main = this.#clinics[0] as Clinic
    const wishes = new Map<string, PatientWish>()
    for (const { patient } of [...debtors, ...scriptedDay])
      wishes.set(patient.name, { ...wishes.get(patient.name), ...patient })
    for (const wish of wishes.values()) if (wish.number) this.#maker.reserve(main.company, wish.number)
    for (const wish of wishes.values()) this.#wished(main, wish)
    for (const clinic of this.#clinics) {
      const pool: Patient[] = []
      const count = (patientCounts[clinic.name] ?? 300) - (clinic === main ? wishes.size : 0)
      for (let n = 0; n < count; n += 1) pool.push(this.#maker.make(clinic))
      this.#pools.set(clinic, pool)
      this.#newcomers.set(clinic, [])
    }
    for (const clinic of this.#clinics) this.#firstVisits(clinic)
    this.#mainPatientPast(main)
    this.#prepareScript(main)
    this.#orthodonticPatients()
    for (let day = FIRST_DAY; day <= LAST_DAY; day += 1) {
      this.world.brief = day < -60
      for (const task of this.#later.get(day) ?? []) task()
      for (const clinic of this.#clinics) this.#welcome(clinic, day)
      for (const clinic of this.#clinics) {
        for (const doctor of clinic.doctors) {
          const planned = day === 0 && clinic === main ? this.#script(doctor) : this.#plan(doctor, clinic, day)
          const slots = clinic === main && day === LAST_DAY ? this.#withMainPatient(doctor, planned) : planned
          if (slots.length > 0) this.#day(doctor, day, slots)
        }
      }
    }
    this.#figures()
    this.#numbers()
  }

  // ---- patients -----------------------------------------------------------------------------------------------------

  #wished(clinic: Clinic, wish: PatientWish): Patient {
    const { world } = this
    const year = wish.number && Number(wish.number.slice(0, 4))
    let createdDay = wish.createdDay
    if (wish.name === mainPatient.name) createdDay = this.#dayOf('2023-04-18')
    else if (year)
      createdDay = Math.min(this.#dayOf(`${year}-${String(world.r.int(1, 12)).padStart(2, '0')}-15`), FIRST_DAY - 5)
    const patient = this.#maker.make(clinic, {
      ...wish,
      createdDay: createdDay ?? -world.r.int(FIRST_DAY * -1 + 5, 900),
    })
    this.#named.set(wish.name, patient)
    return patient
  }

  #dayOf(date: string): number {
    return Math.round((Date.parse(date) - Date.parse(this.world.today)) / 86_400_000)
  }

  /** Files older than the half year begin with one visit on their first day. */
  #firstVisits(clinic: Clinic): void {
    const { world } = this
    for (const patient of this.#pools.get(clinic) ?? []) {
      if (patient.createdDay >= FIRST_DAY) continue
      this.#oldVisit(patient, patient.createdDay, null)
      if (world.r.chance(0.25) && patient.createdDay < FIRST_DAY - 250)
        this.#oldVisit(patient, world.r.int(patient.createdDay + 200, FIRST_DAY - 10), null)
    }
    if (clinic === this.#clinics[0]) {
      for (const patient of this.#named.values()) {
        if (
          patient.name !== mainPatient.name &&
          !scriptedDay.some(
            (visit) => visit.patient.name === patient.name && visit.step === 0 && visit.course !== 'scaling',
          )
        ) {
          this.#oldVisit(patient, patient.createdDay, null)
        }
      }
    }
  }

  #oldVisit(
    patient: Patient,
    day: number,
    given: { course: Course; doctor: Doctor; tooth: string; surfaces: string } | null,
  ): void {
    const { world } = this
    const { r } = world
    const age = ageOn(patient.birth, world.date(day)).years
    const doctors = patient.clinic.doctors
    const doctor = given?.doctor ?? this.#doctorFor(patient, age)
    const fitting = courses.filter(
      (course) =>
        ['filling', 'scaling', 'check', 'child-check', 'milk-filling', 'wedge', 'whitening'].includes(course.key) &&
        age >= course.ages[0] &&
        age <= course.ages[1] &&
        (age < 14 || course.skills.some((skill) => (doctor ?? (doctors[0] as Doctor)).skills.includes(skill as Skill))),
    )
    const course =
      given?.course ??
      (fitting.length > 0
        ? r.weighted(fitting.map((each) => [each, each.weight] as const))
        : courseOf(age < 14 ? 'child-check' : 'scaling'))
    const teeth = given ?? course.teeth(r, (list) => list.filter((tooth) => !patient.used.has(tooth)))
    if (!teeth) return
    const run = this.#run(course, patient, doctor, { tooth: teeth.tooth, surfaces: teeth.surfaces ?? '' })
    if (given) Object.assign(run, { noDiscount: true, full: true })
    const created = minutesOfDay(patient.doc.row.created_at as Date)
    const arrive = day === patient.createdDay ? created + 4 : r.int(530, 990)
    const start = arrive + r.int(5, 28)
    const end = start + r.int(22, 45)
    this.#visit(this.#slot(run, arrive, 30, { walkIn: true }), day, null, {
      arrive,
      call: start - 1,
      start,
      end,
      charge: end + r.int(3, 9),
      leave: end + r.int(10, 14),
    })
    run.patient.busy = false
  }

  #doctorFor(patient: Patient, age: number): Doctor {
    const { r } = this.world
    const suited = patient.clinic.doctors.filter((doctor) =>
      age < 14
        ? doctor.skills.includes('pedo')
        : !doctor.skills.every((skill) => skill === 'pedo' || skill === 'ortho'),
    )
    return r.pick(suited.length > 0 ? suited : patient.clinic.doctors)
  }

  #welcome(clinic: Clinic, day: number): void {
    const list = this.#newcomers.get(clinic) as Patient[]
    for (const patient of this.#pools.get(clinic) as Patient[]) if (patient.createdDay === day - 1) list.push(patient)
    while (list.length > 0 && (list[0] as Patient).createdDay < day - 9) list.shift()
  }

  // ---- what is written down -----------------------------------------------------------------------------------------

  #mainPatientPast(main: Clinic): void {
    const patient = this.#named.get(mainPatient.name) as Patient
    const doctor = (name: string) => main.doctors.find((each) => each.name === name) as Doctor
    const opened = patient.doc.row.created_at as Date
    for (const [tooth, condition, layer, surfaces] of mainPatientMouth) {
      patient.used.add(tooth)
      this.#mark(patient, { tooth, condition, layer, surfaces }, formatDate(opened), null, doctor('程思齐'), opened)
    }
    this.#oldVisit(patient, this.#dayOf('2023-04-18'), {
      course: courseOf('filling'),
      doctor: doctor('程思齐'),
      tooth: '16',
      surfaces: 'MO',
    })
    this.#oldVisit(patient, -251, { course: courseOf('scaling'), doctor: doctor('唐睿'), tooth: '', surfaces: '' })
    for (const tooth of ['46', '26', '25', '45']) patient.used.add(tooth)
    const run = this.#run(courseOf('rct'), patient, doctor('许明哲'), {
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
        { tooth: '26', surfaces: 'MO', condition: 'caries', layer: 'finding' },
        { tooth: '45', surfaces: 'BC', condition: 'wedge', layer: 'finding' },
        { tooth: '25', surfaces: 'D', condition: 'filling', layer: 'plan' },
        { tooth: '36', surfaces: 'D', condition: 'caries', layer: 'finding' },
      )
    }
    this.#due({ run, day: -42, exact: true })
  }

  /** The crown of the main patient is to be fitted at 14:00 in two weeks. */
  #withMainPatient(doctor: Doctor, planned: Slot[]): Slot[] {
    if (doctor.name !== '许明哲' || !doctor.days.has(LAST_DAY)) return planned
    const start = 14 * 60
    const patient = this.#named.get(mainPatient.name) as Patient
    const run = this.#run(courseOf('rct'), patient, doctor, { tooth: '46', step: 4, full: true })
    run.bookedAt = patient.lastVisit
    const slot = this.#slot(run, start, 30, { confirmed: false })
    const others = planned.filter((each) => each.start >= start + slot.minutes || each.start + each.minutes <= start)
    return [...others, slot].sort((a, b) => a.start - b.start)
  }

  /** The earlier visits of those who come on the scripted day, and of those who owe. */
  #prepareScript(main: Clinic): void {
    const { r } = this.world
    const doctor = (name: string) => main.doctors.find((each) => each.name === name) as Doctor
    for (const visit of scriptedDay) {
      if (visit.patient.name === mainPatient.name) continue
      const course = courseOf(visit.course)
      const patient = this.#named.get(visit.patient.name) as Patient
      for (const tooth of [visit.tooth, visit.second]) if (tooth) patient.used.add(tooth)
      const shared = {
        tooth: visit.tooth ?? '',
        surfaces: visit.surfaces ?? '',
        second: visit.second ?? '',
        pastOnly: true,
      }
      if (visit.turn) {
        const before = Math.min(visit.turn, 5)
        const run = this.#run(course, patient, doctor(visit.doctor), { ...shared, step: 2, untilTurn: visit.turn })
        run.turn = visit.turn - before
        this.#due({ run, day: -30 * before - r.int(0, 3), exact: true })
      } else if (visit.step > 0) {
        const lead =
          course.steps.slice(0, visit.step).reduce((days, step) => days + (step.gap?.[0] ?? 7), 0) + 3 * visit.step
        const day = Math.max(FIRST_DAY + 1, -lead)
        const owes = { 宋雅琴: 260, 汪建平: 980 }[patient.name]
        const run = this.#run(course, patient, doctor(visit.doctor), {
          ...shared,
          until: visit.step,
          ...(owes ? { owes: yuanToFen(owes), full: true, noDiscount: true } : {}),
        })
        this.#due({ run, day: patient.name === '宋雅琴' ? -14 : day, exact: true })
      }
    }
    for (const debt of debtors) {
      const patient = this.#named.get(debt.patient.name) as Patient
      for (const tooth of [debt.tooth, debt.second]) if (tooth) patient.used.add(tooth)
      const run = this.#run(courseOf(debt.course), patient, doctor(debt.doctor), {
        tooth: debt.tooth ?? '',
        surfaces: debt.surfaces ?? '',
        second: debt.second ?? '',
        full: debt.full ?? false,
        step: debt.step,
        owes: yuanToFen(debt.owes),
        noDiscount: true,
        ...(debt.goesOn ? {} : { until: debt.step + 1 }),
      })
      this.#due({ run, day: -debt.daysAgo, exact: true })
    }
  }

  #script(doctor: Doctor): Slot[] {
    return scriptedDay
      .filter((visit) => visit.doctor === doctor.name)
      .map((visit: ScriptedVisit) => {
        const patient = this.#named.get(visit.patient.name) as Patient
        const main = visit.patient.name === mainPatient.name
        const run = this.#run(courseOf(visit.course), patient, doctor, {
          tooth: visit.tooth ?? '',
          surfaces: visit.surfaces ?? '',
          second: visit.second ?? '',
          step: visit.step,
          full: main,
          noDiscount: main,
        })
        run.turn = visit.turn ?? 0
        const walkIn = visit.outcome === 'walk-in' || visit.outcome === 'emergency'
        return this.#slot(run, visit.start, visit.minutes, {
          walkIn,
          urgent: visit.outcome === 'emergency',
          overbook: visit.overbook ?? false,
          outcome: visit.outcome === 'no-show' || visit.outcome === 'pending' ? visit.outcome : 'comes',
          early: visit.outcome === 'late' ? -29 : (visit.early ?? this.world.r.int(4, 14)),
          confirmed: visit.confirmed ?? null,
          ...(visit.title ? { title: visit.title } : {}),
        })
      })
  }

  /** Patients already wearing braces when the half year begins. */
  #orthodonticPatients(): void {
    const { r, world } = this
    for (const clinic of this.#clinics) {
      const wearers = r.shuffle(
        (this.#pools.get(clinic) as Patient[]).filter((patient) => {
          const age = ageOn(patient.birth, world.today).years
          return patient.createdDay < FIRST_DAY - 60 && age >= 12 && age <= 34
        }),
      )
      for (const doctor of clinic.doctors.filter((each) => each.skills.includes('ortho'))) {
        for (const patient of wearers.splice(0, clinic === this.#clinics[0] ? 170 : 80)) {
          const run = this.#run(courseOf('ortho'), patient, doctor, { step: 2 })
          run.turn = r.int(1, 13)
          const row = patient.doc.row as { tags: string[] }
          row.tags = ['正畸在治']
          patient.doc.first.tags = row.tags
          this.#due({ run, day: FIRST_DAY + r.int(0, 29), exact: false })
        }
      }
    }
  }

  get r() {
    return this.world.r
  }

  // ---- a doctor's day -----------------------------------------------------------------------------------------------

  #run(course: Course, patient: Patient, doctor: Doctor, more: Partial<Run>): Run {
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

  #slot(run: Run, start: number, minutes: number, more: Partial<Slot>): Slot {
    return {
      run,
      start,
      minutes,
      outcome: 'comes',
      walkIn: false,
      urgent: false,
      overbook: false,
      early: this.r.int(-7, 18),
      confirmed: null,
      ...more,
    }
  }

  #due(due: Due): void {
    let list = this.#dues.get(due.run.doctor)
    if (!list) this.#dues.set(due.run.doctor, (list = []))
    list.push(due)
  }

  #stepOf(run: Run): Step {
    return run.course.steps[run.step] as Step
  }

  /** Who comes on a day: returning patients first, then new courses, spread over the working stretches. */
  #plan(doctor: Doctor, home: Clinic, day: number): Slot[] {
    const { r } = this
    const work = doctor.days.get(day)
    if (!work) return []
    const room = work.stretches.map((stretch) => ({ stretch, left: stretch[1] - stretch[0], list: [] as Run[] }))
    const total = room.reduce((minutes, each) => minutes + each.left, 0)
    const fade = day <= 0 ? 1 : Math.max(0.16, 0.95 - day * 0.055)
    const place = (run: Run): boolean => {
      const { minutes } = this.#stepOf(run)
      const open = room.filter((each) => each.left >= minutes)
      if (open.length === 0) return false
      const chosen = r.pick(open)
      chosen.left -= minutes
      chosen.list.push(run)
      run.patient.seenDay = day
      return true
    }
    const used = () => total - room.reduce((minutes, each) => minutes + each.left, 0)
    const dues = (this.#dues.get(doctor) ?? []).filter((due) => !(due.run.pastOnly && day > -3))
    dues.sort((a, b) => Number(b.exact) - Number(a.exact) || a.day - b.day)
    const waiting: Due[] = []
    for (const due of dues) {
      const fits =
        due.day <= day &&
        due.run.patient.seenDay !== day &&
        (due.exact || used() < total * (day > 0 ? Math.min(0.85, fade) : 0.85))
      if (!fits || !place(due.run)) waiting.push(due)
    }
    this.#dues.set(doctor, waiting)
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
    const { r } = this
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
      const { minutes } = this.#stepOf(run)
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
      return this.#slot(run, start, minutes, {
        walkIn,
        outcome,
        ...(walkIn ? { urgent: run.course.key === 'emergency' } : {}),
      })
    })
  }

  /** A new course for somebody who is free, or null. */
  #newCourse(doctor: Doctor, clinic: Clinic, day: number): Run | null {
    const { r, world } = this
    const fresh = this.#newcomers.get(clinic) as Patient[]
    const others = clinic.company.clinics
    // An orthodontist's day is mostly return visits.
    if (doctor.skills[0] === 'ortho' && doctor.skills.length === 1 && r.chance(0.72)) return null
    for (let tries = 0; tries < 25; tries += 1) {
      const newcomer = fresh.length > 0 && r.chance(0.5)
      const pool = newcomer ? fresh : (this.#pools.get(r.chance(0.04) ? r.pick(others) : clinic) as Patient[])
      const patient = r.pick(pool)
      if (
        patient.busy ||
        patient.createdDay >= Math.min(day, 0) ||
        (!newcomer && day - patient.seenDay < 21) ||
        patient.seenDay > day
      )
        continue
      const age = ageOn(patient.birth, world.date(day)).years
      const fitting = courses.filter(
        (course) =>
          course.skills.some((skill) => doctor.skills.includes(skill as Skill)) &&
          age >= course.ages[0] &&
          age <= course.ages[1],
      )
      if (fitting.length === 0) continue
      const course = r.weighted(fitting.map((each) => [each, each.weight] as const))
      const teeth = course.teeth(r, (list) => list.filter((tooth) => !patient.used.has(tooth)))
      if (!teeth) continue
      for (const tooth of [teeth.tooth, teeth.second]) if (tooth) patient.used.add(tooth)
      if (newcomer) fresh.splice(fresh.indexOf(patient), 1)
      return this.#run(course, patient, doctor, {
        tooth: teeth.tooth,
        surfaces: teeth.surfaces ?? '',
        second: teeth.second ?? '',
      })
    }
    return null
  }

  #isPast(day: number, minute: number): boolean {
    return day < 0 || (day === 0 && minute <= this.#nowMinute)
  }

  /** Lets a day happen as far as the clock has come. */
  #day(doctor: Doctor, day: number, slots: Slot[]): void {
    const { r } = this
    let free = 0
    for (const slot of slots) {
      const { run } = slot
      const appointment = slot.walkIn ? null : this.#book(slot, doctor, day)
      if (slot.walkIn && !this.#isPast(day, slot.start)) continue
      if (slot.outcome === 'cancels' && this.#cancel(slot, appointment as Doc<'appointment'>, day)) continue
      if (slot.outcome === 'no-show' && this.#isPast(day, slot.start + 30)) {
        this.#missed(slot, appointment as Doc<'appointment'>, day)
        continue
      }
      if (day > 0 || slot.outcome === 'no-show' || slot.outcome === 'pending') continue
      const arrive = Math.max(505, slot.walkIn ? slot.start : slot.start - slot.early) + r.next() * 0.9
      if (!this.#isPast(day, arrive)) {
        // Not here yet: everybody who is booked later may still come first.
        continue
      }
      // The day that is written down runs a little late and never early.
      const scripted = day === 0 && run.patient.reserved
      const start = Math.max(
        free + 1 + r.next() * 2,
        arrive + 2 + r.next() * 3,
        slot.walkIn ? 0 : scripted ? slot.start : slot.start - 3,
      )
      if (slot.outcome === 'leaves') {
        this.#walkOut(slot, appointment as Doc<'appointment'>, day, arrive, arrive + 35 + r.next() * 15)
        continue
      }
      const end = start + slot.minutes * ((scripted ? 1.02 : 0.86) + r.next() * (scripted ? 0.12 : 0.2))
      const charge = this.#atTheDesk(doctor, day, end) ? this.#nowMinute + 2 : end + 3 + r.next() * 6
      if (this.#isPast(day, start)) free = end
      else free = Math.max(free, start)
      const times = { arrive, call: start - 1.2, start, end, charge, leave: charge + 1 + r.next() * 3 }
      this.#visit(slot, day, appointment, times)
      if (this.#isPast(day, end)) this.#next(run, day, this.world.at(day, Math.min(times.leave, 1435)))
    }
  }

  /** Three of the last patients of the main clinic have not paid yet when the demo is first seen. */
  #atTheDesk(doctor: Doctor, day: number, end: number): boolean {
    if (day !== 0 || end > this.#nowMinute || end < this.#nowMinute - 50 || this.#desk.size >= 3) return false
    if (!(this.#clinics[0] as Clinic).doctors.includes(doctor) || this.#desk.has(doctor)) return false
    this.#desk.add(doctor)
    return true
  }

  /** The next visit of a course. */
  #next(run: Run, day: number, at: Date): void {
    const { r } = this
    const step = this.#stepOf(run)
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
    this.#due({ run, day: day + exactDays, exact: run.pastOnly })
  }

  #again(run: Run, day: number, at: Date): void {
    if (this.r.chance(0.2) && !run.pastOnly) {
      run.patient.busy = false
      return
    }
    run.bookedAt = at
    this.#due({ run, day: day + this.r.int(2, 9), exact: false })
  }

  // ---- appointments -------------------------------------------------------------------------------------------------

  #state(run: Run, day: number): CourseState {
    return {
      r: this.r,
      tooth: run.tooth,
      surfaces: run.surfaces,
      second: run.second,
      age: ageOn(run.patient.birth, this.world.date(Math.min(day, 0))).years,
      turn: run.turn,
      full: run.full,
    }
  }

  #titleOf(slot: Slot, day: number): { title: string; teeth: string } {
    const { run } = slot
    const text = slot.title ?? this.#stepOf(run).title(this.#state(run, day))
    const match = / (\d\d|Q\d)$/.exec(text)
    const teeth = match
      ? [match[1], run.second && /^\d/.test(run.tooth) ? run.second : ''].filter(Boolean).join(';')
      : ''
    return { title: match ? text.slice(0, match.index) : text, teeth: teeth ? formatTeeth(parseTeeth(teeth)) : '' }
  }

  #treatType(patient: Patient, at: Date): 1 | 2 | 3 {
    if (!patient.lastVisit) return 1
    return at.getTime() - patient.lastVisit.getTime() <= 180 * 86_400_000 ? 2 : 3
  }

  #clinicOf(doctor: Doctor, day: number, patient: Patient): { clinic: Clinic; chairId: string | null } {
    const work = doctor.days.get(day)
    return work ? { clinic: work.clinic, chairId: work.chairId } : { clinic: patient.clinic, chairId: null }
  }

  #book(slot: Slot, doctor: Doctor, day: number): Doc<'appointment'> {
    const { world, r } = this
    const { run } = slot
    const { patient } = run
    const { clinic, chairId } = this.#clinicOf(doctor, day, patient)
    const startsAt = world.at(day, slot.start)
    const opened = (patient.doc.row.created_at as Date).getTime()
    let at = run.bookedAt
    if (!at || at.getTime() >= startsAt.getTime()) {
      const ago = day <= 0 ? r.int(1, 9) : r.int(0, 4)
      at = world.at(Math.min(day - ago, day > 0 ? 0 - ago : day - 1), r.int(530, 1080))
    }
    const latest = Math.min(startsAt.getTime() - 40 * 60_000, world.now.getTime() - r.int(2, 300) * 60_000)
    // Booked when the file was opened at the earliest; never later than the clock.
    at = new Date(Math.max(opened + 60_000, Math.min(at.getTime(), latest)))
    if (at.getTime() > world.now.getTime()) at = new Date(world.now.getTime() - 60_000)
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
    const by = source === 3 ? doctor : source === 4 || source === 5 ? system : r.pick(clinic.reception)
    const id = r.uuid(at)
    const { title, teeth } = this.#titleOf(slot, day)
    const item = clinic.company.items.get(this.#stepOf(run).item)
    const status = pending && this.#stillPending(slot, day) ? 0 : 1
    const doc = world.create(
      'appointment',
      {
        tenant_id: clinic.company.tenantId,
        id,
        clinic_id: clinic.id,
        appoint_no: '',
        patient_id: patient.id,
        doctor_id: doctor.id,
        chair_id: chairId,
        starts_at: startsAt,
        ends_at: world.at(day, slot.start + slot.minutes),
        ...item?.buffers,
        item_ids: [item?.id as string],
        title,
        teeth,
        treat_type: this.#treatType(patient, startsAt),
        source,
        status,
        confirm_status: 0,
        nurse_id: null,
        consultant_id: doctor.skills.some((skill) => COUNSELLED.has(skill)) ? clinic.consultant.id : null,
        is_urgent: slot.urgent,
        is_overbook: slot.overbook,
        is_backfilled: false,
        off_shift: false,
        remark: r.chance(0.06)
          ? r.pick(['患者希望准时', '需提前电话提醒', '家属陪同', '上次等待较久，请优先安排'])
          : '',
        visible_remark: '',
        cancel_reason: null,
        cancelled_by: null,
        cancelled_at: null,
        no_show_at: null,
        no_show_handled: null,
        parked_at: null,
        parked_name: null,
        created_by: by.id,
        created_name: by.name,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
      patient.id,
    )
    world.step('appointment', this.#key(doc), null, status, by, at)
    patient.seenDay = Math.max(patient.seenDay, day)
    if (status === 1 && day <= 0 && slot.outcome === 'comes' && r.chance(0.1)) this.#moved(doc, clinic, doctor, at)
    if (status === 1) this.#confirm(slot, doc, clinic, day)
    return doc
  }

  #stillPending(slot: Slot, day: number): boolean {
    return day > 0 || !this.#isPast(day, slot.start - 30)
  }

  #key(doc: Doc<'appointment'> | Doc<'registration'> | Doc<'treatment'> | Doc<'bill'> | Doc<'medical_record'>): {
    tenant_id: string
    clinic_id: string
    id: string
  } {
    return doc.row as { tenant_id: string; clinic_id: string; id: string }
  }

  /** The appointment had another time before. */
  #moved(doc: Doc<'appointment'>, clinic: Clinic, doctor: Doctor, booked: Date): void {
    const { world, r } = this
    const { row } = doc
    const [start, end] = [row.starts_at as Date, row.ends_at as Date]
    const at = new Date(booked.getTime() + r.int(2, 20) * 3_600_000)
    if (at.getTime() > Math.min(start.getTime() - 7_200_000, world.now.getTime())) return
    const shift = r.pick([-2, -1, 1, 2, 3]) * 86_400_000
    const [oldStart, oldEnd] = [new Date(start.getTime() + shift), new Date(end.getTime() + shift)]
    if (oldStart.getTime() < at.getTime()) return
    const by = r.pick(clinic.reception)
    doc.first.starts_at = oldStart
    doc.first.ends_at = oldEnd
    Object.assign(row, { starts_at: oldStart, ends_at: oldEnd })
    world.change(doc, { starts_at: start, ends_at: end }, by, at, { reason: '患者要求改约' })
    world.put('appointment_change', {
      tenant_id: row.tenant_id,
      id: r.uuid(at),
      clinic_id: row.clinic_id,
      appointment_id: row.id,
      old_doctor_id: doctor.id,
      new_doctor_id: doctor.id,
      old_starts_at: oldStart,
      old_ends_at: oldEnd,
      new_starts_at: start,
      new_ends_at: end,
      reason: '患者要求改约',
      employee_id: by.id,
      actor_name: by.name,
      created_at: at,
    })
  }

  #confirm(slot: Slot, doc: Doc<'appointment'>, clinic: Clinic, day: number): void {
    const { world, r } = this
    const at = world.at(day - 1, 960 + r.next() * 90)
    const wanted = slot.confirmed ?? (day > 1 ? r.chance(0.25) : r.chance(day === 1 ? 0.55 : 0.72))
    const last = (doc.row.updated_at as Date).getTime()
    const when = at.getTime() <= world.now.getTime() ? at : new Date(world.now.getTime() - r.int(20, 90) * 60_000)
    if (!wanted || when.getTime() <= last || when.getTime() > (doc.row.starts_at as Date).getTime() - 3_600_000) return
    const by = r.pick(clinic.reception)
    world.change(doc, { status: 2, confirm_status: 2 }, by, when)
    world.step('appointment', this.#key(doc), 1, 2, by, when)
  }

  /** True when it was cancelled by now. */
  #cancel(slot: Slot, doc: Doc<'appointment'>, day: number): boolean {
    const { world, r } = this
    const { row } = doc
    const start = (row.starts_at as Date).getTime()
    const last = (row.updated_at as Date).getTime()
    const at = new Date(Math.round(last + (start - last) * (0.3 + r.next() * 0.65)))
    if (at.getTime() > world.now.getTime() || row.status === 0) return false
    const by = r.pick(this.#clinicById(row.clinic_id).reception)
    const reason = r.pick(cancelReasons)
    const from = row.status as number
    world.change(doc, { status: 6, cancel_reason: reason, cancelled_by: by.id, cancelled_at: at }, by, at, { reason })
    world.step('appointment', this.#key(doc), from, 6, by, at, reason)
    this.#again(slot.run, Math.max(day, 0 - 400), at)
    return true
  }

  #missed(slot: Slot, doc: Doc<'appointment'>, day: number): void {
    const { world, r } = this
    const at = world.at(day, slot.start + 30)
    const from = doc.row.status as number
    world.change(doc, { status: 9, no_show_at: at }, system, at)
    world.step('appointment', this.#key(doc), from, 9, system, at)
    if (day < -1 && r.chance(0.85)) {
      const by = r.pick(this.#clinicById(doc.row.clinic_id).reception)
      world.change(
        doc,
        { no_show_handled: r.pick([1, 1, 2, 3, 4]) },
        by,
        world.at(day, Math.min(1100, slot.start + 30 + r.int(20, 200))),
      )
    }
    this.#again(slot.run, day, at)
  }

  /** The doctor's department in a clinic. */
  #deptOf(doctor: Doctor, clinic: Clinic): string | null {
    this.#depts ??= new Map(
      this.world
        .rows('employee_clinic')
        .map((row) => [`${row.clinic_id as string} ${row.employee_id as string}`, row.dept_id as string | null]),
    )
    return this.#depts.get(`${clinic.id} ${doctor.id}`) ?? null
  }

  #clinicById(id: string): Clinic {
    return this.#clinics.find((clinic) => clinic.id === id) as Clinic
  }

  #arriveRow(slot: Slot, day: number, doc: Doc<'appointment'> | null, arrive: number): Doc<'registration'> {
    const { world, r } = this
    const { run } = slot
    const { clinic } = this.#clinicOf(run.doctor, day, run.patient)
    const at = world.at(day, arrive)
    const by = r.pick(clinic.reception)
    if (doc) {
      const from = doc.row.status as number
      world.change(doc, { status: 3 }, by, at)
      world.step('appointment', this.#key(doc), from, 3, by, at)
    }
    const { title, teeth } = doc
      ? { title: doc.row.title as string, teeth: doc.row.teeth as string }
      : this.#titleOf(slot, day)
    const registration = world.create(
      'registration',
      {
        tenant_id: clinic.company.tenantId,
        id: r.uuid(at),
        clinic_id: clinic.id,
        reg_no: '',
        queue_no: 0,
        reg_date: world.date(day),
        patient_id: run.patient.id,
        appointment_id: doc?.row.id ?? null,
        doctor_id: run.doctor.id,
        reg_type: slot.urgent ? 3 : 1,
        treat_type: doc ? doc.row.treat_type : this.#treatType(run.patient, at),
        reg_fee: '0.00',
        dept_id: this.#deptOf(run.doctor, clinic),
        consultant_id: doc?.row.consultant_id ?? null,
        source: doc?.row.source ?? 0,
        title,
        teeth,
        chief_complaint: '',
        appointed_at: doc ? doc.row.starts_at : null,
        reg_time: at,
        call_time: null,
        start_time: null,
        end_time: null,
        charge_time: null,
        leave_time: null,
        status: 1,
        cancel_reason: null,
        created_by: by.id,
        created_name: by.name,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
      run.patient.id,
    )
    world.step('registration', this.#key(registration), null, 1, by, at)
    return registration
  }

  #walkOut(slot: Slot, doc: Doc<'appointment'>, day: number, arrive: number, leave: number): void {
    const { world, r } = this
    const registration = this.#arriveRow(slot, day, doc, arrive)
    if (!this.#isPast(day, leave)) return
    const by = r.pick(this.#clinicById(doc.row.clinic_id).reception)
    const at = world.at(day, leave)
    world.change(registration, { status: 7, cancel_reason: '等待时间较长，患者离开' }, by, at)
    world.step('registration', this.#key(registration), 1, 7, by, at, '等待时间较长，患者离开')
    world.change(doc, { status: 7 }, by, at)
    world.step('appointment', this.#key(doc), 3, 7, by, at)
    this.#again(slot.run, day, at)
  }

  // ---- a visit ------------------------------------------------------------------------------------------------------

  /** From arrival to leaving, as far as the clock has come. */
  #visit(slot: Slot, day: number, appointment: Doc<'appointment'> | null, t: Times): void {
    const { world, r } = this
    const { run } = slot
    const { patient, doctor } = run
    const { clinic, chairId } = this.#clinicOf(doctor, day, patient)
    const registration = this.#arriveRow(slot, day, appointment, t.arrive)
    const go = (to: number, patch: Partial<typeof registration.row>, by: Staff, minute: number) => {
      const at = world.at(day, minute)
      const from = registration.row.status as number
      world.change(registration, { ...patch, status: to }, by, at)
      world.step('registration', this.#key(registration), from, to, by, at)
    }
    const follow = (to: number, by: Staff, minute: number) => {
      if (!appointment) return
      const from = appointment.row.status as number
      world.change(appointment, { status: to }, by, world.at(day, minute))
      world.step('appointment', this.#key(appointment), from, to, by, world.at(day, minute))
    }
    if (!this.#isPast(day, t.call)) return
    go(2, { call_time: world.at(day, t.call) }, doctor, t.call)
    if (!this.#isPast(day, t.start)) return
    const startAt = world.at(day, t.start)
    go(3, { start_time: startAt }, doctor, t.start)
    follow(4, doctor, t.start)
    const text = this.#stepOf(run).write(this.#state(run, day))
    run.extra?.(text)
    delete run.extra
    const treatType = registration.row.treat_type as number
    const treatment = world.create(
      'treatment',
      {
        tenant_id: clinic.company.tenantId,
        id: r.uuid(startAt),
        clinic_id: clinic.id,
        registration_id: registration.row.id,
        patient_id: patient.id,
        doctor_id: doctor.id,
        chair_id: chairId,
        status: 1,
        start_time: startAt,
        end_time: null,
        next_plan: '',
        emr_completed: false,
        created_at: startAt,
        updated_at: startAt,
      },
      doctor,
      startAt,
      patient.id,
    )
    const ended = this.#isPast(day, t.end)
    const record = this.#record(run, clinic, registration, treatment, text, treatType, day, t, ended)
    if (!ended) return
    go(4, { end_time: world.at(day, t.end) }, doctor, t.end)
    world.change(
      treatment,
      { status: 2, end_time: world.at(day, t.end), next_plan: text.next?.remark ?? '' },
      doctor,
      world.at(day, t.end),
    )
    this.#sign(run, clinic, record, treatment, day, t)
    this.#noteVisit(patient, doctor, clinic, startAt)
    for (const mark of text.marks ?? [])
      this.#mark(
        patient,
        { ...mark, surfaces: mark.surfaces ?? '' },
        world.date(day),
        record,
        doctor,
        world.at(day, t.end),
      )
    const bill = this.#bill(run, clinic, registration, treatment, record, text, day, t)
    if (this.#isPast(day, t.charge)) {
      const cashier = r.pick(clinic.reception)
      this.#charge(run, clinic, bill, day, t.charge, cashier, () => {
        go(5, { charge_time: world.at(day, t.charge) }, cashier, t.charge)
      })
      if (this.#isPast(day, t.leave)) {
        go(6, { leave_time: world.at(day, t.leave) }, cashier, t.leave)
        follow(5, cashier, t.leave)
      }
    }
  }

  #noteVisit(patient: Patient, doctor: Doctor, clinic: Clinic, at: Date): void {
    if (!patient.lastVisit) {
      patient.doc.row.resp_doctor_id = doctor.id
      patient.doc.first.resp_doctor_id = doctor.id
      // The dear treatments are talked over with the clinic's consultant.
      if (doctor.skills.some((skill) => ['implant', 'ortho', 'prosth'].includes(skill))) {
        patient.doc.row.consultant_id = clinic.consultant.id
        patient.doc.first.consultant_id = clinic.consultant.id
      }
    }
    patient.lastVisit = at
    const stat = this.#stat(patient.id, patient.doc.row.tenant_id)
    stat.first ??= { at, doctorId: doctor.id, clinicId: clinic.id }
    stat.last = at
    stat.visits += 1
  }

  #record(
    run: Run,
    clinic: Clinic,
    registration: Doc<'registration'>,
    treatment: Doc<'treatment'>,
    text: VisitText,
    treatType: number,
    day: number,
    t: Times,
    ended: boolean,
  ): Doc<'medical_record'> {
    const { world, r } = this
    const { patient, doctor } = run
    const at = world.at(day, t.start + 1.5)
    const content = this.#content(patient, clinic.company.tariffs, text, treatType, ended)
    const teeth = [
      ...text.diagnoses.map((each) => each.teeth),
      ...(ended ? text.treatments.map((each) => each.teeth) : []),
    ]
      .filter(Boolean)
      .join(';')
    return world.create(
      'medical_record',
      {
        tenant_id: clinic.company.tenantId,
        id: r.uuid(at),
        clinic_id: clinic.id,
        record_no: '',
        record_type: 1,
        patient_id: patient.id,
        treatment_id: treatment.row.id,
        registration_id: registration.row.id,
        doctor_id: doctor.id,
        visit_time: treatment.row.start_time,
        visit_kind: treatType === 2 ? 2 : 1,
        status: 0,
        content: content as never,
        diagnosis_text: [...new Set(text.diagnoses.map((each) => findIcd(each.code)?.nameZh ?? each.code))].join('、'),
        treatment_text: ended
          ? text.treatments
              .filter((each) => each.teeth)
              .map((each) => each.content)
              .join('；')
          : '',
        teeth: teeth ? formatTeeth(parseTeeth(teeth)) : '',
        sign_doctor_id: null,
        sign_time: null,
        sign_hash: null,
        amend_reason: null,
        created_by: doctor.id,
        created_name: doctor.name,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
  }

  #content(
    patient: Patient,
    tariffs: Map<string, Tariff>,
    text: VisitText,
    treatType: number,
    ended: boolean,
  ): Record<string, unknown> {
    const { r } = this
    const hypertension = patient.diseases.includes('高血压')
    const pressure = text.vitals || hypertension
    const first = treatType !== 2
    return {
      chiefComplaint: text.chief,
      presentIllness: text.present,
      pastHistory:
        patient.diseases.length > 0 ? `${patient.diseases.join('、')}病史。` : first ? '否认系统性疾病史。' : '',
      allergyHistory: patient.allergy ? `${patient.allergy}过敏` : first ? '否认药物过敏史。' : '',
      familyHistory: '',
      generalCondition: {
        bloodPressureSys: pressure ? r.int(hypertension ? 132 : 108, hypertension ? 148 : 132) : null,
        bloodPressureDia: pressure ? r.int(hypertension ? 80 : 64, hypertension ? 92 : 84) : null,
        pulse: pressure ? r.int(64, 84) : null,
        temperature: null,
        bloodGlucose: null,
      },
      exams: text.exams,
      auxExams: text.aux ?? [],
      diagnoses: text.diagnoses.map((each) => ({
        teeth: each.teeth,
        icdCode: each.code,
        icdName: findIcd(each.code)?.nameZh ?? '',
        kind: each.kind ?? 1,
      })),
      plans: text.plans ?? [],
      treatments: ended
        ? text.treatments.map((each) => ({
            teeth: each.teeth,
            content: each.content,
            tariffs: each.items.map(([code, qty]) => ({ tariffId: tariffOf(tariffs, code).id, qty })),
            anesthetic: each.anesthetic ? { ...each.anesthetic, batch: `A${r.int(240601, 261012)}` } : null,
          }))
        : [],
      advice: ended ? text.advice : '',
      nextVisit: { days: ended ? (text.next?.days ?? null) : null, remark: ended ? (text.next?.remark ?? '') : '' },
      toothMarks: ended
        ? (text.marks ?? []).map((mark) => ({
            tooth: mark.tooth,
            condition: mark.condition,
            surfaces: mark.surfaces ?? '',
            status:
              mark.layer === 'plan'
                ? mark.condition === 'rct_needed'
                  ? 'present'
                  : 'planned'
                : mark.layer === 'existing'
                  ? 'completed'
                  : 'present',
          }))
        : [],
    }
  }

  #sign(
    run: Run,
    clinic: Clinic,
    record: Doc<'medical_record'>,
    treatment: Doc<'treatment'>,
    day: number,
    t: Times,
  ): void {
    const { world, r } = this
    const { doctor, patient } = run
    const minute = t.end + 1 + r.next() * 14
    const unwritten = day >= -1 && !patient.reserved && r.chance(0.14)
    if (unwritten || !this.#isPast(day, minute)) return
    const at = world.at(day, minute)
    const seal = (version: number, when: Date, reason: string, content: typeof record.row.content) => {
      const hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
      world.put('medical_record_version', {
        tenant_id: record.row.tenant_id,
        id: r.uuid(when),
        clinic_id: clinic.id,
        record_id: record.row.id,
        version_no: version,
        content,
        content_hash: hash,
        reason,
        signed_by: doctor.id,
        signed_name: doctor.name,
        signed_at: when,
      })
      return hash
    }
    world.change(
      record,
      { status: 2, sign_doctor_id: doctor.id, sign_time: at, sign_hash: seal(1, at, '', record.row.content) },
      doctor,
      at,
      { action: 'sign' },
    )
    world.step('medical_record', this.#key(record), 0, 1, doctor, at)
    world.step('medical_record', this.#key(record), 1, 2, doctor, at)
    world.change(treatment, { emr_completed: true }, doctor, at)
    if (day < -1 && r.chance(0.012)) {
      const begun = world.at(day, Math.min(1400, minute + r.int(30, 180)))
      const again = new Date(begun.getTime() + 240_000)
      const reason = r.pick(['补充检查结果', '更正笔误', '补充处置'])
      world.change(record, { status: 4, amend_reason: reason }, doctor, begun, { action: 'amend', reason })
      world.step('medical_record', this.#key(record), 2, 4, doctor, begun, reason)
      const old = record.row.content as unknown as { advice: string }
      const content = { ...old, advice: `${old.advice}如有不适随时电话联系。` }
      world.change(
        record,
        {
          status: 2,
          content: content as never,
          sign_time: again,
          sign_hash: seal(2, again, reason, content as never),
          amend_reason: null,
        },
        doctor,
        again,
        { action: 'sign', reason },
      )
      world.step('medical_record', this.#key(record), 4, 2, doctor, again, reason)
    }
  }

  #mark(
    patient: Patient,
    mark: {
      tooth: string
      surfaces: string
      condition: string
      layer: 'finding' | 'existing' | 'plan'
      ends?: readonly string[]
    },
    date: string,
    record: Doc<'medical_record'> | null,
    doctor: Doctor,
    at: Date,
  ): void {
    const { world, r } = this
    let mouth = this.#mouths.get(patient.id)
    if (!mouth) this.#mouths.set(patient.id, (mouth = new Map()))
    let tooth = mouth.get(mark.tooth)
    if (!tooth) mouth.set(mark.tooth, (tooth = []))
    for (const ended of mark.ends ?? []) {
      const [condition, layer] = ended.split(':')
      for (const doc of tooth.filter(
        (each) =>
          each.row.ended_on === null && each.row.condition === condition && (!layer || each.row.layer === layer),
      )) {
        world.change(doc, { ended_on: date }, doctor, at)
      }
    }
    if (
      tooth.some(
        (each) => each.row.ended_on === null && each.row.condition === mark.condition && each.row.layer === mark.layer,
      )
    )
      return
    tooth.push(
      world.create(
        'tooth_condition',
        {
          tenant_id: patient.doc.row.tenant_id,
          id: r.uuid(at),
          clinic_id: record?.row.clinic_id ?? patient.clinic.id,
          patient_id: patient.id,
          record_id: record?.row.id ?? null,
          tooth: mark.tooth,
          surfaces: mark.surfaces,
          condition: mark.condition,
          layer: mark.layer,
          noted_on: date,
          doctor_id: doctor.id,
          ended_on: null,
          created_at: at,
          updated_at: at,
        },
        doctor,
        at,
        patient.id,
      ),
    )
  }

  // ---- money --------------------------------------------------------------------------------------------------------

  #bill(
    run: Run,
    clinic: Clinic,
    registration: Doc<'registration'>,
    treatment: Doc<'treatment'>,
    record: Doc<'medical_record'>,
    text: VisitText,
    day: number,
    t: Times,
  ): Doc<'bill'> {
    const { world, r } = this
    const { doctor, patient } = run
    const at = world.at(day, t.end)
    const lines = text.treatments.flatMap((each) =>
      each.items.map(([code, qty]) => ({ tariff: tariffOf(clinic.company.tariffs, code), qty, teeth: each.teeth })),
    )
    const percent =
      run.noDiscount || run.owes > 0
        ? 100
        : r.weighted([
            [100, 74],
            [95, 8],
            [90, 12],
            [88, 3],
            [85, 3],
          ])
    const inputs = lines.map(({ tariff, qty }) => ({
      price: tariff.price,
      qty,
      canDiscount: tariff.canDiscount,
      discountPercent: 100,
    }))
    const discounted = percent < 100 && inputs.some((line) => line.canDiscount)
    const terms: BillTerms = {
      discountPercent: discounted ? percent : 100,
      reduction: ZERO,
      roundingRule: discounted ? 2 : 0,
    }
    const amounts = computeBill(inputs, terms)
    const id = r.uuid(at)
    const bill = world.create(
      'bill',
      {
        tenant_id: clinic.company.tenantId,
        id,
        clinic_id: clinic.id,
        bill_no: '',
        bill_type: 1,
        patient_id: patient.id,
        registration_id: registration.row.id,
        treatment_id: treatment.row.id,
        record_id: record.row.id,
        doctor_id: doctor.id,
        status: 1,
        original_amount: fenToYuan(amounts.original),
        discount_amount: fenToYuan(amounts.discount),
        rounding_amount: fenToYuan(amounts.rounding),
        receivable_amount: fenToYuan(amounts.receivable),
        paid_amount: '0.00',
        arrears_amount: '0.00',
        discount_percent: terms.discountPercent,
        reduction_amount: '0.00',
        rounding_rule: terms.roundingRule,
        discount_reason: discounted ? r.pick(discountReasons) : '',
        opener_id: doctor.id,
        opener_name: doctor.name,
        cashier_id: null,
        open_time: at,
        submit_time: at,
        pay_time: null,
        arrears_reason: null,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
    world.step('bill', this.#key(bill), null, 1, doctor, at)
    lines.forEach((line, n) => {
      const amount = amounts.lines[n] as { original: Fen; discount: Fen; amount: Fen }
      world.put('bill_item', {
        tenant_id: clinic.company.tenantId,
        id: r.uuid(at),
        clinic_id: clinic.id,
        bill_id: id,
        line_no: n + 1,
        item_type: 1,
        tariff_id: line.tariff.id,
        name: line.tariff.name,
        category_name: line.tariff.group,
        teeth: line.tariff.toothRequired ? line.teeth : '',
        unit: line.tariff.unit,
        qty: line.qty,
        price: fenToYuan(line.tariff.price),
        original_amount: fenToYuan(amount.original),
        can_discount: line.tariff.canDiscount,
        discount_percent: 100,
        discount_amount: fenToYuan(amount.discount),
        discount_note: '',
        amount: fenToYuan(amount.amount),
        doctor_id: doctor.id,
      })
    })
    return bill
  }

  #charge(
    run: Run,
    clinic: Clinic,
    bill: Doc<'bill'>,
    day: number,
    minute: number,
    cashier: Staff,
    settled: () => void,
  ): void {
    const { world, r } = this
    const at = world.at(day, minute)
    const due = yuanToFen(bill.row.receivable_amount as string)
    const large = due > 300_000
    let owes = run.owes
    if (owes === 0 && !run.noDiscount && due >= 60_000 && r.chance(large ? 0.16 : 0.02))
      owes = fen(Math.round((due * r.pick([0.2, 0.3, 0.5])) / 10_000) * 10_000)
    if (owes >= due) owes = ZERO
    const paid = fen(due - owes)
    const settle = (status: number, pay: Fen, arrears: Fen, when: Date, by: Staff, extra: Partial<typeof bill.row>) => {
      const from = bill.row.status as number
      world.change(
        bill,
        { status, paid_amount: fenToYuan(pay), arrears_amount: fenToYuan(arrears), ...extra },
        by,
        when,
      )
      world.step('bill', this.#key(bill), from, status, by, when)
    }
    if (day < 0 && owes === 0 && r.chance(0.004)) {
      // Charged by the wrong method, taken back, charged again.
      const wrong = world.at(day, minute - 2)
      const first = this.#pay(bill, clinic, paid, 'alipay', 1, wrong, cashier)
      settle(3, paid, ZERO, wrong, cashier, { cashier_id: cashier.id, pay_time: wrong })
      const taken = world.at(day, minute - 1)
      for (const id of first) this.#revoke(bill, clinic, id, taken, cashier)
      world.change(bill, { status: 1, paid_amount: '0.00', arrears_amount: '0.00', pay_time: null }, cashier, taken, {
        action: 'revoke',
        reason: '收款方式错误',
      })
      world.step('bill', this.#key(bill), 3, 7, cashier, taken, '收款方式错误')
      world.step('bill', this.#key(bill), 7, 1, cashier, taken, '收款方式错误')
    }
    if (paid > 0) this.#pay(bill, clinic, paid, null, 1, at, cashier)
    settle(owes > 0 ? 2 : 3, paid, owes, at, cashier, {
      cashier_id: cashier.id,
      pay_time: at,
      ...(owes > 0 ? { arrears_reason: r.pick(arrearsReasons) } : {}),
    })
    settled()
    if (owes > 0 && run.owes === 0 && r.chance(0.7)) {
      const back = day + r.int(6, 45)
      if (back >= 0) return
      const task = () => {
        const when = world.at(back, r.int(540, 1060))
        const by = r.pick(clinic.reception)
        this.#pay(bill, clinic, owes, null, 2, when, by)
        settle(3, due, ZERO, when, by, {})
      }
      const list = this.#later.get(back)
      if (back <= FIRST_DAY) task()
      else if (list) list.push(task)
      else this.#later.set(back, [task])
    }
  }

  /** Takes money by one way, or chance decides (sometimes two). Gives the ledger rows. */
  #pay(
    bill: Doc<'bill'>,
    clinic: Clinic,
    amount: Fen,
    way: string | null,
    kind: 1 | 2,
    at: Date,
    by: Staff,
  ): { id: string; amount: Fen; method: string }[] {
    const { world, r } = this
    const pick = () =>
      r.weighted([
        ['wechat', 46],
        ['alipay', 24],
        ['bank_card', 14],
        ['cash', 9],
        ['medicare_account', 7],
      ])
    const ways = [way ?? pick()]
    if (!way && amount > 50_000 && r.chance(0.12)) {
      const second = pick()
      if (second !== ways[0]) ways.push(second)
    }
    const first = ways.length === 2 ? fen(Math.floor((amount * r.pick([0.3, 0.5, 0.6])) / 5_000) * 5_000) : amount
    return [first, fen(amount - first)]
      .slice(0, ways.length)
      .filter((part) => part > 0)
      .map((part, n) => {
        const code = ways[n] as string
        const method = clinic.company.methods.get(code) as string
        const id = r.uuid(at)
        const notes = code === 'cash' ? Math.ceil(part / 10_000) * 10_000 : part
        world.put('bill_payment', {
          tenant_id: clinic.company.tenantId,
          id,
          clinic_id: clinic.id,
          bill_id: bill.row.id,
          patient_id: bill.row.patient_id,
          pay_no: '',
          pay_method_id: method,
          amount: fenToYuan(part),
          tendered_amount: code === 'cash' ? fenToYuan(fen(notes)) : null,
          change_amount: fenToYuan(fen(notes - part)),
          trade_no: code === 'bank_card' ? String(r.int(100000, 999999)) + String(r.int(100000, 999999)) : null,
          kind,
          revokes_id: null,
          pay_time: at,
          pay_date: formatDate(at),
          cashier_id: by.id,
          cashier_name: by.name,
        })
        this.#stat(bill.row.patient_id, clinic.company.tenantId).consumed += part
        return { id, amount: part, method }
      })
  }

  #revoke(
    bill: Doc<'bill'>,
    clinic: Clinic,
    payment: { id: string; amount: Fen; method: string },
    at: Date,
    by: Staff,
  ): void {
    const { world, r } = this
    world.put('bill_payment', {
      tenant_id: clinic.company.tenantId,
      id: r.uuid(at),
      clinic_id: clinic.id,
      bill_id: bill.row.id,
      patient_id: bill.row.patient_id,
      pay_no: '',
      pay_method_id: payment.method,
      amount: fenToYuan(fen(-payment.amount)),
      tendered_amount: null,
      change_amount: '0.00',
      trade_no: null,
      kind: 3,
      revokes_id: payment.id,
      pay_time: at,
      pay_date: formatDate(at),
      cashier_id: by.id,
      cashier_name: by.name,
    })
    this.#stat(bill.row.patient_id, clinic.company.tenantId).consumed -= payment.amount
  }

  // ---- sums and numbers ---------------------------------------------------------------------------------------------

  readonly #stats = new Map<
    string,
    {
      tenantId: string
      first: { at: Date; doctorId: string; clinicId: string } | null
      last: Date | null
      visits: number
      consumed: number
    }
  >()

  #stat(patientId: string, tenantId: string) {
    let stat = this.#stats.get(patientId)
    if (!stat) this.#stats.set(patientId, (stat = { tenantId, first: null, last: null, visits: 0, consumed: 0 }))
    return stat
  }

  #figures(): void {
    const arrears = new Map<string, Fen[]>()
    for (const bill of this.world.rows('bill')) {
      const owed = yuanToFen(bill.arrears_amount as string)
      if (owed > 0) arrears.set(bill.patient_id, [...(arrears.get(bill.patient_id) ?? []), owed])
    }
    for (const patient of this.world.rows('patient')) {
      const stat = this.#stat(patient.id, patient.tenant_id)
      this.world.put('patient_stat', {
        tenant_id: patient.tenant_id,
        patient_id: patient.id,
        first_visit_at: stat.first?.at ?? null,
        first_doctor_id: stat.first?.doctorId ?? null,
        first_clinic_id: stat.first?.clinicId ?? null,
        last_visit_at: stat.last,
        visit_count: stat.visits,
        arrears_amount: fenToYuan(sum(arrears.get(patient.id) ?? [])),
        consume_total: fenToYuan(fen(stat.consumed)),
      })
    }
  }

  #numbers(): void {
    const { world } = this
    world.number(
      'appointment',
      () => 'YY',
      (row) => row.created_at as Date,
      (row, _count, text) => world.note(row, { appoint_no: text() }),
    )
    world.number(
      'registration',
      () => 'GH',
      (row) => row.reg_time as Date,
      (row, _count, text) => world.note(row, { reg_no: text() }),
    )
    world.number(
      'registration',
      (row) => `Q:${row.doctor_id}`,
      (row) => row.reg_time as Date,
      (row, count) => world.note(row, { queue_no: count }),
    )
    world.number(
      'medical_record',
      () => 'BL',
      (row) => row.created_at as Date,
      (row, _count, text) => world.note(row, { record_no: text() }),
    )
    world.number(
      'bill',
      () => 'SF',
      (row) => row.open_time as Date,
      (row, _count, text) => world.note(row, { bill_no: text() }),
    )
    world.number(
      'bill_payment',
      () => 'ZF',
      (row) => row.pay_time as Date,
      (row, _count, text) => (row.pay_no = text()),
    )
  }
}

function tariffOf(tariffs: Map<string, Tariff>, code: string): Tariff {
  const tariff = tariffs.get(code)
  if (!tariff) throw new Error(`no tariff ${code}`)
  return tariff
}
