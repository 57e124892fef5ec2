import { amendRequestStates, recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { clinicSettings } from '../clinic/index.ts'
import { notify } from '../messaging/index.ts'
import { patientBriefs } from '../patient/index.ts'
import { holdersOf } from '../staff/index.ts'
import { lockRecord, move, type Standing, type Status } from './standing.ts'

type Calls = typeof contract.record

/** What a signature sets: whether a superior signs too, as the clinic says of whoever signs. An earlier one is gone. */
export async function awaitsSuperior(context: ClinicContext, record: Standing) {
  const { countersigned } = await clinicSettings(context.tx, record.clinicId)
  return {
    countersign_due: countersigned.includes(context.employeeId),
    countersigned_by: null,
    countersigned_name: null,
    countersigned_at: null,
    sent_back_note: null,
    sent_back_name: null,
  }
}

/** The superior's signature under a signed record; or sends it back with a reason, for its doctor to amend. */
export async function countersignRecord(
  context: ClinicContext,
  { id, version, pass, note }: ParsedInput<Calls['countersign']>,
): Promise<Status> {
  const { tx } = context
  const record = await lockRecord(context, id)
  if (recordStates.is(record.status, 'deleted')) throw new AppError('RECORD_DELETED')
  if (!recordStates.is(record.status, 'signed') || !record.countersignDue) throw new AppError('RECORD_REVIEW_NONE')
  if (record.signDoctorId === context.employeeId) throw new AppError('RECORD_REVIEW_OWN')
  if (!pass && note === '') throw fieldError('RECORD_REASON_REQUIRED', 'note')
  const who = { countersigned_by: context.employeeId, countersigned_name: context.actorName, countersigned_at: tx.now }
  const isFiled = pass && record.archivedAt !== null
  const moved = await move(context, record, isFiled ? recordStates.code.archived : record.status, {
    version,
    action: pass ? 'countersign' : 'send-back',
    reason: note || undefined,
    patch: pass
      ? {
          countersign_due: false,
          ...who,
          sent_back_note: null,
          sent_back_name: null,
          ...(isFiled ? { archived_at: tx.now } : {}),
        }
      : { sent_back_note: note, sent_back_name: context.actorName },
  })
  if (!pass)
    await tell(context, record, [record.doctorId], {
      title: '病历被上级退回',
      body: `${await nameOf(tx, record)} 的病历：${note}。请修订后再签名。`,
    })
  return moved
}

const requests = select(
  columns('record_amend_request', 'q', 'id', 'record_id', 'status', 'asked_by', 'asked_name', 'version'),
)

/** Asks to amend a record that is filed. */
export async function askToAmend(
  context: ClinicContext,
  { id, reason }: ParsedInput<Calls['askAmend']>,
): Promise<HandlerOutput<Calls['askAmend']>> {
  const { tx } = context
  const record = await lockRecord(context, id)
  if (recordStates.is(record.status, 'deleted')) throw new AppError('RECORD_DELETED')
  if (record.doctorId !== context.employeeId) throw new AppError('RECORD_NOT_YOURS')
  if (!recordStates.may('amendArchived', record.status)) throw new AppError('STATUS_CHANGED')
  const made = await tx.insert(
    'record_amend_request',
    {
      id: uuidv7(),
      clinic_id: record.clinicId,
      record_id: id,
      status: amendRequestStates.code.open,
      reason,
      asked_by: context.employeeId,
      asked_name: context.actorName,
      asked_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { action: 'ask-amend', patientId: record.patientId, reason },
  )
  const heads = await holdersOf(tx, record.clinicId, ['admin', 'director'])
  await tell(
    context,
    record,
    heads.filter((head) => head !== context.employeeId),
    { title: `${context.actorName}申请修订已归档的病历`, body: `${await nameOf(tx, record)} 的病历：${reason}` },
  )
  tx.publish('record', id)
  return { id: made.id }
}

/** Grants or refuses what somebody else asked. */
export async function decideAmend(
  context: ClinicContext,
  { id, version, grant, note }: ParsedInput<Calls['decideAmend']>,
): Promise<HandlerOutput<Calls['decideAmend']>> {
  const { tx } = context
  const asked = await tx.need(
    requests.keptFrom`record_amend_request q
      where ${tx.own('q')} and q.clinic_id = ${context.clinicId} and q.id = ${id} for no key update of q`,
  )
  if (asked.askedBy === context.employeeId) throw new AppError('RECORD_REVIEW_OWN')
  if (!amendRequestStates.may('decide', asked.status)) throw new AppError('AMEND_REQUEST_DECIDED')
  if (!grant && note === '') throw fieldError('RECORD_REASON_REQUIRED', 'note')
  const record = await lockRecord(context, asked.recordId)
  const row = await tx.update(
    'record_amend_request',
    { id, version },
    {
      status: grant ? amendRequestStates.code.granted : amendRequestStates.code.refused,
      decided_by: context.employeeId,
      decided_name: context.actorName,
      decided_at: tx.now,
      note,
    },
    { action: grant ? 'grant-amend' : 'refuse-amend', patientId: record.patientId, ...(note && { reason: note }) },
  )
  await tell(context, record, [asked.askedBy], {
    title: grant ? '修订申请已同意' : '修订申请被拒绝',
    body: `${await nameOf(tx, record)} 的病历${note ? `：${note}` : ''}`,
  })
  tx.publish('record', asked.recordId)
  return { id: row.id, status: row.status, version: row.version }
}

/** Takes the approval with which a filed record is opened or taken away; it is good for once. @throws RECORD_ARCHIVED without one */
export async function takeApproval(context: ClinicContext, record: Standing): Promise<void> {
  const { tx } = context
  const granted = await tx.row(
    requests.keptFrom`record_amend_request q
      where ${tx.own('q')} and q.record_id = ${record.id} and q.asked_by = ${context.employeeId}
        and q.status in ${codes(amendRequestStates, 'granted')} for no key update of q`,
  )
  if (!granted) throw new AppError('RECORD_ARCHIVED')
  await tx.update(
    'record_amend_request',
    { id: granted.id, version: granted.version },
    { status: amendRequestStates.code.used },
    { action: 'use-amend', patientId: record.patientId },
  )
}

const shown = select(
  columns('record_amend_request', 'q', 'id', 'version', 'status', 'reason', 'asked_by', 'asked_name', 'asked_at'),
  columns('record_amend_request', 'q', 'decided_name', 'note'),
)

/** The request to amend a record that was made last. */
export const lastRequest = (tx: TenantTx, recordId: string): Promise<RowIn<typeof shown> | undefined> =>
  tx.row(
    shown.keptFrom`record_amend_request q where ${tx.own('q')} and q.record_id = ${recordId}
      order by q.asked_at desc, q.id desc limit 1`,
  )

const nameOf = async (tx: TenantTx, { patientId, recordNo }: Standing): Promise<string> =>
  `${(await patientBriefs(tx, [patientId])).get(patientId)?.name ?? ''} ${recordNo}`

const tell = (
  { tx }: ClinicContext,
  { id, clinicId }: Standing,
  employeeIds: readonly string[],
  words: { title: string; body: string },
) =>
  notify(tx, {
    clinicId,
    employeeIds: [...employeeIds],
    category: 'reception',
    link: `/patientMedicalRecord?id=${id}`,
    ...words,
  })
