import {
  findIcd,
  formatTeeth,
  markLayer,
  parseTeeth,
  type ChartEntry,
  type ToothConditionId,
  type ToothMark,
} from '@dentin/clinical'
import { ageOn, formatDate } from '@dentin/kit'
import { fatesOf } from '../../../src/modules/record/fates.ts'
import { courses, type Course, type Mark, type Step, type VisitText } from '../catalogue/courses.ts'
import { contentOf } from '../listeners/record/content.ts'
import { toothMarkOf } from '../listeners/record/mouths.ts'
import type { Clinic, Doctor, Skill } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { Prescribing } from './prescribing.ts'
import { signedContent } from './signed-content.ts'
import type { Sink } from './sink.ts'
import type { Charted, WrittenVisit } from './written.ts'

/** A course that a patient is in. */
interface Run {
  course: Course
  doctorId: string
  step: number
  turn: number
  tooth: string
  surfaces: string
  second: string
}
/** An entry of somebody's chart, as short as a million of them have to be. */
interface Entry {
  mark: ToothMark
  recordId: string | null
  clinicId: string
  doctor: Doctor
  place: number
  visitAt: Date
  at: Date
}
interface Mouth {
  run: Run | null
  used: Set<string>
  entries: Entry[]
}

/** What grown people and children have in their mouths when they first come. */
const BROUGHT: { adult: readonly (readonly [Omit<Mark, 'tooth'>, string])[]; child: BroughtList } = {
  adult: [
    [{ condition: 'filling', surfaces: 'O', layer: 'existing' }, '16 17 26 27 36 37 46 47 14 15 24 25'],
    [{ condition: 'filling', surfaces: 'MO', layer: 'existing' }, '16 26 36 46 15 25 35 45'],
    [{ condition: 'missing', layer: 'existing' }, '18 28 38 48'],
    [{ condition: 'crown', layer: 'existing' }, '16 26 36 46 11 21'],
    [{ condition: 'caries', surfaces: 'O', layer: 'finding' }, '17 27 37 47 14 24 34 44'],
    [{ condition: 'wedge', surfaces: 'B', layer: 'finding' }, '14 24 34 44 15 25'],
    [{ condition: 'impacted', layer: 'finding' }, '38 48'],
  ],
  child: [
    [{ condition: 'filling', surfaces: 'O', layer: 'existing' }, '54 55 64 65 74 75 84 85'],
    [{ condition: 'caries', surfaces: 'O', layer: 'finding' }, '54 55 64 65 74 75 84 85'],
  ],
}
type BroughtList = readonly (readonly [Omit<Mark, 'tooth'>, string])[]

/** Marks of a chart for each record, all in all. */
const MARKS_EACH = 3
const minutes = (at: Date, n: number) => new Date(at.getTime() + n * 60_000)

/** Writes the records of the large chain: courses as in the ordinary demo, signed once, with charts and prescriptions. */
export class Charts {
  readonly #mouths = new Map<string, Mouth>()
  readonly #prescribing: Prescribing
  #marks = 0
  readonly #injections: Random
  records = 0

  constructor(
    readonly world: World,
    readonly sink: Sink,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
    prescriptions: number,
  ) {
    this.#prescribing = new Prescribing(world, sink, numberOf, prescriptions)
    this.#injections = world.r.of('record', 'injections')
  }

  get prescriptions(): number {
    return this.#prescribing.made
  }

  /** What somebody comes for next: the next visit of the own course, or the first of a new one. */
  stepFor(person: Charted, doctor: Doctor, day: number): Step | null {
    const mouth = this.#mouthOf(person)
    // With another doctor something else begins.
    if (mouth.run?.doctorId !== doctor.id) mouth.run = null
    mouth.run ??= this.#begin(person, mouth, doctor, day)
    return mouth.run ? (mouth.run.course.steps[mouth.run.step] as Step) : null
  }

