import { SEXTANTS, type PerioCells, type PerioStage } from '@dentin/clinical/perio/index'
import { perioAnswers, perioPlan } from '@dentin/contract/perio'
import { ageOn } from '@dentin/kit'
import type { Visit } from '../events.ts'
import type { Clinic } from '../organisation.ts'
import type { Patient } from '../story/patients.ts'
import type { Listener } from '../story.ts'
import type { World } from '../world.ts'
import { examinationOf, examinationText, type Found } from './perio/examination.ts'
import { chartAt, drawMouth, type Healing } from './perio/healing.ts'
import { KindRecords, type Begun, type Whose } from './record/kind-records.ts'

const PERIODONTAL = 3
/** Minutes from the beginning of an examination to the record's signature. */
const WRITING = 30
/** Patients in the first clinic, and in each other; how many of the first have an implant, and are still being examined. */
const PATIENTS = { first: 60, others: 20 } as const
const WITH_IMPLANT = 6
const IN_DRAFT = 2
/** Days between two examinations, and the longest that they lie behind: 18 months. */
const APART = [110, 170] as const
const OLDEST = 545
const ADULT = [28, 75] as const
/** A visit of the story at which the gums are examined. */
const EXAMINING = /牙周(?:检查|复查)/

/** Somebody whose gums are treated. */
interface Treated extends Whose {
  visits: Begun[]
}

/** Periodontal examinations that heal over 18 months: those who come for it in the story, and others of that age. */
export const perio: Listener = {
  module: 'perio',
  dice: 'own',
  hear: ({ world, companies }) => {
    const [company] = companies
    const opened: Patient[] = []
    const treated = new Map<string, Treated>()
    const missing = new Map<string, Set<string>>()
    const implanted = new Set<string>()
    return {
      fileOpened: ({ patient }) => void opened.push(patient),
      mouthCharted({ patient, marks }) {
        for (const { tooth, condition } of marks) {
          if (condition === 'implant') implanted.add(patient.id)
          if (condition === 'missing') missing.set(patient.id, (missing.get(patient.id) ?? new Set()).add(tooth))
        }
      },
      examined({ visit, at, ended }) {
        if (!ended || visit.patient.reserved || !EXAMINING.test(visit.title)) return
        if (!world.isPast(visit.day, minuteOf(world, visit, at) + WRITING)) return
        const { patient, doctor, clinic } = visit
        const known = treated.get(patient.id) ?? { patient, doctor, clinic, visits: [] }
        known.visits.push({ day: visit.day, at, ids: visit.ids })
        treated.set(patient.id, known)
      },
      daysLived() {
        const charts = new Charts(world)
        for (const [n, clinic] of (company?.clinics ?? []).entries()) {
          const wanted = n === 0 ? PATIENTS.first : PATIENTS.others
          const people = choose(world, clinic, wanted, [...treated.values()], opened, implanted)
          for (const [nth, whose] of people.entries()) {
            const gone = missing.get(whose.patient.id) ?? new Set()
            const mouth = drawMouth(world.r, gone, n === 0 && nth < WITH_IMPLANT ? nth : null)
            const isDraft = n === 0 && nth >= people.length - IN_DRAFT
            charts.course(whose, mouth, isDraft)
          }
        }
        world.number(
          'perio_chart',
          () => 'YZ',
          (row) => row.sealed_at as Date,
          (row, _count, text) => Object.assign(row, { chart_no: text() }),
        )
      },
    }
  },
}

const minuteOf = (world: World, visit: Visit, at: Date) => (at.getTime() - world.at(visit.day, 0).getTime()) / 60_000

/** Whether somebody was here often enough, or for long enough, to be examined twice. */
const hasTwo = ({ patient, visits }: Treated): boolean =>
  visits.length > 1 || patient.createdDay <= (visits[0]?.day ?? 0) - APART[1]

