import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { missingKinds, MOST_STAGES_LISTED } from '@dentin/contract/picture'
import { addDays, formatDate, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { mustBeFree } from './extension-points.ts'
import { readable } from './access.ts'

type Calls = typeof contract.picture

const listed = select(
  columns('image_stage', 's', 'id', 'name', 'stage_time', 'clinic_id', 'patient_id', 'version'),
  named('clinic', 'c', { clinicName: 'name' }),
  { kinds: sql<number[]>`coalesce(k.kinds, '{}')`, count: sql<number>`coalesce(k.count, 0)` },
)

/** A patient's stages, the newest first, with what each lacks of the nine. */
export async function stagesOf(
  context: ClinicContext,
  { patientId }: { patientId: string },
): Promise<HandlerOutput<Calls['stages']>> {
  const { tx, clinicId } = context
  await mustReachPatient(context, patientId)
  const rows = await tx.rows(
    listed.keptFrom`image_stage s join clinic c on ${tx.own('c')} and c.id = s.clinic_id
      left join lateral (select (array_agg(distinct i.type) filter (where not i.hidden))::int[] as kinds, count(*)::int as count from clinic_image i
        where ${tx.own('i')} and i.image_stage_id = s.id and i.deleted_at is null) k on true
      where ${tx.own('s')} and s.patient_id = ${patientId} and s.deleted_at is null and ${readable(context, 's')}
      order by s.stage_time desc, s.id desc limit ${MOST_STAGES_LISTED}`,
  )
  return rows.map(({ kinds, ...row }) => ({ ...row, missing: missingKinds(kinds), here: row.clinicId === clinicId }))
}

/** Nobody takes pictures of the day after tomorrow. */
function mustBePast(context: ClinicContext, day: LocalDate): void {
  if (day > addDays(formatDate(context.tx.now), 1)) throw fieldError('BAD_INPUT', 'stageTime', '阶段日期不能晚于明天')
}

export async function addStage(
  context: ClinicContext,
  input: ParsedInput<Calls['addStage']>,
): Promise<HandlerOutput<Calls['addStage']>> {
  const { tx, clinicId } = context
  mustBeHere(context, input.clinicId)
  mustBePast(context, input.stageTime)
  await mustReachPatient(context, input.patientId, 'patientId')
  const row = await tx.insert(
    'image_stage',
    {
      id: uuidv7(),
      clinic_id: clinicId,
      patient_id: input.patientId,
      name: input.name,
      stage_time: input.stageTime,
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: input.patientId },
  )
  tx.publish('picture', row.id)
  return { id: row.id, version: row.version }
}

/** A clinic that is named is the one at hand: pictures are kept where they are taken. */
export function mustBeHere({ clinicId }: ClinicContext, named: string | null): void {
  if (named !== null && named !== clinicId) throw fieldError('NOT_FOUND', 'clinicId')
}

const found = select(columns('image_stage', 's', 'id', 'patient_id', 'name', 'clinic_id', 'version'))
export type Stage = RowIn<typeof found>

/** A stage of the clinic at hand, locked so that no picture comes to one that goes. @throws AppError NOT_FOUND at the field */
export async function stageHere(context: ClinicContext, id: string, field?: string): Promise<Stage> {
  const { tx, clinicId } = context
  const row = await tx.row(
    found.keptFrom`image_stage s where ${tx.own('s')} and s.id = ${id} and s.clinic_id = ${clinicId} and s.deleted_at is null
      for no key update of s`,
  )
  if (!row) throw field ? fieldError('NOT_FOUND', field) : new AppError('NOT_FOUND')
  await mustReachPatient(context, row.patientId)
  return row
}

export async function updateStage(
  context: ClinicContext,
  input: ParsedInput<Calls['updateStage']>,
): Promise<HandlerOutput<Calls['updateStage']>> {
  const { tx } = context
  mustBePast(context, input.stageTime)
  const { patientId } = await stageHere(context, input.stageId)
  const row = await tx.update(
    'image_stage',
    { id: input.stageId, ...(input.version === null ? {} : { version: input.version }) },
    { name: input.name, stage_time: input.stageTime, updated_at: tx.now },
    { patientId },
  )
  tx.publish('picture', row.id)
  return { id: row.id, version: row.version }
}

const counted = select({ id: sql<string>`i.id` })
const liveOf = (tx: TenantTx, stageId: string) =>
  tx.rows(
    counted.keptFrom`clinic_image i where ${tx.own('i')} and i.image_stage_id = ${stageId} and i.deleted_at is null
      order by i.id for no key update of i`,
  )

/** Deletes a stage; its pictures move to another one, or go to the bin with it. */
export async function removeStage(
  context: ClinicContext,
  { id, moveTo, withPictures }: ParsedInput<Calls['removeStage']>,
): Promise<null> {
  const { tx } = context
  const stage = await stageHere(context, id)
  const { patientId } = stage
  const pictures = (await liveOf(tx, id)).map((row) => row.id)
  if (pictures.length > 0) {
    if (moveTo === null && !withPictures)
      throw new AppError('STAGE_HAS_PICTURES', {
        message: `该阶段有 ${pictures.length} 张图片：移动到其他阶段，或一并删除（30 天内可恢复）`,
        data: { count: pictures.length },
      })
    if (moveTo !== null) {
      const target = moveTo === id ? null : await stageHere(context, moveTo, 'moveTo')
      if (target?.patientId !== patientId) throw fieldError('NOT_FOUND', 'moveTo')
      await tx.updateAll('clinic_image', pictures, { image_stage_id: target.id, updated_at: tx.now }, { patientId })
    } else {
      await mustBeFree(tx, pictures)
      const gone = { deleted_at: tx.now, deleted_name: context.actorName, updated_at: tx.now }
      await tx.updateAll('clinic_image', pictures, gone, { patientId, action: 'delete' })
    }
  }
  await tx.update(
    'image_stage',
    { id },
    { deleted_at: tx.now, updated_at: tx.now },
    { patientId, action: 'delete', reason: stage.name },
  )
  tx.publish('picture', id)
  return null
}
