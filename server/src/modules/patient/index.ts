export { patientHandlers } from './handlers.ts'
