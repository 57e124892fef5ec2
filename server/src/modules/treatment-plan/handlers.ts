import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { acceptPlan, cancelLine, copyPlan, quotePlan, refusePlan, removePlan, savePlan } from './commands.ts'
import { planFromRecord, plansOfRecord } from './from-record.ts'
import { listPlans, openLines, planDetail, plansOfPatient, planToPrint } from './queries.ts'

export const treatmentPlanHandlers: Handlers<typeof contract.treatmentPlan> = {
  list: listPlans,
  ofPatient: (context, { patientId }) => plansOfPatient(context, patientId),
  get: (context, { id }) => planDetail(context, id),
  save: savePlan,
  quote: quotePlan,
  accept: acceptPlan,
  refuse: refusePlan,
  cancelLine,
  copy: copyPlan,
  ofRecord: plansOfRecord,
  fromRecord: planFromRecord,
  remove: removePlan,
  openLines: (context, { patientId }) => openLines(context, patientId),
  print: (context, { id }) => planToPrint(context, id),
}
