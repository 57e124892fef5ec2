import { recordStates } from '@dentin/contract/core/status'
import { isBlank } from '@dentin/contract/record-words'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { readable } from './access.ts'
import { readContent } from './rules.ts'

const written = select(columns('medical_record', 'r', 'patient_id', 'doctor_id', 'diagnosis_text'), {
  content: sql<unknown>`r.content`,
})

/** What a record plans, for a treatment plan: its rows with their teeth as stored text. */
export interface RecordForPlan {
  patientId: string
  doctorId: string
  diagnosisText: string
  /** tariffIds: the items that the doctor has chosen. */
  rows: { teeth: string; content: string; tariffIds?: string[] | undefined }[]
}

/** The plans of a record of the clinic that the person may read, not of a deleted one; those that say something. */
export async function recordForPlan(context: ClinicContext, id: string): Promise<RecordForPlan> {
  const { tx, clinicId } = context
  const { content, ...row } = await tx.need(
    written.from`medical_record r where ${tx.own('r')} and r.clinic_id = ${clinicId} and r.id = ${id}
      and r.status not in ${codes(recordStates, 'deleted')} and ${readable(context)} for no key update of r`,
  )
  return { ...row, rows: readContent(content).plans.filter((each) => !isBlank(each)) }
}
