import { spotCheckStates, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { GRADE_A_FROM, GRADE_B_FROM } from '@dentin/contract/core/quality-grades'
import { sql } from 'kysely'
import { columns, named, perhaps, select } from '../../../platform/database/select.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { CHECK } from '../access.ts'
import type { QualityItem } from '../quality.ts'
import { ruleName } from './figures.ts'
import { boundsOf, firstSignatures } from './within.ts'

type Calls = typeof contract.recordQuality
type Page = HandlerOutput<Calls['records']>

const listed = select(
  columns('medical_record', 'r', 'record_no', 'doctor_id', 'visit_time', 'diagnosis_text'),
  named('medical_record', 'r', { recordId: 'id' }),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
  named('patient', 'p', { patientId: 'id', patientName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
  named('medical_record_version', 'v', { score: 'quality_score', signedAt: 'signed_at' }),
  perhaps(
    named('record_spot_check', 'k', {
      checkId: 'id',
      checkVersion: 'version',
      checkStatus: 'status',
      checkScore: 'score',
      checkDefects: 'defects',
      checkRemark: 'remark',
      reviewerName: 'reviewer_name',
      reviewedAt: 'reviewed_at',
      reply: 'reply',
      repliedAt: 'replied_at',
    }),
  ),
  { items: sql<QualityItem[] | null>`v.quality_items` },
)
const grades = {
  甲: sql`v.quality_score >= ${sql.lit(GRADE_A_FROM)}`,
  乙: sql`v.quality_score >= ${sql.lit(GRADE_B_FROM)} and v.quality_score < ${sql.lit(GRADE_A_FROM)}`,
  丙: sql`v.quality_score < ${sql.lit(GRADE_B_FROM)}`,
}

/** The records behind a figure, with what was found in each, and its spot check. */
export async function qualityRecords(context: ClinicContext, input: ParsedInput<Calls['records']>): Promise<Page> {
  const { tx } = context
  const { doctorId, grade, rule, drawn, pageNum, pageSize } = input
  // The joins come before the condition that `firstSignatures` ends with.
  const from = sql`(select r.*, v.quality_score, v.quality_items, v.signed_at, v.id as version_id
      from ${firstSignatures(context, boundsOf(input.month))}
        ${doctorId ? sql`and r.doctor_id = ${doctorId}` : sql``} ${grade ? sql`and ${grades[grade]}` : sql``}
        ${rule ? sql`and v.quality_items @> ${JSON.stringify([{ rule }])}::jsonb` : sql``}) r
    join medical_record_version v on ${tx.own('v')} and v.id = r.version_id
    join patient p on ${tx.own('p')} and p.id = r.patient_id
    join employee d on ${tx.own('d')} and d.id = r.doctor_id
    left join record_spot_check k on ${tx.own('k')} and k.record_id = r.id
    where ${drawn === 1 ? sql`k.id is not null` : sql`true`}`
  const rows = await tx.rows(
    listed.from`${from} order by v.signed_at desc, r.id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
  )
  const { total } = await tx.need(select({ total: sql<number>`count(*)::int` }).from`${from}`)
  return {
    list: rows.map((row) => {
      const { items, checkId, checkVersion, checkStatus, checkScore, checkDefects, checkRemark, ...rest } = row
      const { reviewerName, reviewedAt, reply, repliedAt, ...shown } = rest
      const isOwn = row.doctorId === context.employeeId
      return {
        ...shown,
        items: (items ?? []).map(({ rule: id, message, points }) => ({
          rule: id,
          name: ruleName(id),
          message,
          points,
        })),
        spotCheck:
          checkId === null || checkStatus === null
            ? null
            : {
                id: checkId,
                version: checkVersion ?? 1,
                status: checkStatus,
                score: checkScore,
                defects: checkDefects ?? [],
                remark: checkRemark ?? '',
                reviewerName,
                reviewedAt,
                reply: reply ?? '',
                repliedAt,
                can: {
                  review: context.can(CHECK) && !isOwn && spotCheckStates.may('review', checkStatus),
                  reply: isOwn && spotCheckStates.may('reply', checkStatus),
                },
              },
      }
    }),
    total,
    pageNum,
    pageSize,
  }
}
