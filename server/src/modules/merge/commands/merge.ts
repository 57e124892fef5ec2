import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { Topic } from '@dentin/contract/core/topics'
import { mergeFields, type MergeField } from '@dentin/contract/merge'
import { today, uuidv7, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import {
  byField,
  changeFile,
  obstaclesOf,
  patientInReach,
  recountFigures,
  searchOf,
  settle,
  type Following,
} from '../../patient/index.ts'
import { lockFiles, movedCounts, type File } from '../queries.ts'
import { mergedColumns, MERGED_COLUMNS, type FileRow } from '../rules.ts'
import { carryOver, lockFollowing } from './carry.ts'

type Input = ParsedInput<typeof contract.merge.merge>

/** Two different files that the person at work may both see. A merged one says so; anything else that is not there is not found. */
export async function mustBeTwo(context: ClinicContext, keepId: string, removeId: string): Promise<void> {
  if (keepId === removeId) throw new AppError('MERGE_SAME')
  for (const id of [keepId, removeId]) {
    const file = await patientInReach(context, id)
    if (!file) throw new AppError('NOT_FOUND')
    if (fileStates.is(file.status, 'merged')) throw new AppError('MERGE_ALREADY')
  }
}

/** Merges one file into another. Everything of it goes over; the file itself stays, empty, and points at the kept one. */
export async function mergeFiles(
  context: ClinicContext,
  input: Input,
): Promise<HandlerOutput<typeof contract.merge.merge>> {
  const { tx } = context
  const { keepId, removeId, reason } = input
  await mustBeTwo(context, keepId, removeId)
  await lockFollowing(tx, removeId)
  const files = await lockFiles(tx, [keepId, removeId])
  const [keep, remove] = [files.get(keepId), files.get(removeId)]
  if (!keep || !remove || fileStates.is(keep.status, 'deleted') || fileStates.is(remove.status, 'deleted'))
    throw new AppError('NOT_FOUND')
  if (fileStates.is(keep.status, 'merged') || fileStates.is(remove.status, 'merged'))
    throw new AppError('MERGE_ALREADY')
  if (fileStates.is(keep.status, 'archived') || fileStates.is(remove.status, 'archived'))
    throw new AppError('MERGE_NOT_ACTIVE')
  if (keep.version !== input.keepVersion || remove.version !== input.removeVersion) throw new AppError('MERGE_CHANGED')
  await mustBeQuiet(tx, [keepId, removeId])
  const values = settled(tx, keep, mergedColumns(keep.row, remove.row, input.fieldChoices, input.manual))

  const id = uuidv7()
  await tx.insert(
    'patient_merge',
    {
      id,
      keep_id: keepId,
      remove_id: removeId,
      reason,
      keep_before: JSON.stringify(keep.row),
      keep_after: JSON.stringify({ ...keep.row, ...values }),
      remove_before: JSON.stringify(remove.row),
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { action: 'merge', patientId: keepId, reason },
  )
  const moved = await carryOver(tx, id, removeId, keepId, reason)
  // Nothing names the merged file any more, not even the kept one as its introducer.
  const ledHere = keep.row.referrer_patient_id === removeId
  if (ledHere)
    await changeFile(
      tx,
      { id: keepId, version: input.keepVersion },
      { referrer_type: null, referrer_patient_id: null },
      { action: 'merge', patientId: keepId, reason },
    )
  // First the merged file, so that a document number is free for the kept one; the key refuses it if anything still hangs on it.
  await changeFile(
    tx,
    { id: removeId, version: remove.version },
    { status: fileStates.code.merged, merged_into_id: keepId },
    { action: 'merge', patientId: removeId, reason },
  )
  await writeFile(
    tx,
    keep,
    values,
    { action: 'merge', patientId: keepId, reason },
    ledHere ? undefined : input.keepVersion,
  )
  await recountFigures(tx, [keepId, removeId])
  await tellScreens(tx, moved, keepId)
  return { id, keepId, moved: await movedCounts(tx, id) }
}

/** Refuses while something is under way with one of the files. */
export async function mustBeQuiet(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const obstacles = (await obstaclesOf(tx, ids)).map((each) => each.text)
  if (obstacles.length > 0)
    throw new AppError('MERGE_UNDER_WAY', { message: obstacles[0] as string, data: { obstacles } })
}

/** Writes columns into a locked file, and with them what it is found by. */
export async function writeFile(
  tx: TenantTx,
  file: Pick<File, 'id' | 'row'>,
  patch: FileRow,
  note: { action: string; patientId: string; reason: string },
  version?: number,
): Promise<void> {
  const search = searchOf(byField({ ...file.row, ...patch }))
  const list = 'allergies' in patch ? { allergies: JSON.stringify(patch.allergies ?? []) } : {}
  const where = { id: file.id, ...(version === undefined ? {} : { version }) }
  await changeFile(tx, where, { ...patch, ...list, search }, note)
}

/** Which field of the choices a problem of the particulars belongs to. */
const placeOf: Readonly<Record<string, MergeField>> = {
  idNo: 'idNo',
  birthDay: 'birthDay',
  gender: 'gender',
  mobile: 'mobile',
  allergyHistory: 'allergy',
}

/** What was chosen has to fit together as in any form: the birthday to the identity number, a phone or the reason for none. */
function settled(tx: TenantTx, keep: File, values: FileRow): FileRow {
  if (MERGED_COLUMNS.every((column) => JSON.stringify(values[column]) === JSON.stringify(keep.row[column])))
    return values
  const { problems, settled: whole } = settle(
    {
      name: String(values.name),
      gender: Number(values.gender),
      birthDay: values.birth_day as LocalDate | null,
      age: null,
      mobile: values.mobile as string | null,
      noMobileReason: values.no_mobile_reason as string | null,
      idType: values.id_type as number | null,
      idNo: values.id_no as string | null,
      allergyFlag: Number(values.allergy_flag),
      allergyHistory: String(values.allergy_history),
    },
    today(tx.now),
  )
  if (problems.length > 0) {
    const fields = problems.map(({ field, message }) => {
      const place = placeOf[field] ?? 'name'
      return { field: `fieldChoices.${place}`, message: `${mergeFields[place]}：${message}` }
    })
    throw new AppError('MERGE_CHOICE', { message: fields[0]?.message ?? '', fields })
  }
  return { ...values, gender: whole.gender, birth_day: whole.birthDay }
}

/** The screens of all clinics that may show one of the two. */
export async function tellScreens(tx: TenantTx, moved: readonly Following[], patientId: string): Promise<void> {
  const topics = new Set<Topic>(['patient', ...moved.flatMap(({ topic }) => topic ?? [])])
  const clinics = await tx.rows<{ id: string }>(
    sql`select c.id from clinic c where c.tenant_id = ${tx.tenantId} and c.enabled`,
  )
  for (const { id } of clinics)
    for (const topic of topics) tx.publish(topic, topic === 'patient' ? patientId : null, id)
}