/** Who is treated: those of the story first, then patients of that age whose files are old enough; the newest files last. */
function choose(
  world: World,
  clinic: Clinic,
  count: number,
  treated: readonly Treated[],
  opened: readonly Patient[],
  implanted: ReadonlySet<string>,
): Treated[] {
  const told = treated
    .filter((each) => each.clinic === clinic && !implanted.has(each.patient.id) && hasTwo(each))
    .slice(0, count)
  const taken = new Set(treated.map(({ patient }) => patient.id))
  const doctors = clinic.doctors.filter(({ skills }) => skills.includes('perio'))
  const free = opened
    .filter((patient) => {
      const age = ageOn(patient.birth, world.today).years
      const isOld = patient.createdDay <= -APART[1] * 2
      const isFree =
        patient.clinic === clinic && !patient.reserved && !taken.has(patient.id) && !implanted.has(patient.id)
      return isFree && isOld && age >= ADULT[0] && age <= ADULT[1]
    })
    .slice(0, Math.max(0, count - told.length))
  return [
    ...told,
    ...free.flatMap((patient) => {
      const responsible = clinic.doctors.find(({ id }) => id === patient.doc.row.resp_doctor_id)
      const doctor = responsible ?? doctors[0] ?? clinic.doctors[0]
      return doctor ? [{ patient, doctor, clinic, visits: [] }] : []
    }),
  ]
}

/** Writes the examinations of patients with the records they stand in. */
class Charts {
  readonly #records: KindRecords
  constructor(readonly world: World) {
    this.#records = new KindRecords(world, PERIODONTAL, WRITING)
  }

  /** The days of a patient's examinations, the last of them at visits of the story. */
  #days({ patient, visits }: Treated, isDraft: boolean): Begun[] {
    const { world } = this
    const { r } = world
    const last = visits.at(-1)?.day ?? -r.int(3, 60)
    const wanted = r.int(2, 4)
    const days: Begun[] = visits.slice(-wanted)
    for (let day = (days[0]?.day ?? last + APART[0]) - r.int(...APART); days.length < wanted; day -= r.int(...APART)) {
      if (day < Math.max(patient.createdDay, -OLDEST)) break
      days.unshift({ day, at: world.at(day, r.int(9 * 60, 16 * 60)), ids: null })
    }
    if (isDraft) days.push({ day: -1, at: world.at(-1, r.int(10 * 60, 16 * 60)), ids: null })
    return days
  }

  course(whose: Treated, mouth: Healing, isDraft: boolean): void {
    const { r } = this.world
    const days = this.#days(whose, isDraft)
    const answers = perioAnswers.parse({
      isCase: true,
      teethLostToPerio: 0,
      boneLoss: r.int(12, 45),
      cigarettes: r.chance(0.25) ? r.int(5, 20) : 0,
      diabetes: r.chance(0.12),
    })
    const examinations = isDraft ? days.length - 1 : days.length
    let previousStage: PerioStage | null = null
    for (const [n, begun] of days.entries()) {
      if (n >= examinations) {
        this.#draft(whose, begun, chartAt(mouth, 1, r.int(60, 110)))
        continue
      }
      const cells = chartAt(mouth, examinations === 1 ? 0 : n / (examinations - 1))
      previousStage = this.#chart(whose, begun, { cells, answers, previousStage, nth: n })
    }
  }

  /** One examination, sealed, and its record, signed. @returns the stage from now on */
  #chart(whose: Treated, { day, at, ids }: Begun, found: Found): PerioStage | null {
    const { world } = this
    const made = examinationOf(world.r, whose, { at, date: world.date(day) }, found)
    world.put('perio_chart', { ...made.chart, chart_no: '' })
    this.#records.write(
      whose,
      { day, at, ids },
      { id: made.chart.record_id, content: made.content, visitKind: made.visitKind, signed: true },
    )
    return made.stage
  }

  /** An examination that somebody has begun and not finished. */
  #draft(whose: Treated, begun: Begun, cells: PerioCells): void {
    const { world } = this
    const { patient, doctor, clinic } = whose
    const { at } = begun
    const tenant = clinic.company.tenantId
    const recordId = world.r.uuid(at)
    this.#records.write(whose, begun, {
      id: recordId,
      content: examinationText(world.r, 1),
      visitKind: 2,
      signed: false,
    })
    const { row } = world.create(
      'perio_draft',
      {
        tenant_id: tenant,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        patient_id: patient.id,
        record_id: recordId,
        answers: perioAnswers.parse({}) as never,
        diagnosis: null,
        plan: perioPlan.parse({ sextants: {} }) as never,
        note: '',
        corrects_id: null,
        correct_reason: '',
        created_name: doctor.name,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
    for (const tooth of SEXTANTS.flatMap(({ teeth }) => teeth))
      world.create(
        'perio_draft_tooth',
        {
          tenant_id: tenant,
          id: world.r.uuid(at),
          clinic_id: clinic.id,
          draft_id: row.id,
          tooth,
          cells: { ...cells[tooth] } as never,
          created_at: at,
          updated_at: at,
        },
        doctor,
        at,
      )
  }
}
