import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { allergiesFrom, allergiesHeld, allergyText, unitedAllergies } from '@dentin/clinical/drug-checks/allergy-list'
import { weeksPregnant } from '@dentin/clinical/pregnancy'
import { storedAllergies } from '@dentin/contract/patient-fields/allergies'
import { NOT_PREGNANT, pregnancyWords, readPregnancy } from '@dentin/contract/core/pregnancy-words'
import { addDays, formatDate, type LocalDate } from '@dentin/kit'
import type { RecordFactKey } from '@dentin/contract/record'
import { sql } from 'kysely'
import { columns, named, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { changeFile } from '../patient/index.ts'
import { readable } from './access.ts'
import { denies } from './words.ts'

const MALE = 0
/** What the file holds of each, in characters. */
const HOLDS: Readonly<Record<RecordFactKey, number>> = {
  pastHistory: 500,
  familyHistory: 500,
  allergyHistory: 200,
  pregnancy: 20,
}

const facts = select(
  columns('patient', 'p', 'past_history', 'family_history', 'allergy_flag', 'allergy_history', 'systemic_diseases'),
  columns('patient', 'p', 'gender', 'pregnant_since'),
  { allergies: sql<unknown>`p.allergies` },
)
/** What the file says of the facts that a record writes too. */
export interface FileFacts {
  pastHistory: string
  familyHistory: string
  allergyFlag: number
  allergyHistory: string
  systemicDiseases: readonly string[]
  pregnantSince: LocalDate | null
}

/** The words of the file as a record of a visit on a day (YYYY-MM-DD) would be prefilled with them. */
export const factWords = (
  { pastHistory, familyHistory, allergyFlag, allergyHistory, systemicDiseases, pregnantSince }: FileFacts,
  day: LocalDate,
): Record<RecordFactKey, string> => ({
  pastHistory: [systemicDiseases.join('、'), pastHistory].filter(Boolean).join('；'),
  familyHistory,
  allergyHistory: allergyFlag === 0 ? '否认药物过敏史' : allergyFlag === 1 ? allergyHistory : '',
  pregnancy: wordsOfWeeks(weeksPregnant(pregnantSince, day)),
})

const wordsOfWeeks = (weeks: number | null) => (weeks === null ? '' : (pregnancyWords('pregnant', weeks) ?? ''))

const whose = select(
  columns('medical_record', 'r', 'patient_id', 'record_no', 'visit_time'),
  named('patient', 'p', { name: 'name' }),
)

/**
 * Writes what a record says of a history or an allergy into the patient's file, when the file still says what the person saw.
 * An allergy that the file knows is never denied or dropped from here.
 */
export async function keepInFile(
  context: ClinicContext,
  { id, fact, text, seen }: ParsedInput<typeof contract.record.keepInFile>,
): Promise<HandlerOutput<typeof contract.record.keepInFile>> {
  const { tx } = context
  const record = await tx.need(
    whose.keptFrom`medical_record r join patient p on ${tx.own('p')} and p.id = r.patient_id
      where ${tx.own('r')} and r.id = ${id} and ${readable(context)}`,
  )
  const file = await tx.need(
    facts.keptFrom`patient p where ${tx.own('p')} and p.id = ${record.patientId} for no key update of p`,
  )
  const day = formatDate(record.visitTime)
  if (factWords(file, day)[fact] !== seen) throw new AppError('FILE_FACT_CHANGED')
  const diseases = file.systemicDiseases.join('、')
  const isDenied = fact === 'allergyHistory' && denies(text)
  if (isDenied && file.allergyFlag === 1) throw fieldError('FILE_ALLERGY_KNOWN', 'text')
  const kept =
    fact === 'pastHistory' && diseases !== '' && text.startsWith(diseases)
      ? text.slice(diseases.length).replace(/^[；;，,。\s]+/, '')
      : text
  const held = allergiesHeld(file.allergyFlag, file.allergyHistory, storedAllergies(file.allergies))
  // Nothing that the file knows is dropped for what a record says.
  const allergies = isDenied ? held : unitedAllergies(held, allergiesFrom(text, [], day))
  const size = fact === 'allergyHistory' ? allergyText(allergies).length : kept.length
  if (size > HOLDS[fact]) throw fieldError('BAD_INPUT', 'text', `档案里这一项最多 ${HOLDS[fact]} 字`)
  const patch = {
    pastHistory: { past_history: kept },
    familyHistory: { family_history: kept },
    allergyHistory: {
      allergy_flag: isDenied ? 0 : 1,
      allergy_history: allergyText(allergies),
      allergies: JSON.stringify(allergies),
    },
    pregnancy: fact === 'pregnancy' ? { pregnant_since: startOf(text, day, file.gender) } : {},
  }[fact]
  await changeFile(tx, { id: record.patientId }, patch, { reason: `病历 ${record.recordNo} 写回` })
  tx.publish('patient', record.patientId)
  tx.publish('record', id)
  const now = await tx.need(facts.keptFrom`patient p where ${tx.own('p')} and p.id = ${record.patientId}`)
  return factWords(now, day)
}

/** From which day the weeks of a pregnancy are counted that a record of a day speaks of; null: there is none. */
function startOf(text: string, day: LocalDate, gender: number | null): LocalDate | null {
  if (text === NOT_PREGNANT) return null
  const said = readPregnancy(text)
  if (!said) throw fieldError('BAD_INPUT', 'text', '请写明是否妊娠和孕周')
  if (gender === MALE) throw fieldError('BAD_INPUT', 'text', '男性患者不能写妊娠')
  return addDays(day, -7 * (said.week ?? 0))
}
