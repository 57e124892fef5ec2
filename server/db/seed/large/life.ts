import { addDays, documentNumber, fenToYuan, minutesOfDay, ZERO, type LocalDate } from '@dentin/kit'
import { holidays } from '../catalogue/lists.ts'
import type { Clinic, Company, Doctor, Staff, Stretch } from '../organisation.ts'
import type { PatientMaker } from '../story/patients.ts'
import type { Person, World } from '../world.ts'
import { Charts } from './charts.ts'
import { dayIn } from './day-in.ts'
import { Money, type Charged } from './money.ts'
import type { Sink } from './sink.ts'
import type { Charted, WrittenVisit } from './written.ts'

/** How much is made. */
export interface LargeSize {
  clinics: number
  patients: number
  appointments: number
  /** Signed records, of visits of the last year, and prescriptions. */
  records: number
  prescriptions: number
  /** Sealed periodontal charts, orthodontic cases with their visits, and pictures. */
  perioCharts: number
  orthoCases: number
  pictures: number
  /** Bills of every visit, their payments, the ledger and the tills; they more than double what is made. */
  money: boolean
  /** Member cards, refunds and agreements on instalments, where there is money. */
  cards: number
  refunds: number
  plans: number
  /** Days behind today, and ahead of it. */
  past: number
  ahead: number
}

/** A patient's file as the days need it. */
export interface File extends Charted, Charged {
  clinic: Clinic
  child: boolean
  openedDay: number
  openedAt: Date
  doctor: Doctor
  /** Day of the last appointment. */
  lastDay: number
  visits: number
  first: { at: Date; doctorId: string; clinicId: string } | null
  last: Date | null
}

/** The next visit of a course. */
interface Due {
  /** Not before this day. */
  day: number
  file: File
}

/** A clinic while its days go by. */
interface Place {
  clinic: Clinic
  files: File[]
  /** Who comes for the first time, by the day. */
  fresh: Map<number, File[]>
  /** Whose course goes on, by the doctor: the day from which the next visit is due. */
  due: Map<Doctor, Due[]>
}

/** One half hour, or two. */
const UNIT = 30
/** Steps of the state machines are kept this far back; before, only what became of it, as when files are taken over. */
const STEPS_SINCE = -60
/** Records are written since then; those of earlier visits stayed where they were written. */
const WRITTEN_SINCE = -365
/** Courses that a doctor has under way. */
const MOST_DUE = 60
/** How many of the files are older than the past that is made. */
const OLDER = 0.35

const itemsBySkill: Readonly<Record<string, readonly string[]>> = {
  endo: ['根管治疗', '补牙', '补牙', '复查', '检查'],
  ortho: ['正畸复诊', '正畸复诊', '正畸复诊', '正畸咨询'],
  implant: ['种植咨询', '复查', '拔牙', '种植手术'],
  perio: ['洁治', '洁治', '牙周治疗', '复查'],
  prosth: ['取模/扫描', '戴牙', '补牙', '检查'],
  pedo: ['儿童涂氟/窝沟封闭', '检查', '补牙'],
}
const cancelReasons = ['患者原因', '患者原因', '改约', '改约', '医生停诊', '失联', '其他'] as const

