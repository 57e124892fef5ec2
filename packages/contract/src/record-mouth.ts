import {
  toothConditions,
  toothMarkStatuses,
  type ToothConditionId,
  type ToothMarkStatus,
} from '@dentin/clinical/tooth-conditions'
import { z } from 'zod'
import { moment } from './core/fields.ts'

export const conditionIds = toothConditions.map((condition) => condition.id) as [
  ToothConditionId,
  ...ToothConditionId[],
]
export const markStatuses = toothMarkStatuses.map((status) => status.id) as [ToothMarkStatus, ...ToothMarkStatus[]]

/** A mark of a mouth as it is drawn. */
export const drawnMark = z.object({
  tooth: z.string(),
  condition: z.enum(conditionIds),
  surfaces: z.string(),
  status: z.enum(markStatuses),
  detail: z.string().optional(),
  group: z.string().optional(),
})

/** What was charted of one tooth, as `foldMouth` takes it. */
const entry = z.object({
  id: z.string(),
  tooth: z.string(),
  surfaces: z.string(),
  condition: z.enum(conditionIds),
  status: z.enum(markStatuses),
  detail: z.string(),
  groupId: z.string().nullable(),
  /** Why it was taken off; '' where nothing was. */
  reason: z.string(),
  /** null: known before there were records here. */
  recordId: z.string().nullable(),
  place: z.number(),
  visitAt: moment,
  signedAt: moment,
  knownFrom: moment,
  /** When an amendment or a deletion took it back. */
  knownTo: moment.nullable(),
})

/** A record, as far as it says something of teeth. */
const visitOfTeeth = z.object({
  id: z.string(),
  recordNo: z.string(),
  visitTime: moment,
  doctorName: z.string(),
  clinicName: z.string(),
  status: z.number(),
  /** When it was signed again after an amendment, and by whom. */
  amended: z.array(z.object({ versionNo: z.number(), signedAt: moment, signedName: z.string(), reason: z.string() })),
  lines: z.array(
    z.object({
      section: z.enum(['exams', 'auxExams', 'diagnoses', 'treatments', 'plans']),
      teeth: z.string(),
      text: z.string(),
    }),
  ),
})

/** Everything that is kept of a mouth, from which each of its days can be drawn. */
export const mouthHistory = z.object({
  birthDay: z.string().nullable(),
  entries: z.array(entry),
  records: z.array(visitOfTeeth),
})
export type MouthHistory = z.output<typeof mouthHistory>
