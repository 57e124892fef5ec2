export { patientsWithin, seesAmounts } from './access.ts'
export { addConsumption, adjustArrears, noteVisit } from './commands.ts'
export { patientHandlers } from './handlers.ts'
export { patientBriefs, patientInReach, treatTypeOf, type PatientBrief } from './queries.ts'