  /** The record of a visit that is over, signed; its course goes on. @returns it with its text; null when nothing suits */
  write(person: Charted, visit: WrittenVisit, day: number, prescribe: boolean): { id: string; text: VisitText } | null {
    const { world, sink } = this
    const { r } = world
    const mouth = this.#mouthOf(person)
    const step = this.stepFor(person, visit.doctor, day)
    const { run } = mouth
    if (!step || !run) return null
    const words = step.write({
      r,
      tooth: run.tooth,
      surfaces: run.surfaces,
      second: run.second,
      age: ageOn(person.birth, world.date(day)).years,
      turn: run.turn,
      full: false,
    })
    const text = { ...words, again: run.step > 0 }
    if (mouth.entries.length === 0) this.#bring(person, mouth, visit, day)
    const signedAt = minutes(visit.ended, 1)
    const id = r.uuid(visit.begun)
    const marks = (text.marks ?? []).map((mark) => toothMarkOf(mark, 'completed'))
    this.#chart(mouth, marks, id, visit, visit.begun, signedAt)
    const row = this.#row(id, person, visit, text, signedAt)
    sink.audited('medical_record', row, visit.doctor, visit.begun, person.id)
    sink.put('medical_record_version', {
      tenant_id: row.tenant_id,
      id: r.uuid(signedAt),
      clinic_id: row.clinic_id,
      record_id: id,
      version_no: 1,
      content: row.content,
      content_hash: row.sign_hash,
      reason: '',
      signed_by: visit.doctor.id,
      signed_name: visit.doctor.name,
      signed_at: signedAt,
    })
    this.records += 1
    this.#prescribing[prescribe ? 'write' : 'catchUp'](row, person, visit)
    this.#goOn(mouth, run, step)
    return { id, text }
  }

  /** Every entry of every chart, with what all of them have made of it. */
  async settle(tenantId: string): Promise<void> {
    const { world, sink } = this
    for (const [patientId, { entries }] of this.#mouths) {
      const ids = entries.map(({ at }) => world.r.uuid(at))
      const fates = fatesOf(entries.map((entry, n) => entryOf(entry, ids[n] as string)))
      for (const [n, { mark, recordId, clinicId, doctor, place, visitAt, at }] of entries.entries()) {
        const row = {
          tenant_id: tenantId,
          id: ids[n],
          clinic_id: clinicId,
          patient_id: patientId,
          record_id: recordId,
          tooth: mark.tooth,
          surfaces: mark.surfaces,
          condition: mark.condition,
          layer: markLayer(mark),
          status: mark.status,
          detail: mark.detail ?? '',
          group_id: null,
          place,
          visit_at: visitAt,
          noted_on: formatDate(visitAt),
          doctor_id: doctor.id,
          known_from: at,
          created_at: at,
          updated_at: at,
          version: 1,
          ...fates.get(ids[n] as string),
        }
        sink.audited('tooth_condition', row, doctor, at, patientId)
      }
      await sink.breathe()
    }
    this.#mouths.clear()
  }

