import type { OrthoTerms } from '@dentin/contract/core/ortho-words'
import { orthoStates } from '@dentin/contract/orthodontic'
import { LATE_DAYS } from '@dentin/clinical/orthodontics/course'
import { ageOn } from '@dentin/kit'
import type { Visit } from '../events.ts'
import type { Clinic, Doctor } from '../organisation.ts'
import type { Patient } from '../story/patients.ts'
import type { Listener, Scene } from '../story.ts'
import type { World } from '../world.ts'
import { slotsOf, type Slot } from './orthodontic/slots.ts'
import { examText, visitText } from './orthodontic/texts.ts'
import { KindRecords, type Begun } from './record/kind-records.ts'

/** Days between two visits, and from the first examination to the start. */
const EVERY = 34
const UNTIL_START = 21
/** Minutes from the beginning of a text to its signature. */
const WRITING = 6
const ORTHODONTIC = 2
/** A visit of the story that adjusts an appliance. */
const ADJUSTING = /正畸|矫/

/** A case before anything was chosen. */
const unplanned = {
  appliance: null,
  slot: null,
  plan_name: '',
  extraction: '',
  months: null,
  fee_total: null,
  down_payment: null,
  instalment_count: null,
  instalment_amount: null,
  instalment_day: null,
  retainer_upper: '',
  retainer_lower: '',
  retention_hours: null,
  retention_months: null,
  retention_plan: '',
  final_relation: '',
  satisfaction: null,
  remark: '',
}

interface Wearer {
  patient: Patient
  doctor: Doctor
  visits: { visit: Visit; at: Date }[]
}

/** Orthodontic cases over all states: those who wear braces in the story, and others whose appliance nobody tells of. */
export const orthodontic: Listener = {
  module: 'orthodontic',
  dice: 'own',
  hear: ({ world, companies, tell }) => {
    const [company] = companies
    const wearers = new Map<string, Wearer>()
    const opened: Patient[] = []
    return {
      fileOpened: ({ patient }) => void opened.push(patient),
      examined({ visit, at, ended }) {
        if (!ended || visit.patient.reserved || !ADJUSTING.test(visit.title)) return
        const known = wearers.get(visit.patient.id)
        if (known) known.visits.push({ visit, at })
        else wearers.set(visit.patient.id, { patient: visit.patient, doctor: visit.doctor, visits: [{ visit, at }] })
      },
      daysLived() {
        for (const [n, clinic] of (company?.clinics ?? []).entries()) {
          const worn = [...wearers.values()].filter(({ patient }) => patient.clinic === clinic)
          makeCases({ world, tell }, clinic, slotsOf(n === 0 ? 1 : 3), worn, opened)
        }
        world.number(
          'ortho_case',
          () => 'ZJ',
          (row) => row.created_at as Date,
          (row, _count, text) => world.note(row, { case_no: text() }),
        )
      },
    }
  },
}

const termsOf = (plan: Slot['plan']): OrthoTerms => ({
  appliance: plan.appliance,
  extraction: plan.extraction,
  months: plan.months,
  fee: {
    total: plan.fee_total,
    down: plan.down_payment,
    count: plan.instalment_count,
    each: plan.instalment_amount,
    day: plan.instalment_day,
  },
})

/** Fills the slots: those under treatment with those who wear braces, the others with patients of that age. */
type Teller = Pick<Scene, 'world' | 'tell'>

function makeCases(
  { world, tell }: Teller,
  clinic: Clinic,
  slots: readonly Slot[],
  worn: readonly Wearer[],
  opened: readonly Patient[],
): void {
  const records = new KindRecords(world, ORTHODONTIC, WRITING)
  const orthodontists = clinic.doctors.filter(({ skills }) => skills.includes('ortho'))
  if (orthodontists.length === 0) return
  const taken = new Set(worn.map(({ patient }) => patient.id))
  const free = opened
    .filter((patient) => patient.clinic === clinic && !patient.reserved && !taken.has(patient.id))
    .sort((a, b) => a.createdDay - b.createdDay)
  // Who has stayed away is late in the story too.
  const away = worn.filter(({ visits }) => (visits.at(-1)?.visit.day ?? 0) < -LATE_DAYS)
  const steady = worn.filter((wearer) => !away.includes(wearer))
  for (const slot of slots) {
    const isWorn = slot.kind === 'fixed' && slot.status === orthoStates.code.treating
    const wearer = isWorn ? (slot.late ? away : steady).shift() : undefined
    const at = free.findIndex((patient) => {
      const age = ageOn(patient.birth, world.today).years
      return age >= slot.ages[0] && age <= slot.ages[1] && patient.createdDay <= slot.last - UNTIL_START
    })
    const patient = wearer?.patient ?? (at < 0 ? undefined : free.splice(at, 1)[0])
    if (!patient) continue
    const picked = wearer?.doctor ?? world.r.pick(orthodontists)
    // Whoever is responsible for the file can open it; an orthodontist who never saw the patient could not.
    const responsible = clinic.doctors.find(({ id }) => id === patient.doc.row.resp_doctor_id)
    const doctor = wearer ? picked : (responsible ?? picked)
    makeCase({ world, tell }, records, { slot, patient, doctor, clinic, visits: wearer?.visits ?? [] })
  }
}

