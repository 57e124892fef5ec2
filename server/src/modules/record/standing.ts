import type { contract, HandlerOutput, RecordContent, RecordType } from '@dentin/contract'
import type { RecordOrigin } from '@dentin/contract/core/record-origins'
import { sql, type RawBuilder } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { readContent, type VisitKind } from './rules.ts'

export type Status = HandlerOutput<typeof contract.record.sign>

export const standing = select(
  columns(
    'medical_record',
    'r',
    'id',
    'clinic_id',
    'patient_id',
    'treatment_id',
    'registration_id',
    'doctor_id',
    'status',
    'status_before_delete',
    'version',
    'visit_time',
    'amend_reason',
    'record_no',
    'sign_doctor_id',
    'countersign_due',
    'archived_at',
  ),
  columns('patient', 'p', 'gender', 'birth_day'),
  { visitKind: sql<VisitKind>`r.visit_kind`, origin: sql<RecordOrigin>`r.origin`, content: sql<unknown>`r.content` },
  { recordType: sql<RecordType>`r.record_type` },
)
export type Standing = RowIn<typeof standing>

/** The record as it stands, locked until the end of the transaction. Only of the person's own clinic. */
export async function lockRecord(context: ClinicContext, id: string): Promise<Standing> {
  const { tx } = context
  return tx.need(
    standing.keptFrom`medical_record r
        join patient p on ${tx.own('p')} and p.id = r.patient_id
        where ${tx.own('r')} and r.clinic_id = ${context.clinicId} and r.id = ${id}
        for no key update of r`,
  )
}

/** When the text of a record was first signed, as a statement of one row: what is amended later was written in time. */
export const firstSignature = (tx: TenantTx, recordId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select min(x.signed_at) from medical_record_version x where ${tx.own('x')} and x.record_id = ${recordId}`

const newest = select({ content: sql<unknown>`v.content` })

/** What was signed last of a record: an amendment that is not signed yet says nothing of the mouth. */
export async function signedText(tx: TenantTx, recordId: string): Promise<RecordContent> {
  const { content } = await tx.need(
    newest.keptFrom`medical_record_version v where ${tx.own('v')} and v.record_id = ${recordId} order by v.version_no desc limit 1`,
  )
  return readContent(content)
}

interface Step {
  version: number
  action: string
  reason?: string | undefined
  patch?: {
    content?: string
    plan_line_ids?: string[]
    sign_doctor_id?: string
    sign_time?: Date
    sign_hash?: string
    dept_name?: string
    amend_reason?: string | null
    status_before_delete?: number | null
    countersign_due?: boolean
    countersigned_by?: string | null
    countersigned_name?: string | null
    countersigned_at?: Date | null
    sent_back_note?: string | null
    sent_back_name?: string | null
    archived_at?: Date | null
  }
}

/** One step of the state machine, with its audit row and its line in the status log. */
export async function move(
  context: Pick<ClinicContext, 'tx'>,
  record: Standing,
  to: number,
  step: Step,
): Promise<Status> {
  const { tx } = context
  const row = await tx.update(
    'medical_record',
    { id: record.id, version: step.version },
    { status: to, ...step.patch },
    { action: step.action, patientId: record.patientId, ...(step.reason ? { reason: step.reason } : {}) },
  )
  await tx.logStatus('medical_record', record.id, record.clinicId, record.status, to, step.reason)
  tx.publish('record', record.id)
  tx.publish('patient', record.patientId)
  return { id: row.id, status: row.status, version: row.version }
}
