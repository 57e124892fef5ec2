import { checkDrugs } from '@dentin/clinical/drug-checks/index'
import { prescriptionStates } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { factsOfFile, prescribed } from '../../../src/modules/prescription/facts.ts'
import { inOrder, kindFor, shownFinding, summaryOf } from '../../../src/modules/prescription/rules.ts'
import { storeFindings, storeLines } from '../../../src/modules/prescription/stored.ts'
import { courses } from '../catalogue/prescriptions.ts'
import { keptLine, NOTHING_YET } from '../listeners/prescription.ts'
import type { Clinic } from '../organisation.ts'
import type { World } from '../world.ts'
import type { Sink } from './sink.ts'
import type { Charted, WrittenVisit } from './written.ts'

/** What a prescription needs to know of the record that it belongs to. */
interface OfRecord {
  tenant_id: string
  id: string
  diagnosis_text: string
  sign_time: Date
}

/** No patient gets a second one within so many days: the same class would block. */
const APART = 21 * 86_400_000
const minutes = (at: Date, n: number) => new Date(at.getTime() + n * 60_000)

/** Writes prescriptions of the large chain: audited by a colleague and handed out, none against a check of the product. */
export class Prescribing {
  readonly #last = new Map<string, number>()
  /** How many are behind their number: the next record that can have one gets it. */
  #owed = 0
  made = 0

  constructor(
    readonly world: World,
    readonly sink: Sink,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
    readonly most: number,
  ) {}

  /** One more is due with this record, or with the next that can have one. */
  write(record: OfRecord, person: Charted, visit: WrittenVisit): void {
    this.#owed += 1
    if (this.made < this.most && this.#written(record, person, visit)) this.#owed -= 1
  }

  /** A record for which none is due: it gets one that another could not have. */
  catchUp(record: OfRecord, person: Charted, visit: WrittenVisit): void {
    if (this.#owed > 0 && this.made < this.most && this.#written(record, person, visit)) this.#owed -= 1
  }

  #written(record: OfRecord, person: Charted, visit: WrittenVisit): boolean {
    const { world, sink } = this
    const { clinic, doctor } = visit
    const at = minutes(record.sign_time, -2)
    const course = courses.find(({ words }) => words.test(record.diagnosis_text))
    const auditor = clinic.doctors.find(({ id }) => id !== doctor.id)
    const nurse = clinic.onShifts.find(({ post }) => post === 'nurse')
    if (!course || !auditor || !nurse || at.getTime() - (this.#last.get(person.id) ?? 0) < APART) return false
    const day = formatDate(at)
    const facts = factsOfFile(factsOf(person), { weightKg: null, pregnancy: null, pregnancyWeek: null }, day)
    // Children are dosed by weight: nobody weighed them here.
    if (facts.age === null || facts.age < 14) return false
    const lines = course.lines.map((line) => keptLine(line, at, nurse))
    const findings = inOrder(checkDrugs(prescribed(lines), facts).map(shownFinding))
    if (findings.some(({ severity }) => severity !== '提示')) return false
    const [seen, handed] = [minutes(at, 6), minutes(at, 14)]
    if (handed > world.now) return false
    this.#last.set(person.id, at.getTime())
    this.made += 1
    sink.audited(
      'prescription',
      {
        tenant_id: record.tenant_id,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        rx_no: this.numberOf(clinic, 'CF', at),
        patient_id: person.id,
        record_id: record.id,
        doctor_id: doctor.id,
        kind: kindFor('ordinary', facts.age),
        diagnosis: record.diagnosis_text,
        items: storeLines(lines),
        summary: summaryOf(lines),
        total_amount: '0.00',
        weight_kg: null,
        pregnancy: null,
        pregnancy_week: null,
        days: Math.max(...lines.map(({ days }) => days)),
        long_reason: '',
        prescribed_at: at,
        valid_until: day,
        findings: storeFindings(findings),
        overrides: [],
        overridden: false,
        status: prescriptionStates.code.dispensed,
        ...NOTHING_YET,
        audited_by: auditor.id,
        audited_name: auditor.name,
        audited_at: seen,
        dispensed_by: nurse.id,
        dispensed_name: nurse.name,
        dispensed_at: handed,
        created_at: at,
        updated_at: handed,
        version: 1,
      },
      doctor,
      at,
      person.id,
    )
    return true
  }
}

const factsOf = ({ gender, birth, allergy, diseases }: Charted) => ({
  gender,
  birthDay: birth,
  allergyFlag: allergy ? 1 : 0,
  allergyHistory: allergy,
  allergies: [],
  systemicDiseases: [...diseases],
  medicationHistory: diseases.includes('抗凝药') ? '长期口服阿司匹林。' : '',
})
