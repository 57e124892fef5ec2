export { appointmentHandlers } from './handlers.ts'
