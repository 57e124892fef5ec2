import { spotCheckStates, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { gradeOf } from '@dentin/contract/core/quality-grades'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../../platform/database/select.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { notify } from '../../messaging/index.ts'
import { mustReachRow, reachOf } from '../../staff/index.ts'
import { CHECK } from '../access.ts'
import { boundsOf, firstSignatures } from './within.ts'

type Calls = typeof contract.recordQuality
type Changed = HandlerOutput<Calls['review']>

const candidate = select(columns('medical_record', 'r', 'id', 'doctor_id', 'patient_id'), {
  versionNo: sql<number>`r.version_no`,
  isDrawn: sql<boolean>`r.is_drawn`,
})

/**
 * Draws some records of every doctor of a month. Their order comes from month and record alone: whoever draws again, draws
 * the same ones, and can't go on drawing until a wanted one comes.
 */
export async function drawSpotChecks(
  context: ClinicContext,
  { month, count }: ParsedInput<Calls['draw']>,
): Promise<HandlerOutput<Calls['draw']>> {
  const { tx, clinicId, employeeId } = context
  const rows = await tx.rows(
    candidate.from`(select r.id, r.doctor_id, r.patient_id,
          (select max(x.version_no) from medical_record_version x where ${tx.own('x')} and x.record_id = r.id) as version_no,
          exists (select 1 from record_spot_check k where ${tx.own('k')} and k.record_id = r.id) as is_drawn,
          row_number() over (partition by r.doctor_id order by md5(${month}::text || r.id::text)) as place
        from ${firstSignatures(context, boundsOf(month))} and r.doctor_id <> ${employeeId}) r
      where r.place <= ${count} order by r.doctor_id, r.place`,
  )
  if (rows.length === 0) throw new AppError('SPOT_CHECK_NONE')
  const written = await tx.insertNew(
    'record_spot_check',
    rows
      .filter(({ isDrawn }) => !isDrawn)
      .map(({ id, doctorId, versionNo }) => ({
        id: uuidv7(),
        clinic_id: clinicId,
        record_id: id,
        version_no: versionNo,
        month,
        doctor_id: doctorId,
        status: spotCheckStates.code.drawn,
        drawn_by: employeeId,
        drawn_at: tx.now,
        created_at: tx.now,
        updated_at: tx.now,
      })),
    'record_spot_check_record_key',
  )
  tx.publish('record', null)
  return { drawn: written.length, doctors: new Set(rows.map(({ doctorId }) => doctorId)).size }
}

const standing = select(
  columns('record_spot_check', 'k', 'id', 'clinic_id', 'record_id', 'doctor_id', 'status', 'reviewer_id', 'month'),
  columns('medical_record', 'r', 'record_no', 'patient_id'),
)

const lockCheck = ({ tx, clinicId }: ClinicContext, id: string): Promise<RowIn<typeof standing>> =>
  tx.need(
    standing.keptFrom`record_spot_check k join medical_record r on ${tx.own('r')} and r.id = k.record_id
      where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.id = ${id} for no key update of k`,
  )

/** What somebody else than the author thinks of a drawn record. */
export async function reviewSpotCheck(
  context: ClinicContext,
  { id, version, score, defects, remark }: ParsedInput<Calls['review']>,
): Promise<Changed> {
  const { tx } = context
  const check = await lockCheck(context, id)
  await mustReachRow(context, reachOf(context, CHECK), { clinicId: check.clinicId, doctorIds: [check.doctorId] })
  if (check.doctorId === context.employeeId) throw new AppError('SPOT_CHECK_OWN')
  if (!spotCheckStates.may('review', check.status)) throw new AppError('STATUS_CHANGED')
  const row = await tx.update(
    'record_spot_check',
    { id, version },
    {
      status: spotCheckStates.after('review'),
      score,
      defects: [...new Set(defects)],
      remark,
      reviewer_id: context.employeeId,
      reviewer_name: context.actorName,
      reviewed_at: tx.now,
    },
    { action: 'review', patientId: check.patientId },
  )
  await tell(context, check, check.doctorId, {
    title: `病历抽查：${check.recordNo} 得 ${score} 分（${gradeOf(score)}）`,
    body: remark || '没有写意见。请看过后答复。',
  })
  tx.publish('record', check.recordId)
  return { id: row.id, status: row.status, version: row.version }
}

/** What the author answers. */
export async function replySpotCheck(
  context: ClinicContext,
  { id, version, reply }: ParsedInput<Calls['reply']>,
): Promise<Changed> {
  const { tx } = context
  const check = await lockCheck(context, id)
  if (check.doctorId !== context.employeeId) throw new AppError('SPOT_CHECK_NOT_YOURS')
  if (!spotCheckStates.may('reply', check.status)) throw new AppError('STATUS_CHANGED')
  const row = await tx.update(
    'record_spot_check',
    { id, version },
    { status: spotCheckStates.after('reply'), reply, replied_at: tx.now },
    { action: 'reply', patientId: check.patientId },
  )
  if (check.reviewerId)
    await tell(context, check, check.reviewerId, {
      title: `${context.actorName}答复了病历抽查 ${check.recordNo}`,
      body: reply,
    })
  tx.publish('record', check.recordId)
  return { id: row.id, status: row.status, version: row.version }
}

const tell = (
  { tx }: ClinicContext,
  { clinicId, month, doctorId }: RowIn<typeof standing>,
  employeeId: string,
  words: { title: string; body: string },
) =>
  notify(tx, {
    clinicId,
    employeeIds: [employeeId],
    category: 'reception',
    link: `/patientMedicalRecord?tab=quality&month=${month}&doctor=${doctorId}&drawn=1`,
    ...words,
  })
