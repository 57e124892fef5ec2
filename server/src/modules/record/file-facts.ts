import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { RecordFactKey } from '@dentin/contract/record'
import { columns, named, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { changeFile } from '../patient/index.ts'
import { readable } from './access.ts'
import { denies } from './words.ts'

/** What the file holds of each, in characters. */
const HOLDS: Readonly<Record<RecordFactKey, number>> = { pastHistory: 500, familyHistory: 500, allergyHistory: 200 }

const facts = select(
  columns('patient', 'p', 'past_history', 'family_history', 'allergy_flag', 'allergy_history', 'systemic_diseases'),
)
/** What the file says of the facts that a record writes too. */
export interface FileFacts {
  pastHistory: string
  familyHistory: string
  allergyFlag: number
  allergyHistory: string
  systemicDiseases: readonly string[]
}

/** The words of the file as a record would be prefilled with them. */
export const factWords = ({
  pastHistory,
  familyHistory,
  allergyFlag,
  allergyHistory,
  systemicDiseases,
}: FileFacts): Record<RecordFactKey, string> => ({
  pastHistory: [systemicDiseases.join('、'), pastHistory].filter(Boolean).join('；'),
  familyHistory,
  allergyHistory: allergyFlag === 0 ? '否认药物过敏史' : allergyFlag === 1 ? allergyHistory : '',
})

const whose = select(columns('medical_record', 'r', 'patient_id', 'record_no'), named('patient', 'p', { name: 'name' }))

/** Allergies of the file and of a record together: none of the file's is dropped. */
function united(known: string, said: string): string {
  const there = known.split(/[、，,；;。\s]+/).filter(Boolean)
  return there.every((each) => said.includes(each)) ? said : `${known}、${said}`
}

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
  if (factWords(file)[fact] !== seen) throw new AppError('FILE_FACT_CHANGED')
  const diseases = file.systemicDiseases.join('、')
  const isDenied = fact === 'allergyHistory' && denies(text)
  if (isDenied && file.allergyFlag === 1) throw fieldError('FILE_ALLERGY_KNOWN', 'text')
  const kept =
    fact === 'pastHistory' && diseases !== '' && text.startsWith(diseases)
      ? text.slice(diseases.length).replace(/^[；;，,。\s]+/, '')
      : fact === 'allergyHistory' && file.allergyFlag === 1
        ? united(file.allergyHistory, text)
        : text
  if (kept.length > HOLDS[fact]) throw fieldError('BAD_INPUT', 'text', `档案里这一项最多 ${HOLDS[fact]} 字`)
  const patch = {
    pastHistory: { past_history: kept },
    familyHistory: { family_history: kept },
    allergyHistory: isDenied ? { allergy_flag: 0, allergy_history: '' } : { allergy_flag: 1, allergy_history: kept },
  }[fact]
  await changeFile(tx, { id: record.patientId }, patch, { reason: `病历 ${record.recordNo} 写回` })
  tx.publish('patient', record.patientId)
  tx.publish('record', id)
  const now = await tx.need(facts.keptFrom`patient p where ${tx.own('p')} and p.id = ${record.patientId}`)
  return factWords(now)
}
