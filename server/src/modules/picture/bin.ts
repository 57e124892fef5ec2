import type { contract, HandlerOutput } from '@dentin/contract'
import { BIN_DAYS } from '@dentin/contract/picture'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { dropFiles } from '../../platform/files/store.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import { readable } from './access.ts'
import { DRAW, keepDrawn } from './drawing.ts'
import { mustBeFree } from './extension-points.ts'
import { pictureHere } from './images.ts'
import { twin } from './taking-in.ts'

type Calls = typeof contract.picture
const DAY_MS = 86_400_000
/** At most so many of one company in one night; the rest the next one. */
const AT_ONCE = 500

/** Puts a picture into the bin. */
export async function removePicture(context: ClinicContext, { id }: { id: string }): Promise<null> {
  const { tx } = context
  const picture = await pictureHere(context, id)
  await mustBeFree(tx, [id])
  await tx.update(
    'clinic_image',
    { id },
    { deleted_at: tx.now, deleted_name: context.actorName, updated_at: tx.now },
    { action: 'delete', patientId: picture.patientId, reason: picture.photoName },
  )
  tx.publish('picture', picture.imageStageId)
  return null
}

const binned = select(
  columns('clinic_image', 'i', 'id', 'photo_name', 'type', 'deleted_name'),
  named('image_stage', 's', { stageName: 'name' }),
  { deletedAt: sql<Date>`i.deleted_at` },
)
const binEnds = (now: Date) => new Date(now.getTime() - BIN_DAYS * DAY_MS)

/** What of a patient may still be taken back. */
export async function binOf(
  context: ClinicContext,
  { patientId }: { patientId: string },
): Promise<HandlerOutput<Calls['bin']>> {
  const { tx, clinicId } = context
  await mustReachPatient(context, patientId)
  const rows = await tx.rows(
    binned.from`clinic_image i join image_stage s on ${tx.own('s')} and s.id = i.image_stage_id
      where ${tx.own('i')} and i.patient_id = ${patientId} and i.clinic_id = ${clinicId} and i.deleted_at >= ${binEnds(tx.now)} and ${readable(context, 'i')}
      order by i.deleted_at desc, i.id limit 500`,
  )
  const left = (from: Date) => Math.ceil((from.getTime() - binEnds(tx.now).getTime()) / DAY_MS)
  return rows.map((row) => ({ ...row, daysLeft: Math.max(0, left(row.deletedAt)) }))
}

const stageOf = select(columns('image_stage', 's', 'id', 'deleted_at'))

/** Takes a picture back out of the bin, and its stage with it. */
export async function restorePicture(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<Calls['restore']>> {
  const { tx } = context
  const picture = await pictureHere(context, id, sql`i.deleted_at >= ${binEnds(tx.now)}`)
  const stage = await tx.need(
    stageOf.keptFrom`image_stage s where ${tx.own('s')} and s.id = ${picture.imageStageId} for no key update of s`,
  )
  if (await twin(tx, stage.id, picture.sha256)) throw new AppError('PICTURE_TWICE')
  const note = { action: 'restore', patientId: picture.patientId, reason: picture.photoName }
  if (stage.deletedAt) await tx.update('image_stage', { id: stage.id }, { deleted_at: null, updated_at: tx.now }, note)
  const back = { deleted_at: null, deleted_name: '', updated_at: tx.now }
  const row = await tx.update('clinic_image', { id }, back, note)
  tx.publish('picture', stage.id)
  return { id, version: row.version }
}

const due = select(columns('clinic_image', 'i', 'id', 'patient_id', 'file_id', 'photo_name'))
const copies = select(columns('clinic_image_copy', 'c', 'file_id'))
const objects = select(columns('clinic_image_object', 'x', 'id', 'file_id'))
const empty = select(columns('image_stage', 's', 'id', 'patient_id'))

const unnamedFiles = select({ id: sql<string>`x.id` })

/** Which of these files no picture names any more: the same drawing may be of several. */
async function unnamed(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    unnamedFiles.from`unnest(${ids}::uuid[]) x(id) where not exists (select 1 from clinic_image i where ${tx.own('i')} and i.file_id = x.id)`,
  )
  return rows.map(({ id }) => id)
}

/** Removes for good what was binned long enough. @returns how many pictures, and under which keys their objects lie */
export async function emptyBin(tx: TenantTx): Promise<{ gone: number; keys: string[] }> {
  const before = binEnds(tx.now)
  const rows = await tx.rows(
    due.from`clinic_image i where ${tx.own('i')} and i.deleted_at < ${before} order by i.deleted_at limit ${sql.lit(AT_ONCE)} for update of i skip locked`,
  )
  const files: string[] = []
  for (const { id, patientId, fileId, photoName } of rows) {
    const drawn = await tx.rows(copies.keptFrom`clinic_image_copy c where ${tx.own('c')} and c.image_id = ${id}`)
    await tx.rows(
      keptSql`delete from clinic_image_copy where tenant_id = ${tx.tenantId} and image_id = ${id} returning id`,
    )
    await tx.remove('clinic_image', { id }, { patientId, action: 'purge', reason: photoName })
    files.push(fileId, ...drawn.map((each) => each.fileId))
  }
  const stages = await tx.rows(
    empty.from`image_stage s where ${tx.own('s')} and s.deleted_at < ${before}
      and not exists (select 1 from clinic_image i where ${tx.own('i')} and i.image_stage_id = s.id) limit ${sql.lit(AT_ONCE)}`,
  )
  for (const { id, patientId } of stages) await tx.remove('image_stage', { id }, { patientId, action: 'purge' })
  return { gone: rows.length, keys: await dropFiles(tx, await unnamed(tx, files)) }
}

/** Forgets objects of which nobody made a picture within a day. @returns under which keys they lie */
async function dropUnused(tx: TenantTx): Promise<string[]> {
  const before = new Date(tx.now.getTime() - DAY_MS)
  const rows = await tx.rows(
    objects.from`clinic_image_object x where ${tx.own('x')} and x.created_at < ${before} order by x.created_at limit ${sql.lit(AT_ONCE)} for update of x skip locked`,
  )
  if (rows.length === 0) return []
  await tx.rows(
    keptSql`delete from clinic_image_object where tenant_id = ${tx.tenantId} and id = any(${rows.map(({ id }) => id)}::uuid[]) returning id`,
  )
  return dropFiles(
    tx,
    rows.map(({ fileId }) => fileId),
  )
}

/** Draws what is shown; at night empties the bin and forgets what nobody used. */
export function definePictureJobs(services: Services): void {
  const { jobs, database, files } = services
  jobs.define(DRAW, (data) => keepDrawn(services, data as { tenantId: string; id: string }))
  jobs.define('picture.empty-bin', async (_data, { signal, log }) => {
    const week = (now: Date) => new Date(now.getTime() - 7 * DAY_MS)
    await database.withPlatform((tx) =>
      tx.rows(keptSql`delete from image_grant where expires_at < ${week(tx.realNow)} returning id`),
    )
    for (const tenantId of await database.withPlatform(companies)) {
      if (signal.aborted) return
      const { gone, keys } = await database.withTenant(tenantId, 'all', emptyBin)
      const unused = await database.withTenant(tenantId, 'all', dropUnused)
      for (const key of [...keys, ...unused]) await files.remove(key)
      if (gone + unused.length > 0) log.info({ tenantId, gone, unused: unused.length }, 'pictures removed')
    }
  })
  jobs.schedule('picture.empty-bin', '50 3 * * *')
}
