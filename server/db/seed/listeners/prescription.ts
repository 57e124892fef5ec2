import { checkDrugs, listedDrugs } from '@dentin/clinical/drug-checks/index'
import { drugTexts, prescriptionStates, type RxFinding } from '@dentin/contract'
import { ageOn, fen, fenToYuan, formatDate, sum } from '@dentin/kit'
import { platformDrugId } from '../../../src/modules/drug/ids.ts'
import { factsOfFile, prescribed } from '../../../src/modules/prescription/facts.ts'
import {
  amountOf,
  doseFindings,
  inOrder,
  kindFor,
  quantityOf,
  shownFinding,
  summaryOf,
  type KeptLine,
  type Override,
} from '../../../src/modules/prescription/rules.ts'
import { storeFindings, storeLines, storeOverrides } from '../../../src/modules/prescription/stored.ts'
import { courses, refusals, type DemoLine, forChild, unitPrices } from '../catalogue/prescriptions.ts'
import type { Clinic, Company, Staff } from '../organisation.ts'
import type { Listener } from '../story.ts'
import type { Doc, Person, Row, World } from '../world.ts'

/** How many prescriptions the demo has, how many of them were handed back, and how many went against a check. */
const [COUNT, REFUSED, OVERRIDDEN] = [300, 20, 6]
/** No patient gets a second one within so many days: the same class would block. */
const APART_DAYS = 21

export const prescription: Listener = {
  module: 'prescription',
  dice: 'own',
  hear: ({ world, companies }) => ({
    presentReached() {
      const [company] = companies
      if (company) new Prescriptions(world, company).make()
    },
  }),
}

const states = prescriptionStates.code
/** What nobody has done with it yet. */
export const NOTHING_YET = {
  refused_by: null,
  refused_name: null,
  refused_at: null,
  refused_reason: null,
  audited_by: null,
  audited_name: null,
  audited_at: null,
  audit_note: '',
  dispensed_by: null,
  dispensed_name: null,
  dispensed_at: null,
  returned_by: null,
  returned_name: null,
  returned_at: null,
  return_reason: null,
  voided_by: null,
  voided_name: null,
  voided_at: null,
  void_reason: null,
}
/** Every so many-th of the grown-ups came with pain outside of an appointment; the usual length of such a prescription. */
const [EMERGENCY_EVERY, EMERGENCY_DAYS] = [18, 3]
const minutes = (at: Date, n: number) => new Date(at.getTime() + n * 60_000)

/** Prescriptions of signed records, by the checks of the product. */
class Prescriptions {
  readonly #clinics: ReadonlyMap<string, Clinic>
  readonly #last = new Map<string, Date>()
  #made = 0
  #refused = 0
  #overridden = 0

  constructor(
    readonly world: World,
    readonly company: Company,
  ) {
    this.#clinics = new Map(company.clinics.map((clinic) => [clinic.id, clinic]))
  }

