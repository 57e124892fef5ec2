import type { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'
import { sealsOf } from '../record/index.ts'
import { signedSheet } from './consent-sheet.ts'
import { prescriptionSignatures, recordSignatures } from './hands.ts'
import { issue } from './issue.ts'
import { printAll, sizeOfAll } from './print-all.ts'
import { checkSeal, createSeal, downloadSeal } from './seal.ts'
import { consentSheet, orthoSheet, planSheet, prescriptionSheet, recordSheet, wearSheet } from './sheets.ts'
import { verifyPaper } from './verify.ts'

export const paperHandlers: Handlers<typeof contract.paper> = {
  record: (context, input) => issue(context, recordSheet(context, input)),
  prescription: (context, { id }) => issue(context, prescriptionSheet(context, id)),
  recordSignatures,
  prescriptionSignatures,
  plan: (context, input) => issue(context, planSheet(context, input)),
  ortho: (context, input) => issue(context, orthoSheet(context, input)),
  orthoWear: (context, input) => issue(context, wearSheet(context, input)),
  consent: async (context, input) =>
    (await signedSheet(context, input.id)) ?? issue(context, consentSheet(context, input)),
  all: printAll,
  allSize: sizeOfAll,
  verify: verifyPaper,
}

export const recordSealHandlers: Handlers<typeof contract.recordSeal> = {
  create: createSeal,
  ofPatient: (context, { id }) => sealsOf(context, id),
  download: downloadSeal,
  check: checkSeal,
}