/** The days of the visits before those of the story, counted back from the last one, as far as the file is old. */
function daysOf(
  world: World,
  { slot, patient, visits }: { slot: Slot; patient: Patient; visits: Wearer['visits'] },
): number[] {
  const first = visits[0]?.visit.day ?? slot.last + EVERY
  const most = Math.floor((first - EVERY - UNTIL_START - patient.createdDay) / EVERY) + 1
  const count = Math.max(0, Math.min(slot.visits - visits.length, most))
  return Array.from({ length: count }, (_, n) => first - EVERY * (count - n) + (n === 0 ? 0 : world.r.int(-3, 3)))
}

function makeCase({ world, tell }: Teller, records: KindRecords, of: { slot: Slot; clinic: Clinic } & Wearer): void {
  const { slot, patient, doctor, clinic, visits } = of
  const { is, code } = orthoStates
  const treated = is(slot.status, 'treating', 'retention', 'ended', 'stopped')
  const before = treated ? daysOf(world, of) : []
  const told = visits.map(({ visit, at }): Begun => ({ day: visit.day, at, ids: visit.ids }))
  const days: Begun[] = [
    ...before.map((day) => ({ day, at: world.at(day, world.r.int(9 * 60, 17 * 60)), ids: null })),
    ...(treated ? told : []),
  ]
  const start = days[0]?.day ?? null
  if (treated && start === null) return
  const began = Math.max(patient.createdDay, (start ?? slot.last) - UNTIL_START)
  const beganAt = world.at(began, world.r.int(9 * 60, 16 * 60))
  const over = is(slot.status, 'retention', 'ended', 'stopped') ? (days.at(-1)?.day ?? 0) : null
  const doc = world.create(
    'ortho_case',
    {
      tenant_id: clinic.company.tenantId,
      id: world.r.uuid(beganAt),
      clinic_id: clinic.id,
      case_no: '',
      patient_id: patient.id,
      doctor_id: doctor.id,
      status: slot.status,
      began_on: world.date(began),
      start_date: start === null ? null : world.date(start),
      debond_date: over !== null && slot.status !== code.stopped ? world.date(over) : null,
      end_date:
        is(slot.status, 'ended', 'stopped') && over !== null
          ? world.date(Math.min(0, over + (slot.status === code.ended ? 180 : 0)))
          : null,
      stop_reason: slot.status === code.stopped ? world.r.pick(['转到外地就诊', '出国留学，转当地医生']) : '',
      ...unplanned,
      ...(is(slot.status, 'first', 'diagnosed') ? {} : slot.plan),
      created_name: doctor.name,
      created_at: beganAt,
      updated_at: beganAt,
    },
    doctor,
    beganAt,
    patient.id,
  )
  const path = [code.first, code.diagnosed, code.planning, code.treating, code.retention, code.ended]
  const steps =
    slot.status === code.stopped
      ? [...path.slice(0, 4), code.stopped]
      : path.slice(0, path.indexOf(slot.status as never) + 1)
  for (const [n, to] of steps.entries())
    world.step('ortho_case', doc.row, n === 0 ? null : (steps[n - 1] ?? null), to, doctor, beganAt)
  const whose = { patient, doctor, clinic }
  const recordId = records.write(
    whose,
    { day: began, at: beganAt, ids: null },
    { content: examText(world.r, doc.row.id, slot), visitKind: 1, signed: slot.status !== code.first },
  )
  for (const [n, each] of days.entries())
    records.write(whose, each, {
      content: visitText(world.r, doc.row.id, slot, n, days.length),
      visitKind: 2,
      signed: true,
    })
  if (is(slot.status, 'first', 'diagnosed')) return
  tell('caseTold', {
    ...whose,
    status: slot.status,
    recordId,
    caseId: doc.row.id,
    planName: slot.plan.plan_name,
    terms: termsOf(slot.plan),
    examinedAt: beganAt,
    debondedAt: is(slot.status, 'retention', 'ended') ? (days.at(-1)?.at ?? null) : null,
  })
}
