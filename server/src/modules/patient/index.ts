import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { fileSheet, kinSheet } from './copy.ts'
import { patientHandlers } from './handlers.ts'
import { definePatientJobs } from './jobs.ts'
import { liveKeys } from './merge-rules.ts'
import { deletionGuard } from './own-deletion-guard.ts'
import { countForSetUp, filesBySource } from './clinic-counts.ts'
import { mergeRules, stays } from './own-merge-rules.ts'

export {
  filesIn,
  foundBy,
  inFileOf,
  linkToClinic,
  mustReachPatient,
  opens,
  mustBePatient,
  patientInReach,
  patientsIn,
  patientsWithin,
  recordsWithin,
  seesAmounts,
  seesDigits,
  sharedHistory,
  summedClinics,
} from './access.ts'
export type { LentToPatient, PlannedLine } from './extension-points.ts'
export { planLinesAmong, planLinesOf } from './plan-lines.ts'
export { coveredRow, coveredRows, sightOf, type Sight, type Whose } from './covering.ts'
export { GREETING, noteGreeting, takeBackGreeting } from './birthdays.ts'
export {
  followingRows,
  followsPatient,
  obstaclesOf,
  stayingRows,
  staysWithFile,
  type Following,
  type ObstacleSource,
  type Staying,
} from './merge-rules.ts'
export { COPY_ROWS, copySheet, momentColumn, moneyColumn, textColumn } from './copy.ts'
export { changeFile, noteVisit } from './commands.ts'
export { conditionsOf } from './export.ts'
export { patientsOfGroup } from './filter.ts'
export { allNames, byField, searchOf } from './fields.ts'
export { recountFigures, type FigureCount, type Figures } from './figures.ts'
export { findPatients, lookUpPatients } from './handlers.ts'
export { patientBriefs, treatTypeOf, type FileViewer, type PatientBrief } from './queries.ts'
export { likeness, settle } from './rules.ts'
export { owedTo, paidTo, type ClinicSum } from './sums.ts'
export { guardedTables, type DeletionGuard, type Hindrance } from './deletion-guards.ts'

/** What this module is to the rest of the house. */
export const patientModule = module({
  name: 'patient',
  owns: [
    'file_request',
    'patient',
    'patient_clinic',
    'patient_filter',
    'patient_greeting',
    'patient_group',
    'patient_group_member',
    'patient_import',
    'patient_import_row',
    'patient_kin',
    'patient_stat',
    'patient_tally',
  ],
  reads: ['clinic', 'company', 'dict_item', 'employee', 'employee_post', 'patient_source', 'post', 'post_resource'],
  handlers: { patient: patientHandlers },
  jobs: definePatientJobs,
  topics: { patient: ['/allTimePatients:view'] },
  constraints: (others) => ({ ...constraints, ...liveKeys(others) }),
  // A list of very many files is counted by their status.
  tallies: {
    patient: { of: 'status', tally: 'patient_tally', count: 'files', beside: 'patient_stat', key: 'patient_id' },
  },
  clinic: { countForSetUp, filesBySource },
  patient: { mergeRules, stays, deletionGuard, copy: [fileSheet, kinSheet] },
})
