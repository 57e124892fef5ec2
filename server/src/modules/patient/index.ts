import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { fileSheet, kinSheet, type CopySheet } from './copy.ts'
import type { DeletionGuard } from './deletion-guards.ts'
import type { FigureCount } from './figures.ts'
import { patientHandlers } from './handlers.ts'
import { definePatientJobs } from './jobs.ts'
import { liveKeys, type Following, type ObstacleSource, type Staying } from './merge-rules.ts'
import { deletionGuard } from './own-deletion-guard.ts'
import { mergeRules, stays } from './own-merge-rules.ts'

export {
  filesIn,
  foundBy,
  inFileOf,
  linkToClinic,
  mustReachPatient,
  opens,
  patientInReach,
  patientsIn,
  patientsWithin,
  recordsWithin,
  seesAmounts,
  seesDigits,
  sharedHistory,
  summedClinics,
} from './access.ts'
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
export { COPY_ROWS, copySheet, momentColumn, textColumn } from './copy.ts'
export { addConsumption, adjustArrears, noteVisit } from './commands.ts'
export { exportLimit } from './export.ts'
export { recountFigures, type FigureCount, type Figures } from './figures.ts'
export { findPatients, lookUpPatients } from './handlers.ts'
export { patientBriefs, treatTypeOf, type PatientBrief } from './queries.ts'
export { likeness, settle } from './rules.ts'
export { owedTo, paidTo } from './sums.ts'
export { guardedTables, type DeletionGuard, type Hindrance } from './deletion-guards.ts'

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    /** What a module that keeps something of patients says of it. */
    patient?: {
      /** What becomes of its rows when two files of one person become one. */
      mergeRules?: readonly Following[]
      /** What names a patient and is left as it is. */
      stays?: readonly Staying[]
      /** What is under way and keeps files from being merged. */
      mergeObstacles?: ObstacleSource
      /** What of it keeps a file from being archived or deleted. */
      deletionGuard?: DeletionGuard
      /** Counts its part of a patient's running figures anew. */
      countFigures?: FigureCount
      /** Its sheets of the copy that a patient may ask for. */
      copy?: readonly CopySheet[]
    }
  }
}

/** What this module is to the rest of the house. */
export const patientModule = module({
  name: 'patient',
  handlers: { patient: patientHandlers },
  jobs: definePatientJobs,
  topics: { patient: ['/allTimePatients:view'] },
  constraints: (others) => ({ ...constraints, ...liveKeys(others) }),
  // A list of very many files is counted by their status.
  tallies: {
    patient: { of: 'status', tally: 'patient_tally', count: 'files', beside: 'patient_stat', key: 'patient_id' },
  },
  patient: { mergeRules, stays, deletionGuard, copy: [fileSheet, kinSheet] },
})
