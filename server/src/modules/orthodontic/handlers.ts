import type { contract } from '@dentin/contract'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { createRecord, recordDetail, removeRecord, saveRecord } from '../record/index.ts'
import { openCase, saveCase, stepCase } from './commands.ts'
import { makeFirstBill } from './first-bill.ts'
import { caseDetail, caseToPrint, casesOfPatient, listCases } from './queries.ts'

const ORTHODONTIC = 2
const kind = select(columns('medical_record', 'r', 'id'))
/** Refuses a record of another kind as if it were not there. */
const mustBeOrthodontic = ({ tx }: ClinicContext, id: string) =>
  tx.need(kind.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${id} and r.record_type = ${ORTHODONTIC}`)

export const orthodonticHandlers: Handlers<typeof contract.orthodontic> = {
  createRecord: (context, input) => createRecord(context, { ...input, recordType: ORTHODONTIC }),
  async getRecord(context, { id }) {
    await mustBeOrthodontic(context, id)
    const found = await recordDetail(context, id)
    await context.tx.note('view', 'medical_record', id, { patientId: found.patientId })
    return found
  },
  async saveRecord(context, input) {
    await mustBeOrthodontic(context, input.id)
    return saveRecord(context, input)
  },
  async removeRecord(context, input) {
    await mustBeOrthodontic(context, input.id)
    return removeRecord(context, input)
  },
  open: openCase,
  ofPatient: casesOfPatient,
  get: caseDetail,
  print: caseToPrint,
  list: listCases,
  save: saveCase,
  firstBill: makeFirstBill,
  step: stepCase,
}
