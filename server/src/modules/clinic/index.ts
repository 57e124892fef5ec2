export { clinicHandlers } from './handlers.ts'
