import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { finishOverstep, listOversteps } from './oversteps.ts'
import { listPrescriptions, prescriptionDetail } from './queries.ts'
import { checkPrescription, savePrescription } from './save.ts'
import { listSets, removeSet, saveSet } from './sets.ts'
import { auditPrescription, dispensePrescription, recordSkinTest, takeBackDrugs, voidPrescription } from './steps.ts'

export const prescriptionHandlers: Handlers<typeof contract.prescription> = {
  check: checkPrescription,
  save: savePrescription,
  list: listPrescriptions,

  async detail(context, { id }) {
    const found = await prescriptionDetail(context, id)
    await context.tx.note('view', 'prescription', id, { patientId: found.patientId })
    return found
  },

  async print(context, { id }) {
    const found = await prescriptionDetail(context, id)
    await context.tx.note('print', 'prescription', id, { patientId: found.patientId })
    return found
  },

  audit: auditPrescription,
  skinTest: recordSkinTest,
  dispense: dispensePrescription,
  giveBack: takeBackDrugs,
  void: voidPrescription,
  oversteps: listOversteps,
  finishOverstep,
  sets: (context) => listSets(context),
  saveSet,
  removeSet,
}
