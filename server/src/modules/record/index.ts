import { module } from '../../platform/module.ts'
import { anaestheticHandlers } from './anaesthetic.ts'
import { constraints } from './constraints.ts'
import { copy, mouthCopy, sealCopy } from './copy.ts'
import { deletionGuard } from './deletion-guard.ts'
import { beginTariffs, countForSetUp } from './founding.ts'
import { recordHandlers } from './handlers.ts'
import { forAppointments } from './for-appointments.ts'
import { forVisits, lends, forFollowUps } from './lent.ts'
import { defineRecordJobs } from './jobs.ts'
import { mergeRules, stays } from './merge-rules.ts'
import { monthEndChecks } from './month-end.ts'
import { settleMouth } from './mouth.ts'
import { tariffUses } from './tariff-uses.ts'
import { toothConditions } from './teeth.ts'
import { heldByRecords, recordImageHandlers } from './images.ts'
import { recordQualityHandlers } from './spot-checks/handlers.ts'
import { recordTemplateHandlers } from './templates/handlers.ts'

export { createRecord } from './beginning.ts'
export { removeRecord, saveRecord } from './commands.ts'
export { mouthBefore, mouthNow } from './mouth.ts'
export { bodyOf } from './body.ts'
export { recordForConsent, recordForLacking } from './for-consents.ts'
export type {
  Beginning,
  BegunRecord,
  BesideRecord,
  ConsentsOfRecord,
  DoneAtVisit,
  OwnSections,
  PrescriptionsOfRecord,
  RecordInHand,
  TextProblems,
} from './extension-points.ts'
export { originalsOnRecord, picturesForPaper } from './images.ts'
export { writeOwnSection } from './own-sections.ts'
export { recordForCase, type RecordForCase } from './for-cases.ts'
export { recordForPlan, type RecordForPlan } from './for-plans.ts'
export { ageAt, hashOf } from './rules.ts'
export { isSealed, keepSeal, sealAsked, sealedFile, sealsOf, toSeal, type RecordToSeal } from './seals.ts'
export { recordForPrescription, type RecordForPrescription } from './for-prescription.ts'
export {
  recordDetail,
  recordForBilling,
  recordsInOrder,
  recordsToPrint,
  type PrintedRecord,
  type RecordForBilling,
} from './queries.ts'

/** What this module is to the rest of the house. */
export const recordModule = module({
  name: 'record',
  owns: [
    'medical_record',
    'medical_record_version',
    'record_image',
    'record_amend_request',
    'record_seal',
    'record_seal_item',
    'record_spot_check',
    'callout_keys',
    'record_template',
    'record_template_category',
    'record_template_use',
    'tooth_condition',
    'mouth_refold',
  ],
  reads: [
    'appoint_item',
    'audit',
    'clinic',
    'clinic_image',
    'dept',
    'employee',
    'employee_clinic',
    'file_object',
    'image_stage',
    'patient',
    'registration',
    'treatment',
  ],
  handlers: {
    record: recordHandlers,
    recordQuality: recordQualityHandlers,
    recordImage: recordImageHandlers,
    recordTemplate: recordTemplateHandlers,
    anaesthetic: anaestheticHandlers,
  },
  jobs: defineRecordJobs,
  topics: { record: ['/patientMedicalRecord:view', '/doctorIndex:view'] },
  constraints,
  clinic: { beginTariffs, countForSetUp, tariffUses },
  patient: {
    mergeRules,
    stays,
    deletionGuard,
    countFigures: settleMouth,
    copy: [copy, mouthCopy, sealCopy],
    lends,
    toothConditions,
  },
  picture: { heldBy: heldByRecords },
  appointment: forAppointments,
  visit: forVisits,
  monthEnd: { checks: monthEndChecks },
  followUp: { lends: forFollowUps },
})
