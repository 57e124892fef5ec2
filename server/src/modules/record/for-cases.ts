import type { RecordContent } from '@dentin/contract'
import { orthoPlanText } from '@dentin/contract/core/ortho-words'
import { recordKinds, type RecordType } from '@dentin/contract/core/record-kinds'
import { recordStates } from '@dentin/contract/core/status'
import { sectionLines } from '@dentin/contract/record-words'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { readable } from './access.ts'
import { picturesOnRecord, type PictureOnRecord } from './images.ts'
import { ageAt, readContent, summaryOf } from './rules.ts'

const written = select(
  columns('medical_record', 'r', 'id', 'patient_id', 'visit_time'),
  columns('patient', 'p', 'gender', 'birth_day'),
  named('patient', 'p', { patientName: 'name' }),
  { content: sql<unknown>`r.content`, recordType: sql<RecordType>`r.record_type` },
)

/** What a record tells of a treatment, without who was treated; whose it is stands beside. */
export interface RecordForCase {
  recordId: string
  recordType: RecordType
  patientId: string
  patientName: string
  gender: number
  /** In years on the day of the visit; null when nobody knows. */
  age: number | null
  chiefComplaint: string
  diagnosis: string
  plan: string
  treatment: string
  teeth: string
  images: PictureOnRecord[]
}

function orthoPlansOf({ orthoExam }: RecordContent): string[] {
  const plans = orthoExam?.plans ?? []
  const chosen = plans.filter((plan) => plan.chosen)
  return (chosen.length > 0 ? chosen : plans).map((plan) => orthoPlanText({ ...plan, fee: null }))
}

/** A record that the person may read, not a deleted one. @throws AppError NOT_FOUND */
export async function recordForCase(context: ClinicContext, id: string): Promise<RecordForCase> {
  const { tx } = context
  const row = await tx.need(
    written.from`medical_record r join patient p on ${tx.own('p')} and p.id = r.patient_id
      where ${tx.own('r')} and r.id = ${id} and r.status not in ${codes(recordStates, 'deleted')} and ${readable(context)}`,
  )
  const content = readContent(row.content)
  const { diagnosisText, treatmentText, teeth } = summaryOf(content)
  const { own, more } = recordKinds[row.recordType]
  const ownWords = [...own, ...more]
    .flatMap((key) => sectionLines(content, key))
    .map(({ text }) => text)
    .join('；')
  return {
    recordId: row.id,
    recordType: row.recordType,
    patientId: row.patientId,
    patientName: row.patientName,
    gender: row.gender,
    age: ageAt(row.birthDay, formatDate(row.visitTime)),
    chiefComplaint: content.chiefComplaint,
    diagnosis: diagnosisText,
    plan: [
      ...content.plans.map((each) => each.content),
      // Of an examination for braces the plan that was chosen; none was: all that are proposed.
      ...orthoPlansOf(content),
    ]
      .filter(Boolean)
      .join('；'),
    // A visit in braces is told by its own section.
    treatment: treatmentText || ownWords,
    teeth,
    images: await picturesOnRecord(context, row.id),
  }
}
