import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { AppError } from '../../platform/errors.ts'
import { createApart, createRecord } from './beginning.ts'
import { amendRecord, removeRecord, restoreRecord, saveRecord, signRecord, submitRecord } from './commands.ts'
import { calloutKeys, saveCalloutKeys } from './callout-keys.ts'
import { askToAmend, countersignRecord, decideAmend } from './review.ts'
import { keepInFile } from './file-facts.ts'
import { mustReachPatient } from '../patient/index.ts'
import { mouthHistory } from './mouth-history.ts'
import {
  compareVersions,
  recordDetail,
  recordPrices,
  recordsOfPatient,
  recordsToPrint,
  recordVersions,
  workList,
} from './queries.ts'

export const recordHandlers: Handlers<typeof contract.record> = {
  create: createRecord,
  createApart,

  async get(context, { id }) {
    const found = await recordDetail(context, id)
    await context.tx.note('view', 'medical_record', id, { patientId: found.patientId })
    return found
  },

  save: saveRecord,
  submit: submitRecord,
  sign: signRecord,
  keepInFile,
  calloutKeys,
  saveCalloutKeys,
  amend: amendRecord,
  askAmend: askToAmend,
  decideAmend,
  countersign: countersignRecord,
  versions: (context, { id }) => recordVersions(context, id),
  compare: compareVersions,
  prices: (context, { id }) => recordPrices(context, id),
  remove: removeRecord,
  restore: (context, { id }) => restoreRecord(context, id),
  ofPatient: recordsOfPatient,
  work: workList,

  async mouth(context, { id }) {
    await mustReachPatient(context, id)
    return mouthHistory(context, id)
  },

  async print(context, { id }) {
    const [sheet] = await recordsToPrint(context, { id })
    if (!sheet) throw new AppError('NOT_FOUND')
    await context.tx.note('print', 'medical_record', id, { patientId: sheet.patientId })
    return sheet
  },

  async printAll(context, { id }) {
    const sheets = await recordsToPrint(context, { patientId: id })
    for (const sheet of sheets) await context.tx.note('print', 'medical_record', sheet.id, { patientId: id })
    return sheets
  },
}
