import { fileStates, mergeStates } from '@dentin/contract/core/status'
import { mergeFields, UNDO_DAYS, type contract, type HandlerOutput, type ParsedInput } from '@dentin/contract'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { changeFile, followingRows, recountFigures } from '../../patient/index.ts'
import { lockFiles, mergeById, movedRows, undoPlan, type MergeRow } from '../queries.ts'
import { undoneColumns, type ChangedField, type FileRow } from '../rules.ts'
import { wordOf } from '../words.ts'
import { handOver, lockFollowing, putBack } from './carry.ts'
import { mustBeQuiet, tellScreens, writeFile } from './merge.ts'

/** Until when a merge may be undone. */
export const undoUntil = (createdAt: Date): Date => new Date(createdAt.getTime() + UNDO_DAYS * 86_400_000)

/** A field that was changed since the merge, in words. */
export const inWords = (changed: readonly ChangedField[]) =>
  changed.map(({ field, now, was }) => ({
    field,
    label: mergeFields[field],
    now: wordOf(field, now) ?? '未填',
    was: wordOf(field, was) ?? '未填',
  }))

function mustBeUndoable(tx: TenantTx, merge: MergeRow): void {
  if (mergeStates.is(merge.status, 'undone')) throw new AppError('MERGE_UNDONE')
  if (tx.now > undoUntil(merge.createdAt)) throw new AppError('MERGE_TOO_OLD')
}

const REFERRER = ['referrer_type', 'referrer_patient_id', 'referrer_employee_id', 'referrer_remark']
const without = (patch: FileRow, columns: readonly string[]): FileRow =>
  Object.fromEntries(Object.entries(patch).filter(([column]) => !columns.includes(column)))

/** Takes a merge back: rows and fields as they were, but for what has changed since. */
export async function undoMerge(
  context: ClinicContext,
  input: ParsedInput<typeof contract.merge.undo>,
): Promise<HandlerOutput<typeof contract.merge.undo>> {
  const { tx } = context
  const { reason } = input
  const merge = await mergeById(context, input.id, true)
  const { keepId, removeId } = merge
  mustBeUndoable(tx, merge)
  await lockFollowing(tx, keepId)
  const files = await lockFiles(tx, [keepId, removeId])
  const [keep, remove] = [files.get(keepId), files.get(removeId)]
  if (!keep || !remove || !fileStates.is(keep.status, 'kept') || !fileStates.is(remove.status, 'merged'))
    throw new AppError('MERGE_KEEPER_GONE')
  await mustBeQuiet(tx, [keepId])

  const plan = await undoPlan(tx, merge)
  const { patch, changed } = undoneColumns(merge.keepBefore, merge.keepAfter, keep.row)
  const note = { action: 'merge-undo', reason }
  // The kept file first, so that a document number is free again; then the other one lives, and rows may hang on it.
  // What names that one as the introducer waits until it lives again.
  const waits = patch.referrer_patient_id === removeId
  await writeFile(tx, keep, waits ? without(patch, REFERRER) : patch, { ...note, patientId: keepId })
  await changeFile(
    tx,
    { id: removeId },
    { status: fileStates.code.active, merged_into_id: null },
    { ...note, patientId: removeId },
  )
  if (waits) await writeFile(tx, keep, patch, { ...note, patientId: keepId })
  for (const { of, keys } of plan.back) await handOver(tx, of, keys, removeId, { ...note, patientId: keepId })
  for (const { table, column, former } of await movedRows(tx, merge.id)) {
    const of = followingRows(tx).find((each) => each.table === table && each.column === column)
    if (former && of) await putBack(tx, of, former, reason)
  }
  await recountFigures(tx, [keepId, removeId])
  const report = { stays: plan.stays, staysTotal: plan.staysTotal, changed: inWords(changed) }
  await tx.update(
    'patient_merge',
    { id: merge.id, version: input.version },
    {
      status: mergeStates.code.undone,
      undone_name: context.actorName,
      undone_at: tx.now,
      undone_reason: reason,
      undone_report: JSON.stringify(report),
    },
    { ...note, patientId: keepId },
  )
  const moved = plan.back.flatMap(({ of, keys }) => (keys.length > 0 ? [of] : []))
  await tellScreens(tx, moved, keepId)
  tx.publish('patient', removeId)
  return { keepId, removeId, ...report }
}
