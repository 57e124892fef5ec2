import type { Allergy, DrugFacts } from '@dentin/clinical/drug-checks/index'
import { weeksPregnant } from '@dentin/clinical/pregnancy'
import { allergiesHeld, checkedAllergy } from '@dentin/clinical/drug-checks/allergy-list'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { prescriptionStates, type WrittenLine } from '@dentin/contract'
import { addDays, ageOn, formatDate, today, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { recordForPrescription, type RecordForPrescription } from '../record/index.ts'
import { readLines } from './stored.ts'
import { writtenDose } from './rules.ts'

/** For whom, and what is known beside the file. Null: not said. */
export interface Asked {
  patientId: string
  recordId: string | null
  weightKg: number | null
  pregnancy: 'no' | 'pregnant' | 'lactating' | 'unknown' | null
  pregnancyWeek: number | null
}

const file = select(
  columns(
    'patient',
    'p',
    'gender',
    'birth_day',
    'allergy_flag',
    'allergy_history',
    'systemic_diseases',
    'medication_history',
    'pregnant_since',
  ),
  { allergies: sql<unknown>`p.allergies` },
)
const former = select(columns('prescription', 'x', 'prescribed_at', 'days'), { items: sql<unknown>`x.items` })

/** A prescription longer ago is not taken any more: the longest is for 90 days, and what ended 14 days ago is forgotten. */
const LOOK_BACK_DAYS = 105
const [MALE, FEMALE] = [0, 1]

type Said = Omit<Asked, 'patientId' | 'recordId'>

/** What was said at the visit stands where the prescription says nothing, and where neither does, what the file says. */
function settled(asked: Asked, record: RecordForPrescription | undefined, weeksByFile: number | null): Said {
  const noted = record?.condition.pregnancy === 'unknown' ? null : record?.condition.pregnancy
  return {
    weightKg: asked.weightKg ?? record?.condition.weight ?? null,
    pregnancy: asked.pregnancy ?? noted ?? (weeksByFile === null ? null : 'pregnant'),
    pregnancyWeek: asked.pregnancyWeek ?? record?.condition.pregnancyWeek ?? weeksByFile,
  }
}

/**
 * What is known of a patient for the drug checks: the file, the visit, and what the whole company prescribed of late.
 * @param except the prescription that is being written
 * @throws AppError NOT_FOUND for a record of somebody else, RX_PREGNANCY for a man
 */
export async function factsFor(
  context: ClinicContext,
  asked: Asked,
  except: string | null,
): Promise<{ facts: DrugFacts; said: Said }> {
  const { tx, clinicId } = context
  const day = today(tx.now)
  const [patient, record, recent] = await Promise.all([
    tx.need(file.keptFrom`patient p where ${tx.own('p')} and p.id = ${asked.patientId}`),
    asked.recordId === null ? undefined : recordForPrescription(tx, clinicId, asked.recordId),
    tx.rows(
      former.keptFrom`prescription x where ${tx.own('x')} and x.patient_id = ${asked.patientId} and x.id is distinct from ${except}::uuid
          and x.status in ${codes(prescriptionStates, 'inForce')} and x.prescribed_at >= ${addDays(day, -LOOK_BACK_DAYS)}::date
        order by x.prescribed_at, x.id`,
    ),
  ])
  if (asked.recordId !== null && record?.patientId !== asked.patientId) throw fieldError('NOT_FOUND', 'recordId')
  const said = settled(asked, record, weeksPregnant(patient.pregnantSince, day))
  if (patient.gender === MALE && (asked.pregnancy === 'pregnant' || asked.pregnancy === 'lactating'))
    throw fieldError('RX_PREGNANCY', 'pregnancy')
  return {
    said,
    facts: {
      ...factsOfFile(patient, said, day),
      recent: recent.flatMap(({ items, prescribedAt, days }) =>
        readLines(items).map((line) => ({
          drugId: line.code,
          name: line.name,
          dailyMg: writtenDose(line).dailyMg,
          endsOn: addDays(formatDate(prescribedAt), Math.min(days, line.days) - 1),
        })),
      ),
      items: record?.operations ?? [],
    },
  }
}

/** What a file says of somebody's health, as its columns hold it. */
interface FileHealth {
  gender: number | null
  birthDay: LocalDate | null
  allergyFlag: number
  allergyHistory: string | null
  allergies: unknown
  systemicDiseases: readonly string[]
  medicationHistory: string | null
}

/** What is known of a patient by the file and what was said on the day; nothing was prescribed, nothing is done. */
export function factsOfFile(file: FileHealth, said: Said, day: LocalDate): DrugFacts {
  const { birthDay } = file
  const { pregnancy } = said
  return {
    today: day,
    age: birthDay === null || birthDay > day ? null : ageOn(birthDay, day).years,
    sex: file.gender === MALE ? 'male' : file.gender === FEMALE ? 'female' : null,
    weightKg: said.weightKg,
    pregnancy:
      pregnancy === 'pregnant'
        ? { state: 'pregnant', week: said.pregnancyWeek }
        : { state: pregnancy === 'no' || pregnancy === 'lactating' ? 'notPregnant' : 'unknown' },
    lactating: pregnancy === 'lactating' ? true : pregnancy === 'no' || pregnancy === 'pregnant' ? false : null,
    // An empty list may be one that nobody has asked for.
    diseases: file.systemicDiseases.length > 0 ? file.systemicDiseases : null,
    allergies: file.allergyFlag === 2 ? null : allergiesOf(file),
    medicines: file.medicationHistory ? [file.medicationHistory] : null,
    recent: [],
    items: [],
  }
}

/** An allergy that nobody named is one all the same, and said to be unchecked. */
function allergiesOf({ allergyFlag, allergyHistory, allergies }: FileHealth): Allergy[] {
  const held = allergiesHeld(allergyFlag, allergyHistory ?? '', storedAllergies(allergies)).map(checkedAllergy)
  const isUnnamed = allergyFlag === 1 && !held.some(({ status }) => status === 'active')
  return isUnnamed ? [...held, { class: null, text: '', status: 'active', kind: 'allergy', reaction: 'unknown' }] : held
}

/** Lines as the checks read them. */
export const prescribed = (
  lines: readonly (Pick<WrittenLine, 'singleDose' | 'doseUnit' | 'spec' | 'frequency'> & {
    code: string | null
    name: string
  })[],
) => lines.map((line) => ({ drugId: line.code, name: line.name, dailyMg: writtenDose(line).dailyMg }))