  make(): void {
    const { world, company } = this
    const patients = new Map(world.rows('patient').map((row) => [row.id, row]))
    const [first] = company.clinics
    const records = world
      .rows('medical_record')
      .filter((row) => row.tenant_id === company.tenantId && row.status === 2 && (row.sign_time as Date) < world.now)
      .sort((a, b) => (b.visit_time as Date).getTime() - (a.visit_time as Date).getTime())
    for (const record of records) {
      if (this.#made >= COUNT) break
      const patient = patients.get(record.patient_id)
      const clinic = this.#clinics.get(record.clinic_id)
      // The first clinic in full, of the others a third.
      if (!patient || patient.status !== 0 || !clinic || (clinic !== first && !world.r.chance(0.33))) continue
      const course = courses.find(({ words }) => words.test(record.diagnosis_text ?? ''))
      if (course && world.r.chance(course.often)) this.#write(record, patient, clinic, course.lines)
    }
    world.number(
      'prescription',
      () => 'CF',
      (row) => row.prescribed_at as Date,
      (row, _count, text) => world.note(row, { rx_no: text() }),
    )
  }

  /** This morning's that nobody has looked at yet. They cost something: the bill is made when they are audited. */
  #waits = (at: Date, number: number) => formatDate(at) === this.world.today && number % 2 === 1

  #write(record: Row<'medical_record'>, patient: Row<'patient'>, clinic: Clinic, written: readonly DemoLine[]): void {
    const { world } = this
    const at = minutes(record.sign_time as Date, -2)
    const before = this.#last.get(patient.id)
    if (before && before.getTime() - at.getTime() < APART_DAYS * 86_400_000) return
    const doctor = clinic.doctors.find(({ id }) => id === record.doctor_id)
    const auditor = clinic.doctors.find(({ id }) => id !== record.doctor_id)
    const nurse = clinic.onShifts.find(({ post }) => post === 'nurse')
    if (!doctor || !auditor || !nurse) return
    const day = formatDate(at)
    const age = patient.birth_day ? ageOn(patient.birth_day as string, day).years : null
    if (age === null || age < 3) return
    // Children are dosed by weight.
    const weightKg = age < 14 ? age * 2 + 8 : null
    const isEmergency = weightKg === null && this.#made % EMERGENCY_EVERY === EMERGENCY_EVERY - 1
    const facts = factsOfFile(patientFacts(patient), { weightKg, pregnancy: null, pregnancyWeek: null }, day)
    const chosen = weightKg === null ? written : [forChild(weightKg)]
    const lines = chosen
      .map((line) => (isEmergency ? { ...line, days: Math.min(line.days, EMERGENCY_DAYS) } : line))
      .map((line) => keptLine(line, at, nurse, this.#waits(at, this.#made + 1) ? unitPrices : {}))
    const dosed = lines.flatMap((line) => doseFindings({ ...line, skinTest: 'none', texts: textsOf(line.code) }, facts))
    const findings = inOrder([...checkDrugs(prescribed(lines), facts), ...dosed].map(shownFinding))
    const grave = findings.filter(({ severity }) => severity === '阻断')
    if (grave.length > 0 && this.#overridden >= OVERRIDDEN) return
    if (grave.length > 0) this.#overridden += 1
    const overrides = answersTo(findings, doctor, auditor, at)
    this.#last.set(patient.id, at)
    this.#made += 1
    const doc = world.create(
      'prescription',
      {
        tenant_id: record.tenant_id,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        rx_no: '',
        patient_id: patient.id,
        record_id: record.id,
        doctor_id: doctor.id,
        kind: kindFor(isEmergency ? 'emergency' : 'ordinary', facts.age),
        diagnosis: record.diagnosis_text ?? '',
        items: storeLines(lines),
        summary: summaryOf(lines),
        total_amount: fenToYuan(sum(lines.map(({ amount }) => amount))),
        weight_kg: weightKg === null ? null : String(weightKg),
        pregnancy: null,
        pregnancy_week: null,
        days: Math.max(...lines.map(({ days }) => days)),
        long_reason: '',
        prescribed_at: at,
        valid_until: day,
        findings: storeFindings(findings),
        overrides: storeOverrides(overrides.filter(({ kind }) => kind !== 'second')),
        overridden: overrides.length > 0,
        status: states.waiting,
        ...NOTHING_YET,
        created_at: at,
        updated_at: at,
      },
      doctor,
      at,
      patient.id,
    )
    world.step('prescription', doc.row, null, states.waiting, doctor, at)
    this.#lead(doc, { doctor, auditor, nurse, overrides, isGrave: grave.length > 0 }, at)
  }

  /** What became of it: handed back, audited, handed out, sometimes brought back. */
  #lead(
    doc: Doc<'prescription'>,
    who: { doctor: Person; auditor: Person; nurse: Staff; overrides: readonly Override[]; isGrave: boolean },
    at: Date,
  ): void {
    const { world } = this
    const { doctor, auditor, nurse } = who
    const [seen, handed, back] = [minutes(at, 6), minutes(at, 14), minutes(at, 50)]
    const to = (status: number, by: Person, when: Date, action: string, patch: object, reason?: string) => {
      const from = doc.row.status
      world.change(doc, { ...patch, status }, by, when, { action, ...(reason ? { reason } : {}) })
      world.step('prescription', doc.row, from, status, by, when, reason)
    }
    if (seen > world.now) return
    if (!who.isGrave && this.#refused < REFUSED && this.#made % 14 === 3) {
      this.#refused += 1
      const reason = refusals[this.#refused % refusals.length] as string
      const refused = { refused_by: auditor.id, refused_name: auditor.name, refused_at: seen, refused_reason: reason }
      world.change(doc, refused, auditor, seen, { action: 'refuse', reason })
      if (handed > world.now) return
      const voided = {
        voided_by: doctor.id,
        voided_name: doctor.name,
        voided_at: handed,
        void_reason: '审核退回，不再开具',
      }
      to(states.void, doctor, handed, 'void', voided, voided.void_reason)
      return
    }
    // Of this morning's every other one still waits for its auditor, the rest for the nurse; some people never fetch theirs.
    if (this.#waits(at, this.#made)) return
    const audited = {
      audited_by: auditor.id,
      audited_name: auditor.name,
      audited_at: seen,
      overrides: storeOverrides(who.overrides),
    }
    to(states.audited, auditor, seen, 'audit', audited)
    if (handed > world.now || formatDate(at) === world.today || this.#made % 45 === 7) return
    to(states.dispensed, nurse, handed, 'dispense', {
      dispensed_by: nurse.id,
      dispensed_name: nurse.name,
      dispensed_at: handed,
    })
    if (back > world.now || this.#made % 37 !== 5) return
    const returned = {
      returned_by: nurse.id,
      returned_name: nurse.name,
      returned_at: back,
      return_reason: '患者改变主意，未拆封',
    }
    to(states.returned, nurse, back, 'return', returned, returned.return_reason)
  }
}

const patientFacts = (row: Row<'patient'>) => ({
  gender: (row.gender ?? null) as number | null,
  birthDay: (row.birth_day ?? null) as string | null,
  allergyFlag: (row.allergy_flag ?? 2) as number,
  allergyHistory: (row.allergy_history ?? null) as string | null,
  allergies: [],
  systemicDiseases: (row.systemic_diseases ?? []) as string[],
  medicationHistory: (row.medication_history ?? null) as string | null,
})

const listed = new Map(listedDrugs.map((drug) => [drug.id, drug]))
const textsOf = (code: string | null) => {
  const drug = listed.get(code ?? '')
  return drugTexts.parse({ adultDose: drug?.adultDose ?? '', childDose: drug?.pediatricDose ?? '' })
}

/**
 * A line as it is kept; what needs a skin test was tested before.
 * @param prices fen of a unit by the drug's code; what is not named costs nothing
 */
export function keptLine(
  line: DemoLine,
  at: Date,
  nurse: Person,
  prices: Readonly<Record<string, number>> = {},
): KeptLine {
  const { code, skinTest, ...rest } = line
  const written = {
    ...rest,
    drugId: platformDrugId(code),
    price: fen(prices[code] ?? 0),
    skinTest: 'none' as const,
    overstep: '',
  }
  const totalQty = quantityOf(written) ?? 1
  const isTested = skinTest === 'negative'
  return {
    ...written,
    code,
    name: listed.get(code)?.nameZh ?? code,
    form: '',
    totalQty,
    amount: amountOf(written.price, totalQty),
    skinTest,
    skinTestAt: isTested ? minutes(at, -15) : null,
    skinTestName: isTested ? nurse.name : null,
  }
}

/** A reason and a second signature under what blocks, a click under what warns. */
function answersTo(findings: readonly RxFinding[], doctor: Person, auditor: Person, at: Date): Override[] {
  return findings.flatMap(({ key, severity, text }): Override[] => {
    const said = { key, severity, text }
    if (severity === '强提示') return [{ ...said, kind: 'seen', reason: '', name: doctor.name, at }]
    if (severity !== '阻断') return []
    return [
      { ...said, kind: 'reason', reason: '既往用过同类药无不适，已向患者说明并观察', name: doctor.name, at },
      { ...said, kind: 'second', reason: '', name: auditor.name, at: minutes(at, 6) },
    ]
  })
}
