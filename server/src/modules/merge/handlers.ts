import { fileStates, mergeStates } from '@dentin/contract/core/status'
import type { contract } from '@dentin/contract'
import { mergeFields, type MergeField } from '@dentin/contract/merge'
import { formatDate, formatTime, today } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { upcomingOf } from '../appointment/index.ts'
import { mustReachPatient, obstaclesOf, seesAmounts, sightOf, summedClinics } from '../patient/index.ts'
import { keepApart } from './commands/distinct.ts'
import { mergeFiles, mustBeTwo } from './commands/merge.ts'
import { inWords, undoMerge, undoUntil } from './commands/undo.ts'
import {
  comparedFiles,
  countFollowing,
  duplicatePairs,
  mergeById,
  mergeHistory,
  mergeInWords,
  movedCounts,
  undoPlan,
  type ComparedFile,
} from './queries.ts'
import { differentPapers, fieldOutcome, undoneColumns } from './rules.ts'
import { wordOf, type Reader } from './words.ts'

/** How long after, and by whom, a merge may still be undone. */
const withUndo = <M extends { status: number; createdAt: Date }>(context: ClinicContext, merge: M) => ({
  ...merge,
  undoUntil:
    mergeStates.is(merge.status, 'inForce') && context.now <= undoUntil(merge.createdAt)
      ? undoUntil(merge.createdAt)
      : null,
})

export const mergeHandlers: Handlers<typeof contract.merge> = {
  async duplicates(context, input) {
    const { pageNum, pageSize } = input
    return { ...(await duplicatePairs(context, input)), pageNum, pageSize }
  },

  async distinct(context, { aId, bId, distinct }) {
    if (aId === bId) throw new AppError('MERGE_SAME')
    for (const id of [aId, bId]) await mustReachPatient(context, id)
    await keepApart(context, aId, bId, distinct)
    return null
  },

  async preview(context, { keepId, removeId }) {
    const { tx } = context
    await mustBeTwo(context, keepId, removeId)
    const files = await comparedFiles(tx, [keepId, removeId], {
      sees: seesAmounts(context),
      clinicIds: summedClinics(context),
    })
    const [keep, remove] = [files.get(keepId), files.get(removeId)]
    if (!keep || !remove) throw new AppError('NOT_FOUND')
    for (const id of [keepId, removeId]) await tx.note('view', 'patient', id, { patientId: id, reason: '合并预览' })
    const sight = await sightOf(context, [keepId, removeId])
    const whole: Reader['whole'] = (right) => [keepId, removeId].every((patientId) => sight.whole(right, { patientId }))
    const words = (field: MergeField, { row, names }: ComparedFile) => wordOf(field, row, { whole, names })
    const archived = [keep, remove].filter(({ side }) => fileStates.is(side.status, 'archived'))
    return {
      keep: keep.side,
      remove: remove.side,
      fields: (Object.keys(mergeFields) as MergeField[]).map((field) => {
        const outcome = fieldOutcome(field, keep.row, remove.row)
        const from = outcome.how === 'filled' ? remove : keep
        return {
          field,
          label: mergeFields[field],
          keep: words(field, keep),
          remove: words(field, remove),
          how: outcome.how,
          result: outcome.how === 'choose' ? null : words(field, { ...from, row: { ...from.row, ...outcome.values } }),
        }
      }),
      counts: await countFollowing(tx, keepId, removeId),
      obstacles: [
        ...archived.map(({ side }) => `${side.name}（${side.medicalNumber}）已归档，请先取消归档`),
        ...(differentPapers(keep.row, remove.row) ? ['双方证件号不同，不能合并'] : []),
        ...(await obstaclesOf(tx, [keepId, removeId])).map(({ text }) => text),
      ],
      doubles: await doubleAppointments(context, keepId, removeId),
    }
  },

  merge: mergeFiles,

  async history(context, { pageNum, pageSize }) {
    const { list, total } = await mergeHistory(context, { pageNum, pageSize })
    return { list: list.map((each) => withUndo(context, each)), total, pageNum, pageSize }
  },

  async detail(context, { id }) {
    const { tx } = context
    const merge = await mergeById(context, id, false)
    const words = withUndo(context, await mergeInWords(tx, id))
    const moved = await movedCounts(tx, id)
    if (mergeStates.is(merge.status, 'undone')) {
      const { report } = await tx.need<{ report: { stays: never[]; staysTotal: number; changed: never[] } }>(
        keptSql`select undone_report as report from patient_merge where tenant_id = ${tx.tenantId} and id = ${id}`,
      )
      const stays = report.stays.map((each: { kind: string; number: string | null; createdAt: string }) => ({
        ...each,
        createdAt: new Date(each.createdAt),
      }))
      return { ...words, moved, stays, staysTotal: report.staysTotal, changed: report.changed }
    }
    const file = (await comparedFiles(tx, [merge.keepId], { sees: false, clinicIds: null })).get(merge.keepId)
    const changed = file ? undoneColumns(merge.keepBefore, merge.keepAfter, file.row).changed : []
    const { stays, staysTotal } = await undoPlan(tx, merge)
    return { ...words, moved, stays, staysTotal, changed: inWords(changed) }
  },

  undo: undoMerge,
}

/** Days on which both files have an appointment to come: after the merge the person has both. */
async function doubleAppointments(context: ClinicContext, keepId: string, removeId: string): Promise<string[]> {
  const upcoming = await upcomingOf(context.tx, [keepId, removeId])
  const byDay = new Map<string, typeof upcoming>()
  for (const each of upcoming) {
    const day = formatDate(each.startsAt)
    byDay.set(day, [...(byDay.get(day) ?? []), each])
  }
  return [...byDay].flatMap(([day, list]) => {
    if (new Set(list.map(({ patientId }) => patientId)).size < 2) return []
    const what = list.map(({ startsAt, clinicName, doctorName, title }) =>
      `${formatTime(startsAt)} ${clinicName} ${doctorName} ${title}`.trim(),
    )
    return [`${day === today(context.now) ? '今天' : day} 两份档案都有预约：${what.join('；')}`]
  })
}
