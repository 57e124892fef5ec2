import './own-belongings.ts'
import './own-ties.ts'

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
  belongings,
  followsPatient,
  leftWithFile,
  obstaclesOf,
  staysWithFile,
  tellsObstacles,
  type Belonging,
} from './belongings.ts'
export { COPY_ROWS, givesCopy, momentColumn, textColumn } from './copy.ts'
export { addConsumption, adjustArrears, noteVisit } from './commands.ts'
export { exportLimit } from './export.ts'
export { countsFigures, recountFigures, type Figures } from './figures.ts'
export { findPatients, lookUpPatients, patientHandlers } from './handlers.ts'
export { definePatientJobs } from './jobs.ts'
export { patientBriefs, treatTypeOf, type PatientBrief } from './queries.ts'
export { likeness, settle } from './rules.ts'
export { owedTo, paidTo } from './sums.ts'
export { tellsTies, tiedTables, type Tie } from './ties.ts'
