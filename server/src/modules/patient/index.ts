export { addConsumption, adjustArrears, noteVisit } from './commands.ts'
export { patientHandlers } from './handlers.ts'
export { patientBriefs, treatTypeOf, type PatientBrief } from './queries.ts'
