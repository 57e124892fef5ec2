import { perioProposal, perioSummary, SEXTANTS, type PerioCells, type PerioStage } from '@dentin/clinical/perio/index'
import { recordContent } from '@dentin/contract'
import { perioAnswers, perioPlan, type PerioAnswers, type PerioDiagnosis, type PerioPlan } from '@dentin/contract/perio'
import { ageOn } from '@dentin/kit'
import { HASH_VERSION, sealOf, type Sealed } from '../../../src/modules/perio/hash.ts'
import { wordsOf, worseStage } from '../../../src/modules/perio/rules.ts'
import type { Visit } from '../events.ts'
import type { Clinic } from '../organisation.ts'
import type { Patient } from '../story/patients.ts'
import type { Listener } from '../story.ts'
import type { World } from '../world.ts'
import { chartAt, drawMouth, type Healing } from './perio/healing.ts'
import { KindRecords, type Begun, type Whose } from './record/kind-records.ts'

const PERIODONTAL = 3
/** Minutes from the beginning of an examination to its snapshot, and to the record's signature. */
const CHARTING = 20
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

const none = { S1: [], S2: [], S3: [], S4: [], S5: [], S6: [] }

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
  #chart(
    whose: Treated,
    begun: Begun,
    {
      cells,
      answers,
      previousStage,
      nth,
    }: {
      cells: PerioCells
      answers: PerioAnswers
      previousStage: PerioStage | null
      nth: number
    },
  ): PerioStage | null {
    const { world } = this
    const { patient, doctor, clinic } = whose
    const { at } = begun
    const age = ageOn(patient.birth, world.date(begun.day)).years
    const summary = perioSummary(cells)
    const proposal = perioProposal(cells, answers, { age, previousStage })
    const { stage, grade, extent, gingivitis } = proposal
    const diagnosis: PerioDiagnosis | null =
      proposal.kind === 'open' || (proposal.kind === 'periodontitis' && stage === null)
        ? null
        : { kind: proposal.kind, stage, grade, extent, gingivitis, reason: '' }
    const plan = planFor(cells, nth)
    const sealed: Sealed = {
      id: world.r.uuid(at),
      recordId: world.r.uuid(at),
      patientId: patient.id,
      doctorId: doctor.id,
      doctorName: doctor.name,
      examinedAt: at,
      age,
      cells,
      summary,
      answers,
      proposal,
      diagnosis,
      plan,
      note: '',
      correctsId: null,
      correctReason: '',
      sealedName: doctor.name,
      sealedAt: new Date(at.getTime() + CHARTING * 60_000),
    }
    const hash = sealOf(sealed)
    world.put('perio_chart', {
      tenant_id: clinic.company.tenantId,
      id: sealed.id,
      clinic_id: clinic.id,
      chart_no: '',
      patient_id: patient.id,
      record_id: sealed.recordId,
      doctor_id: doctor.id,
      doctor_name: doctor.name,
      examined_at: at,
      age,
      cells: cells as never,
      summary: summary as never,
      answers: answers as never,
      proposal: proposal as never,
      diagnosis: diagnosis as never,
      plan: plan as never,
      note: '',
      corrects_id: null,
      correct_reason: '',
      hash,
      hash_version: HASH_VERSION,
      sealed_by: doctor.id,
      sealed_name: doctor.name,
      sealed_at: sealed.sealedAt,
    })
    const content = this.#text(whose, nth, {
      chartId: sealed.id,
      hash,
      words: wordsOf(sealed, summary),
    })
    this.#records.write(whose, begun, {
      id: sealed.recordId,
      content,
      visitKind: nth === 0 ? 1 : 2,
      signed: true,
    })
    return worseStage(previousStage, stage)
  }

  #text(whose: Treated, nth: number, section?: { chartId: string; hash: string; words: string[] }) {
    const { r } = this.world
    return recordContent.parse({
      chiefComplaint:
        nth === 0 ? r.pick(['牙龈出血、肿胀半年', '刷牙出血 3 个月，牙松', '口腔异味半年']) : '牙周治疗后复查',
      interval: nth === 0 ? '' : '刷牙出血减轻，咀嚼有力。',
      pastHistory: '否认系统病史',
      allergyHistory: '否认药物过敏史',
      diagnoses: [{ teeth: 'FM', icdCode: 'K05.3', icdName: '慢性牙周炎', kind: 1 }],
      treatments: section
        ? [{ teeth: 'FM', content: nth === 0 ? '全口超声洁治，口腔卫生指导。' : '残留牙周袋再刮治，抛光，卫生指导。' }]
        : [],
      advice: '早晚巴氏刷牙，每日使用牙线与牙间隙刷。',
      nextVisit: { days: nth === 0 ? 7 : 90, remark: nth === 0 ? '龈下刮治' : '牙周维护' },
      ...(section ? { perio: section } : {}),
    })
  }

  /** An examination that somebody has begun and not finished. */
  #draft(whose: Treated, begun: Begun, cells: PerioCells): void {
    const { world } = this
    const { patient, doctor, clinic } = whose
    const { at } = begun
    const tenant = clinic.company.tenantId
    const recordId = world.r.uuid(at)
    this.#records.write(whose, begun, { id: recordId, content: this.#text(whose, 1), visitKind: 2, signed: false })
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

/** What is planned: everything at first, what is still deep later, then maintenance. */
function planFor(cells: PerioCells, nth: number): PerioPlan {
  const isDeep = (teeth: readonly string[]) =>
    teeth.some((tooth) => [0, 1, 2, 3, 4, 5].some((site) => Number(cells[tooth]?.[`pd.${site as 0}`] ?? 0) >= 5))
  const sextants = Object.fromEntries(
    SEXTANTS.map(({ key, teeth }) => [
      key,
      [...(nth === 0 ? ['scaling'] : []), ...(isDeep(teeth) ? ['debridement', 'rootPlaning'] : [])],
    ]),
  )
  return perioPlan.parse({ sextants: { ...none, ...sextants }, maintenanceMonths: nth === 0 ? null : 3 })
}
