import './own-belongings.ts'
import './own-ties.ts'

export { patientsWithin, seesAmounts } from './access.ts'
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
export { patientHandlers } from './handlers.ts'
export { definePatientJobs } from './jobs.ts'
export { patientBriefs, patientInReach, treatTypeOf, type PatientBrief } from './queries.ts'
export { likeness, settle } from './rules.ts'
export { tellsTies, tiedTables, type Tie } from './ties.ts'
