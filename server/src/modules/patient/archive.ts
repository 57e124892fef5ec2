import { fileStates } from '@dentin/contract/core/status'
import { BIN_DAYS, type ArchiveStanding, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import { addDays, daysBetween, fenToYuan, formatDate, parseDate, today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, counted, fenOf, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { dictWord } from '../clinic/index.ts'
import { within, type Viewer } from './access.ts'
import { FACE, fieldsOf } from './fields.ts'
import { owedTo } from './sums.ts'
import { letGoOf, hindrancesOf } from './deletion-guards.ts'

const NORMAL = 0
const ARCHIVED = 1
const DELETED = 3

const fileId = select(columns('patient', 'p', 'id'))
const fileWithArrears = (tx: TenantTx, { clinicIds }: Viewer) =>
  select(columns('patient', 'p', 'id', 'name', 'medical_number', 'status', 'version'), {
    arrears: fenOf(owedTo(tx, clinicIds, sql`p.id`)),
  })
type FileRow = RowIn<ReturnType<typeof fileWithArrears>>

/** The files as they stand, in the order in which they are locked; NOT_FOUND when one is out of reach or gone. */
async function files(tx: TenantTx, ids: readonly string[], viewer: Viewer, locked: boolean): Promise<FileRow[]> {
  if (locked)
    await tx.rows(
      fileId.keptFrom`patient p where ${tx.own('p')} and p.id = any(${ids}::uuid[]) order by p.id for no key update`,
    )
  const rows = await tx.rows(
    fileWithArrears(tx, viewer).keptFrom`patient p left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
        where ${tx.own('p')} and p.id = any(${ids}::uuid[]) and p.status not in ${codes(fileStates, 'deleted')} and ${within(viewer.reach)}
        order by p.id`,
  )
  if (rows.length < ids.length) throw new AppError('NOT_FOUND')
  return rows
}

/** What stands in the way of archiving these patients, and what should be known first. */
export async function archiveStanding(
  tx: TenantTx,
  ids: readonly string[],
  viewer: Viewer,
): Promise<ArchiveStanding[]> {
  return standingOf(tx, await files(tx, ids, viewer, false), viewer)
}

async function standingOf(tx: TenantTx, rows: readonly FileRow[], viewer: Viewer): Promise<ArchiveStanding[]> {
  const open = await hindrancesOf(
    tx,
    'open',
    rows.map((row) => row.id),
  )
  return rows.map(({ id, name, medicalNumber, arrears }) => ({
    id,
    name,
    medicalNumber,
    blocks: open.get(id) ?? [],
    warnings: viewer.sees && arrears > 0 ? [`欠费 ${fenToYuan(arrears)} 元`] : [],
  }))
}

/** '张三（病历号 20260001）：有未来预约 …；李四…' and how many more. */
function inWords(blocked: readonly { name: string; medicalNumber: string; blocks: string[] }[]): string {
  const few = blocked.slice(0, 3).map((each) => `${each.name}（${each.medicalNumber}）${each.blocks.join('、')}`)
  return blocked.length > 3 ? `${few.join('；')}；另有 ${blocked.length - 3} 人` : few.join('；')
}

/** Archives files: all of them or none. What is booked or waiting blocks; debts are told before, by the check. */
export async function archivePatients(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.archive>,
  viewer: Viewer & { actorName: string },
): Promise<{ count: number }> {
  if ((await dictWord(tx, 'archive-reason', input.reason)) === null)
    throw fieldError('NOT_FOUND', 'reason', '没有这个归档原因，或已停用')
  const rows = await files(tx, input.patientIds, viewer, true)
  const gone = rows.find((row) => row.status !== NORMAL)
  if (gone) throw new AppError('PATIENT_NOT_ACTIVE', { message: `${gone.name} 的档案已归档或已合并` })
  const blocked = (await standingOf(tx, rows, viewer)).filter((each) => each.blocks.length > 0)
  if (blocked.length > 0)
    throw new AppError('PATIENT_ARCHIVE_BLOCKED', {
      message: `不能归档：${inWords(blocked)}`,
      data: { patients: blocked },
    })
  for (const { id } of rows) {
    await tx.update(
      'patient',
      { id },
      {
        status: ARCHIVED,
        archive_reason: input.reason,
        archive_remark: input.remark,
        archived_at: tx.now,
        archived_by: viewer.actorName,
      },
      { action: 'archive', patientId: id, ...(input.remark ? { reason: input.remark } : {}) },
    )
    tx.publish('patient', id, viewer.clinicId)
  }
  return { count: rows.length }
}

/** Opens archived files again. */
export async function unarchivePatients(
  tx: TenantTx,
  ids: readonly string[],
  viewer: Viewer,
): Promise<{ count: number }> {
  const rows = await files(tx, ids, viewer, true)
  if (rows.some((row) => row.status !== ARCHIVED)) throw new AppError('PATIENT_NOT_ARCHIVED')
  for (const { id } of rows) {
    await tx.update(
      'patient',
      { id },
      { status: NORMAL, archive_reason: null, archive_remark: '', archived_at: null, archived_by: '' },
      { action: 'unarchive', patientId: id },
    )
    tx.publish('patient', id, viewer.clinicId)
  }
  return { count: rows.length }
}

/** Puts files into the bin: all of them or none, and only those on which nothing hangs. */
export async function deletePatients(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.remove>,
  viewer: Viewer & { actorName: string },
): Promise<{ count: number }> {
  const rows = await files(tx, input.patientIds, viewer, true)
  const merged = rows.find((row) => row.status !== NORMAL && row.status !== ARCHIVED)
  if (merged) throw new AppError('PATIENT_NOT_ACTIVE', { message: `${merged.name} 的档案已合并，不能删除` })
  const kept = await hindrancesOf(tx, 'kept', input.patientIds)
  const blocked = rows.flatMap((row) => {
    const blocks = kept.get(row.id)
    return blocks ? [{ id: row.id, name: row.name, medicalNumber: row.medicalNumber, blocks }] : []
  })
  if (blocked.length > 0)
    throw new AppError('PATIENT_DELETE_BLOCKED', {
      message: `只能归档，不能删除：${inWords(blocked)}`,
      data: { patients: blocked },
    })
  for (const { id, status } of rows) {
    await tx.update(
      'patient',
      { id },
      { status: DELETED, deleted_at: tx.now, deleted_by: viewer.actorName, deleted_from: status },
      { action: 'bin', patientId: id, ...(input.reason ? { reason: input.reason } : {}) },
    )
    tx.publish('patient', id, viewer.clinicId)
  }
  return { count: rows.length }
}

/** Files deleted before this moment are gone for good. */
export const binEnds = (now: Date): Date => parseDate(addDays(today(now), -BIN_DAYS))

const binned = select(columns('patient', 'p', 'id'), { from: sql<number>`p.deleted_from` })

/** Takes files out of the bin, back to the state they had. */
export async function restorePatients(
  tx: TenantTx,
  ids: readonly string[],
  viewer: Viewer,
): Promise<{ count: number }> {
  const rows = await tx.rows(
    binned.from`patient p
        where ${tx.own('p')} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'deleted')} and p.deleted_at >= ${binEnds(tx.now)}
          and ${within(viewer.reach)} order by p.id for no key update of p`,
  )
  if (rows.length < ids.length) throw new AppError('PATIENT_BIN_GONE')
  for (const { id, from } of rows) {
    await tx.update(
      'patient',
      { id },
      { status: from, deleted_at: null, deleted_by: '', deleted_from: null },
      { action: 'restore', patientId: id },
    )
    tx.publish('patient', id, viewer.clinicId)
  }
  return { count: rows.length }
}

/**
 * What of the keyword stands in a file: name, number or mobile. The bin is not in the search, so it is read as text. A mobile
 * that is covered is found whole or by its last four.
 */
const holds = (keyword: string, { phones }: Viewer) => {
  const text = phones ? sql`p.search` : sql`replace(p.search, coalesce(nullif(p.mobile, ''), chr(1)), chr(1))`
  return sql`(${keyword} = '' or strpos(lower(${text}), lower(${keyword})) > 0 or strpos(p.medical_number, ${keyword}) > 0
    or p.mobile = ${keyword} or p.mobile_tail = ${keyword})`
}

const archivedList = select(
  columns('patient', 'p', 'id', 'archived_by'),
  fieldsOf(...FACE),
  named('patient', 'p', { remark: 'archive_remark' }),
  perhaps(named('dict_item', 'd', { reasonName: 'item' })),
  perhaps(columns('patient_stat', 's', 'last_visit_at')),
  { reason: sql<number>`p.archive_reason`, archivedAt: sql<Date>`p.archived_at` },
)

/** Archived files, the latest first. */
export async function archivedPatients(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.archivedList>,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.archivedList>> {
  const from = sql`patient p left join patient_stat s on ${tx.own('s')} and s.patient_id = p.id
    left join dict_item d on ${tx.own('d')} and d.type_code = 'archive-reason' and d.item_code = p.archive_reason::text
    where ${tx.own('p')} and p.status in ${codes(fileStates, 'archived')} and ${holds(input.keyword, viewer)}
      and (${input.reason ?? null}::int is null or p.archive_reason = ${input.reason ?? null}::int) and ${within(viewer.reach)}`
  const list = await tx.rows(
    archivedList.from`${from}
        order by p.archived_at desc, p.id desc limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const { total } = await tx.need(counted.from`${from}`)
  return {
    list,
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
  }
}

const binList = select(columns('patient', 'p', 'id', 'deleted_by', 'created_at'), fieldsOf(...FACE), {
  deletedAt: sql<Date>`p.deleted_at`,
})

/** What is in the bin, the latest first. */
export async function patientsInBin(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.binList>,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.binList>> {
  const from = sql`patient p
    where ${tx.own('p')} and p.status in ${codes(fileStates, 'deleted')} and p.deleted_at >= ${binEnds(tx.now)} and ${holds(input.keyword, viewer)}
      and ${within(viewer.reach)}`
  const list = await tx.rows(
    binList.from`${from}
        order by p.deleted_at desc, p.id desc limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  const { total } = await tx.need(counted.from`${from}`)
  return {
    list: list.map((row) => ({
      ...row,
      daysLeft: BIN_DAYS - daysBetween(formatDate(row.deletedAt), today(tx.now)),
    })),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
  }
}

/** Removes one file for good, with what its module alone knows of it. Locked first: a restore at the same time waits and finds nothing. */
export async function removeForGood(tx: TenantTx, id: string, before: Date): Promise<boolean> {
  const row = await tx.row(
    fileId.from`patient p where ${tx.own('p')} and p.id = ${id} and p.status in ${codes(fileStates, 'deleted')} and p.deleted_at < ${before} for update`,
  )
  if (!row) return false
  await letGoOf(tx, id)
  await tx.remove('patient', { id }, { action: 'delete', patientId: id })
  return true
}