/** Shares a whole number out over the days by weight: what is left of one day counts for the next. */
class Share {
  #left = 0
  constructor(readonly each: number) {}
  take(weight: number): number {
    this.#left += this.each * weight
    const whole = Math.floor(this.#left + 1e-9)
    this.#left -= whole
    return whole
  }
}

/** A chain that grows: its days three years ago are two thirds as full as today's; what lies ahead is booked less and less. */
function fullness(day: number, size: LargeSize): number {
  if (day > 0) return Math.max(0.12, 1.1 - day * 0.06)
  return 0.75 + 0.5 * (1 + day / size.past)
}

/** Lives through the past of the chain, day by day in all clinics, and books what is ahead. */
export class Life {
  readonly #places: Place[]
  readonly #counters = new Map<LocalDate, Map<string, Counter>>()
  readonly #nowMinute: number
  readonly #holidays: ReadonlySet<LocalDate>
  readonly charts: Charts
  readonly money: Money | null
  /** How many of the records and prescriptions are due by now. */
  #recordShare = new Share(0)
  #prescriptionShare = new Share(0)
  #recordsDue = 0
  appointments = 0

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly size: LargeSize,
    readonly sink: Sink,
  ) {
    this.#places = company.clinics.map((clinic) => ({
      clinic,
      files: [],
      fresh: new Map(),
      due: new Map(clinic.doctors.map((doctor) => [doctor, []])),
    }))
    this.charts = new Charts(world, sink, this.numberOf, size.prescriptions)
    this.money = size.money ? new Money(world, company, sink, this.numberOf, size) : null
    this.#nowMinute = minutesOfDay(world.now)
    this.#holidays = new Set(
      holidays.flatMap(({ from, days }) => Array.from({ length: days }, (_, n) => addDays(from, n))),
    )
  }

  // ---- files ----------------------------------------------------------------------------------------------------------

  /** Opens every file, the oldest first: numbers run with the years. */
  async openFiles(maker: PatientMaker, progress: (done: number) => void): Promise<void> {
    const { r } = this.world
    const days: { day: number; place: Place }[] = []
    const each = this.size.patients / this.#places.length
    for (const [n, place] of this.#places.entries()) {
      const count = Math.floor(each * (n + 1)) - Math.floor(each * n)
      const older = Math.round(count * OLDER)
      for (let m = 0; m < older; m += 1) days.push({ day: -this.size.past - r.int(1, 2500), place })
      let weights = 0
      for (let day = -this.size.past; day < 0; day += 1) weights += fullness(day, this.size)
      const share = new Share((count - older) / weights)
      let left = count - older
      for (let day = -this.size.past; day < 0; day += 1) {
        const today = day === -1 ? left : Math.min(left, share.take(fullness(day, this.size)))
        left -= today
        for (let m = 0; m < today; m += 1) days.push({ day, place })
      }
    }
    days.sort((a, b) => a.day - b.day)
    for (const [n, { day, place }] of days.entries()) {
      this.#open(maker, place, day)
      if (n % 2_000 === 1_999) {
        for (const [table, rows] of this.world.take()) for (const row of rows) this.sink.put(table, row)
        await this.sink.breathe()
        if (n % 50_000 === 49_999) progress(n + 1)
      }
    }
    for (const [table, rows] of this.world.take()) for (const row of rows) this.sink.put(table, row)
    await this.sink.breathe()
  }

  #open(maker: PatientMaker, place: Place, day: number): void {
    const { world } = this
    const made = maker.make(place.clinic, undefined, day)
    const child = Number(world.today.slice(0, 4)) - Number(made.birth.slice(0, 4)) < 14
    const suited = place.clinic.doctors.filter(({ skills }) => skills.includes('pedo') === child)
    const doctor = world.r.pick(suited.length > 0 ? suited : place.clinic.doctors)
    world.note(made.doc.row, { resp_doctor_id: doctor.id })
    const file: File = {
      id: made.id,
      birth: made.birth,
      gender: made.gender,
      allergy: made.allergy,
      diseases: made.diseases,
      clinic: place.clinic,
      child,
      openedDay: day,
      openedAt: made.doc.row.created_at as Date,
      doctor,
      lastDay: -10_000,
      visits: 0,
      first: null,
      last: null,
      consumed: ZERO,
      owed: ZERO,
      card: null,
    }
    place.files.push(file)
    if (day < -this.size.past) return
    const list = place.fresh.get(day + 1)
    if (list) list.push(file)
    else place.fresh.set(day + 1, [file])
  }

  // ---- days -----------------------------------------------------------------------------------------------------------

  /** All days, all clinics of a day after each other, so that the rows lie as they would have come. */
  async live(progress: (day: number) => void): Promise<void> {
    const { size } = this
    let weights = 0
    for (let day = -size.past; day <= size.ahead; day += 1)
      for (const { clinic } of this.#places)
        for (const doctor of clinic.doctors) if (this.#workOf(doctor, day)) weights += fullness(day, size)
    const share = new Share(size.appointments / weights)
    let written = 0
    for (let day = Math.max(WRITTEN_SINCE, -size.past); day < 0; day += 1)
      for (const { clinic } of this.#places)
        for (const doctor of clinic.doctors) if (this.#workOf(doctor, day)) written += fullness(day, size)
    this.#recordShare = new Share(size.records / written)
    this.#prescriptionShare = new Share(size.prescriptions / size.records)
    for (let day = -size.past; day <= size.ahead; day += 1) {
      for (const place of this.#places) {
        for (const doctor of place.clinic.doctors) {
          const work = this.#workOf(doctor, day)
          if (!work) continue
          if (day >= WRITTEN_SINCE && day < 0) this.#recordsDue += this.#recordShare.take(fullness(day, size))
          for (const slot of this.#slots(work.stretches, share.take(fullness(day, size)))) {
            const file = this.#next(place, doctor, day)
            if (file) this.#appointment(place, doctor, work.chairId, file, day, slot.start, slot.minutes)
          }
          // The database reads on while the next rows are made.
          await this.sink.breathe()
        }
      }
      if (day <= 0) this.money?.book.closeDay(this.world.date(day), day === 0)
      if ((day + size.past) % 100 === 99) progress(day)
    }
  }

  /** A doctor's working time on a day: as planned near today, before that by an ordinary week. */
  #workOf(doctor: Doctor, day: number): { chairId: string; stretches: readonly Stretch[] } | undefined {
    const planned = doctor.days.get(day)
    if (planned || day >= PLANNED.first) return planned
    const { off, stretches, chairId } = doctor.week
    const on = ((day % 7) + 7) % 7
    return off.includes(on) || this.#holidays.has(this.world.date(day)) ? undefined : { chairId, stretches }
  }

  /** Places of so many appointments in a day, in half hours; some take two, and pauses fall where there is room. */
  #slots(stretches: readonly Stretch[], count: number): { start: number; minutes: number }[] {
    const { r } = this.world
    const found: { start: number; minutes: number }[] = []
    const unitsOf = ([from, to]: Stretch) => Math.floor((to - from) / UNIT)
    let left = stretches.reduce((sum, stretch) => sum + unitsOf(stretch), 0)
    for (const stretch of stretches) {
      let at = stretch[0]
      for (let units = unitsOf(stretch); units > 0;) {
        const wanted = count - found.length
        if (wanted === 0) return found
        const spare = left - wanted
        if (spare > 0 && r.chance(Math.min(0.75, spare / left))) {
          units -= 1
          left -= 1
          at += UNIT
          continue
        }
        const two = units > 1 && left - 2 >= wanted - 1 && r.chance(0.3)
        found.push({ start: at, minutes: two ? 2 * UNIT : r.chance(0.2) ? 20 : UNIT })
        const used = two ? 2 : 1
        units -= used
        left -= used
        at += used * UNIT
      }
    }
    return found
  }

  /** Who comes next to a doctor: whose course goes on, somebody new, or somebody who was not here for a while. */
  #next(place: Place, doctor: Doctor, day: number): File | null {
    const { r } = this.world
    const due = place.due.get(doctor) as Due[]
    for (let n = 0; n < due.length; n += 1) {
      const each = due[n] as Due
      if (each.day > day || each.file.lastDay >= day) continue
      due.splice(n, 1)
      return each.file
    }
    const children = doctor.skills.includes('pedo')
    for (const on of [day - 1, day]) {
      const fresh = place.fresh.get(on)
      const n = fresh?.findIndex((file) => file.child === children && file.lastDay < -9_000) ?? -1
      if (fresh && n >= 0) return fresh.splice(n, 1)[0] as File
    }
    for (let tries = 0; tries < 200; tries += 1) {
      // The newer files are the ones that come.
      const file = place.files[Math.floor(place.files.length * Math.sqrt(r.next()))] as File
      const enough = tries < 60 ? 45 : tries < 140 ? 10 : 1
      if (file.openedDay < day && file.lastDay <= day - enough && (tries > 30 || file.child === children)) return file
    }
    return null
  }

  // ---- one appointment ------------------------------------------------------------------------------------------------

  #appointment(
    place: Place,
    doctor: Doctor,
    chairId: string,
    file: File,
    day: number,
    start: number,
    minutes: number,
  ): void {
    const { world, sink } = this
    const { r } = world
    const { clinic } = place
    const { tenantId } = this.company
    const known = file.lastDay > -9_000
    const lead = r.chance(0.25) ? r.int(1, 3) : r.int(3, 24)
    const booked = Math.max(
      file.openedDay,
      Math.min(day - lead, day > 0 ? -1 : day - 1),
      known && file.lastDay < day ? Math.min(file.lastDay, day) : -20_000,
    )
    const startsAt = world.at(day, start)
    const bookedAt = earliest(
      world.at(Math.min(booked, -1), r.int(520, 1080)),
      new Date(startsAt.getTime() - 3_600_000),
      new Date(world.now.getTime() - 300_000),
    )
    const createdAt = bookedAt < file.openedAt ? new Date(file.openedAt.getTime() + 180_000) : bookedAt
    const desk = r.pick(clinic.reception)
    const by: Person = known && r.chance(0.4) ? doctor : desk
    const fate = this.#fateOf(day, start, minutes)
    const skill = r.pick(doctor.skills)
    const step = day >= WRITTEN_SINCE ? this.charts.stepFor(file, doctor, day) : null
    const title = step ? step.item : known ? r.pick(itemsBySkill[skill] as readonly string[]) : '检查'
    const id = r.uuid(createdAt)
    const treatType: 1 | 2 | 3 = !known && file.openedDay >= -this.size.past ? 1 : day - file.lastDay > 365 ? 3 : 2
    const cancelledAt = fate.status === 6 ? between(r.next(), createdAt, earliest(startsAt, world.now)) : null
    const row = {
      tenant_id: tenantId,
      id,
      clinic_id: clinic.id,
      appoint_no: this.numberOf(clinic, 'YY', createdAt),
      patient_id: file.id,
      doctor_id: doctor.id,
      // Of appointments long past the place is known from the visit; the present ones hold their chair.
      chair_id: day >= STEPS_SINCE ? chairId : null,
      starts_at: startsAt,
      ends_at: world.at(day, start + minutes),
      item_ids: [this.company.items.get(title)?.id as string],
      title,
      teeth: '',
      treat_type: treatType,
      source: by === doctor ? 3 : r.pick([1, 1, 2, 4, 5]),
      status: fate.status,
      confirm_status: fate.status === 2 ? 2 : 0,
      is_urgent: false,
      is_overbook: false,
      is_backfilled: false,
      off_shift: false,
      remark: '',
      visible_remark: '',
      cancel_reason: cancelledAt ? r.pick(cancelReasons) : null,
      cancelled_by: cancelledAt ? desk.id : null,
      cancelled_at: cancelledAt,
      no_show_at: fate.status === 9 ? world.at(day, start + 30) : null,
      no_show_handled: fate.status === 9 ? r.pick([1, 1, 2, 3, 4]) : null,
      created_by: by.id,
      created_name: by.name,
      created_at: createdAt,
      updated_at: fate.status > 2 ? earliest(startsAt, world.now) : createdAt,
      version: 1,
    }
    sink.audited('appointment', row, by, createdAt, file.id)
    this.appointments += 1
    if (day >= STEPS_SINCE) this.#step('appointment', row, row.status, by, row.updated_at)
    file.lastDay = Math.max(file.lastDay, day)
    if (fate.visit) this.#visit(place, doctor, chairId, file, row, day, desk)
    const due = place.due.get(doctor) as Due[]
    if (fate.status !== 6 && due.length < MOST_DUE && r.chance(0.62)) {
      due.push({ day: day + (doctor.skills.includes('ortho') ? r.int(26, 35) : r.int(6, 16)), file })
    }
  }

  /** What became of an appointment by now. */
  #fateOf(day: number, start: number, minutes: number): { status: number; visit: boolean } {
    const { r } = this.world
    const comes = r.next()
    if (day > 0 || (day === 0 && start - 12 > this.#nowMinute)) {
      if (comes < 0.03) return { status: 6, visit: false }
      return { status: comes < (day <= 1 ? 0.6 : 0.25) ? 2 : 1, visit: false }
    }
    if (comes < 0.07) return { status: 6, visit: false }
    if (day < 0 || start + 30 <= this.#nowMinute) {
      if (comes < 0.105) return { status: 9, visit: false }
      if (comes < 0.11) return { status: 8, visit: false }
    }
    if (day < 0 || start + minutes + 12 <= this.#nowMinute) return { status: 5, visit: true }
    return { status: start + 6 <= this.#nowMinute ? 4 : 3, visit: true }
  }

  /** From arrival to leaving, as far as the appointment has come. */
  #visit(
    place: Place,
    doctor: Doctor,
    chairId: string,
    file: File,
    appointment: { id: string; status: number; starts_at: Date; ends_at: Date; title: string; treat_type: 1 | 2 | 3 },
    day: number,
    desk: Staff,
  ): void {
    const { world, sink } = this
    const { r } = world
    const { clinic } = place
    const { status } = appointment
    const minute = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)
    const arrived = earliest(minute(appointment.starts_at, -r.int(2, 12)), minute(world.now, -1))
    const begun = status > 3 ? minute(appointment.starts_at, r.int(0, 5)) : null
    const ended = status === 5 && begun ? minute(appointment.ends_at, r.int(0, 4)) : null
    const charged = ended && minute(ended, r.int(1, 4))
    const left = charged && minute(charged, r.int(1, 3))
    const id = r.uuid(arrived)
    const row = {
      tenant_id: this.company.tenantId,
      id,
      clinic_id: clinic.id,
      reg_no: this.numberOf(clinic, 'GH', arrived),
      queue_no: (this.#counter(clinic, `Q:${doctor.id}`, world.date(day)).row.last_no += 1),
      reg_date: world.date(day),
      patient_id: file.id,
      appointment_id: appointment.id,
      doctor_id: doctor.id,
      reg_type: 1,
      treat_type: appointment.treat_type,
      reg_fee: '0.00',
      title: appointment.title,
      teeth: '',
      chief_complaint: '',
      appointed_at: appointment.starts_at,
      reg_time: arrived,
      call_time: begun,
      start_time: begun,
      end_time: ended,
      charge_time: charged,
      leave_time: left,
      status: status === 5 ? 6 : status === 4 ? 3 : 1,
      cancel_reason: null,
      created_by: desk.id,
      created_name: desk.name,
      created_at: arrived,
      updated_at: left ?? begun ?? arrived,
      version: 1,
    }
    sink.audited('registration', row, desk, arrived, file.id)
    if (day >= STEPS_SINCE) this.#step('registration', row, row.status, desk, row.updated_at)
    if (!begun) return
    const treatmentId = r.uuid(begun)
    const isWritten = ended !== null && day >= WRITTEN_SINCE && this.#recordsDue > 0
    let record: ReturnType<Charts['write']> = null
    if (isWritten) {
      this.#recordsDue -= 1
      record = this.#write(
        file,
        { clinic, doctor, registrationId: id, treatmentId, treatType: appointment.treat_type, begun, ended },
        day,
      )
    }
    sink.audited(
      'treatment',
      {
        tenant_id: this.company.tenantId,
        id: treatmentId,
        clinic_id: clinic.id,
        registration_id: id,
        patient_id: file.id,
        doctor_id: doctor.id,
        chair_id: chairId,
        status: ended ? 2 : 1,
        start_time: begun,
        end_time: ended,
        next_plan: '',
        // The records of the past were written elsewhere; of the last days some are still to be written.
        emr_completed: ended !== null && (isWritten || day < -7),
        created_at: begun,
        updated_at: ended ?? begun,
        version: 1,
      },
      doctor,
      begun,
      file.id,
    )
    if (!ended || !charged) return
    this.money?.charge(file, {
      clinic,
      doctor,
      desk,
      day,
      title: appointment.title,
      registrationId: id,
      treatmentId,
      record,
      ended,
      charged,
    })
    file.visits += 1
    if (!file.first || begun < file.first.at) file.first = { at: begun, doctorId: doctor.id, clinicId: clinic.id }
    if (!file.last || begun > file.last) file.last = begun
  }

  #write(file: File, visit: WrittenVisit, day: number): ReturnType<Charts['write']> {
    const isPrescribed = this.#prescriptionShare.take(1) > 0
    return this.charts.write(file, visit, day, isPrescribed)
  }

  #step(
    bizType: string,
    row: { tenant_id: string; clinic_id: string; id: string },
    to: number,
    by: Person,
    at: Date,
  ): void {
    this.sink.step(bizType, row, to, by, this.world.r.uuid(at), at)
  }

  /** Every file, clinic by clinic. */
  get files(): readonly File[] {
    return this.#places.flatMap(({ files }) => files)
  }

  // ---- what waits, sums and numbers -------------------------------------------------------------------------------------

  /** Who waits for an earlier place in each clinic. */
  waiting(): void {
    const { world, sink, company } = this
    const { r } = world
    for (const { clinic, files } of this.#places) {
      const able = files.filter((file) => file.openedDay < -20 && file.lastDay < 0)
      for (const file of r.shuffle(able).slice(0, 40)) {
        const at = world.at(-r.int(1, 18), r.int(520, 1050))
        const desk = r.pick(clinic.reception)
        const item = company.items.get(r.pick(['补牙', '洁治', '复查', '拔牙', '正畸复诊']))
        const row = {
          tenant_id: company.tenantId,
          id: r.uuid(at),
          clinic_id: clinic.id,
          patient_id: file.id,
          doctor_ids: r.chance(0.5) ? [file.doctor.id] : [],
          item_ids: [item?.id as string],
          title: item?.name as string,
          duration_min: r.pick([20, 30, 30, 45]),
          weekdays: [],
          bands: r.chance(0.4) ? [r.int(1, 2)] : [],
          priority: r.pick([1, 1, 1, 2, 2, 3]),
          reason: '',
          status: 0,
          created_by: desk.id,
          created_name: desk.name,
          created_at: at,
          updated_at: at,
          version: 1,
        }
        sink.audited('waitlist', row, desk, at, file.id)
        this.#step('waitlist', row, 0, desk, at)
      }
    }
  }

  /** The running figures of every file, and where the numbers go on. */
  async sums(): Promise<void> {
    const { sink, company } = this
    for (const { files } of this.#places) {
      for (const file of files)
        sink.put('patient_stat', {
          tenant_id: company.tenantId,
          patient_id: file.id,
          first_visit_at: file.first?.at ?? null,
          first_doctor_id: file.first?.doctorId ?? null,
          first_clinic_id: file.first?.clinicId ?? null,
          last_visit_at: file.last,
          visit_count: file.visits,
          arrears_amount: fenToYuan(file.owed),
          consume_total: fenToYuan(file.consumed),
        })
      await sink.breathe()
    }
    this.money?.cards.settle()
    for (const days of this.#counters.values()) for (const { row } of days.values()) sink.put('document_counter', row)
  }

  /** The next number of a clinic and day. */
  readonly numberOf = (clinic: Clinic, prefix: string, at: Date): string => {
    const counter = this.#counter(clinic, prefix, dayIn(at))
    return `${counter.head}${String((counter.row.last_no += 1)).padStart(4, '0')}`
  }

  #counter(clinic: Clinic, prefix: string, date: LocalDate): Counter {
    let days = this.#counters.get(date)
    if (!days) this.#counters.set(date, (days = new Map()))
    const key = prefix + clinic.id
    let counter = days.get(key)
    if (!counter) {
      const row = { tenant_id: this.company.tenantId, clinic_id: clinic.id, prefix, date, last_no: 0 }
      days.set(key, (counter = { row, head: documentNumber(prefix, date, 1).slice(0, -4) }))
    }
    return counter
  }
}

/** The last number of a clinic, prefix and day, and what its numbers begin with. */
interface Counter {
  row: { tenant_id: string; clinic_id: string; prefix: string; date: LocalDate; last_no: number }
  head: string
}

/** Near today shifts are planned and written down: these days. */
export const PLANNED = { first: -14, last: 28 }

const earliest = (...moments: Date[]): Date => moments.reduce((a, b) => (b < a ? b : a))
const between = (part: number, from: Date, to: Date): Date =>
  new Date(from.getTime() + Math.max(60_000, Math.round((to.getTime() - from.getTime()) * part)))
