import type { contract } from '@dentin/contract'
import { columns, select } from '../../platform/database/select.ts'
import type { ClinicContext, Handlers } from '../../platform/http/context.ts'
import { createRecord, recordDetail, removeRecord, saveRecord } from '../record/index.ts'
import { begin } from './beginning.ts'
import { saveCells } from './cells.ts'
import { correct, remove, restore } from './chart-commands.ts'
import { decide, discard } from './drafts.ts'
import { compareCharts } from './comparison.ts'
import { chartsOfPatient, chartToPrint, draftOfRecord, snapshotOf } from './queries.ts'
import { planRecall } from './recall.ts'
import { seal } from './seal.ts'
import { PERIODONTAL } from './standing.ts'
import { toPlan } from './to-plan.ts'
import { keepWay } from './way.ts'

const kind = select(columns('medical_record', 'r', 'id'))
/** Refuses a record of another kind as if it were not there. */
const mustBePeriodontal = ({ tx }: ClinicContext, id: string) =>
  tx.need(kind.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${id} and r.record_type = ${PERIODONTAL}`)

export const perioHandlers: Handlers<typeof contract.perio> = {
  createRecord: (context, input) => createRecord(context, { ...input, recordType: PERIODONTAL }),
  async getRecord(context, { id }) {
    await mustBePeriodontal(context, id)
    const found = await recordDetail(context, id)
    await context.tx.note('view', 'medical_record', id, { patientId: found.patientId })
    return found
  },
  async saveRecord(context, input) {
    await mustBePeriodontal(context, input.id)
    return saveRecord(context, input)
  },
  async removeRecord(context, input) {
    await mustBePeriodontal(context, input.id)
    return removeRecord(context, input)
  },
  begin,
  draft: draftOfRecord,
  cells: saveCells,
  keepWay,
  decide,
  seal,
  discard,
  async snapshot(context, { id }) {
    const found = await snapshotOf(context, id)
    await context.tx.note('view', 'perio_chart', id, { patientId: found.patientId })
    return found
  },
  ofPatient: chartsOfPatient,
  compare: compareCharts,
  correct,
  remove,
  restore,
  recall: planRecall,
  toPlan,
  print: (context, { id }) => chartToPrint(context, id),
}