  #mouthOf(person: Charted): Mouth {
    let mouth = this.#mouths.get(person.id)
    if (!mouth) this.#mouths.set(person.id, (mouth = { run: null, used: new Set(), entries: [] }))
    return mouth
  }

  #begin(person: Charted, mouth: Mouth, doctor: Doctor, day: number): Run | null {
    const { r } = this.world
    const { years } = ageOn(person.birth, this.world.date(day))
    const suited = (age: number, any: boolean) =>
      courses.filter(
        ({ ages, skills }) =>
          age >= ages[0] && age <= ages[1] && (any || skills.some((skill) => doctor.skills.includes(skill as Skill))),
      )
    // Whom no course of this doctor suits is looked at all the same.
    const fitting = [suited(years, false), suited(years, true)].find((list) => list.length > 0)
    if (!fitting) return null
    for (let tries = 0; tries < 4; tries += 1) {
      const course = r.weighted(fitting.map((each) => [each, each.weight] as const))
      const teeth = course.teeth(r, (list) => list.filter((tooth) => !mouth.used.has(tooth)))
      if (!teeth) continue
      for (const tooth of [teeth.tooth, teeth.second]) if (tooth) mouth.used.add(tooth)
      return {
        course,
        doctorId: doctor.id,
        step: 0,
        turn: 0,
        tooth: teeth.tooth,
        surfaces: teeth.surfaces ?? '',
        second: teeth.second ?? '',
      }
    }
    return null
  }

  #goOn(mouth: Mouth, run: Run, step: Step): void {
    if (step.turns && run.turn + 1 < step.turns({ turn: run.turn } as Parameters<NonNullable<Step['turns']>>[0])) {
      run.turn += 1
      return
    }
    run.step += 1
    run.turn = 0
    if (run.step >= run.course.steps.length) mouth.run = null
  }

  /** What the mouth holds from before: as much as keeps the marks of all records in their number. */
  #bring(person: Charted, mouth: Mouth, visit: WrittenVisit, day: number): void {
    const { r } = this.world
    const grown = ageOn(person.birth, this.world.date(day)).years >= 14
    const list = grown ? BROUGHT.adult : BROUGHT.child
    const owed = MARKS_EACH * (this.records + 3) - this.#marks
    const wanted = Math.min(grown ? 16 : 6, Math.max(1, owed + r.int(-2, 2)))
    const marks: ToothMark[] = []
    for (let tries = 0; marks.length < wanted && tries < 40; tries += 1) {
      const [mark, places] = r.pick(list)
      const tooth = r.pick(places.split(' '))
      if (mouth.used.has(tooth)) continue
      mouth.used.add(tooth)
      marks.push(toothMarkOf({ ...mark, tooth }, 'external'))
    }
    this.#chart(mouth, marks, null, visit, minutes(visit.begun, -1), visit.begun)
  }

  #chart(
    mouth: Mouth,
    marks: readonly ToothMark[],
    recordId: string | null,
    { clinic, doctor }: WrittenVisit,
    visitAt: Date,
    at: Date,
  ): void {
    this.#marks += marks.length
    for (const [place, mark] of marks.entries())
      mouth.entries.push({ mark, recordId, clinicId: clinic.id, doctor, place, visitAt, at })
  }

  #row(id: string, person: Charted, visit: WrittenVisit, text: VisitText, signedAt: Date) {
    const { clinic, doctor } = visit
    const content = contentOf(
      this.world.r,
      { patient: person, treatType: visit.treatType, clinic, planLines: undefined },
      text,
      {
        ended: true,
        injecting: {
          dice: this.#injections,
          at: visit.begun,
          age: ageOn(person.birth, formatDate(visit.begun)).years,
          by: doctor.name,
        },
      },
    )
    const signed = signedContent(content)
    const teeth = [...text.diagnoses, ...text.treatments]
      .map((each) => each.teeth)
      .filter(Boolean)
      .join(';')
    return {
      tenant_id: clinic.company.tenantId,
      id,
      clinic_id: clinic.id,
      record_no: this.numberOf(clinic, 'BL', visit.begun),
      record_type: 1,
      patient_id: person.id,
      treatment_id: visit.treatmentId,
      registration_id: visit.registrationId,
      doctor_id: doctor.id,
      visit_time: visit.begun,
      visit_kind: visit.treatType === 2 ? 2 : 1,
      status: 2,
      content: signed.cell,
      diagnosis_text: [...new Set(text.diagnoses.map(({ code }) => findIcd(code)?.nameZh ?? code))].join('、'),
      treatment_text: text.treatments
        .filter((each) => each.teeth)
        .map((each) => each.content)
        .join('；'),
      teeth: teeth ? formatTeeth(parseTeeth(teeth)) : '',
      sign_doctor_id: doctor.id,
      sign_time: signedAt,
      sign_hash: signed.hash,
      amend_reason: null,
      plan_line_ids: [],
      created_by: doctor.id,
      created_name: doctor.name,
      created_at: visit.begun,
      updated_at: signedAt,
      version: 1,
    }
  }
}

const entryOf = ({ mark, recordId, place, visitAt, at }: Entry, id: string): ChartEntry => ({
  id,
  tooth: mark.tooth,
  surfaces: mark.surfaces,
  condition: mark.condition as ToothConditionId,
  status: mark.status,
  detail: mark.detail ?? '',
  groupId: null,
  recordId: recordId ?? '',
  visitAt: visitAt.getTime(),
  signedAt: at.getTime(),
  place,
  knownFrom: at.getTime(),
  knownTo: null,
})
