export { reportingHandlers } from './handlers.ts'
export { clinicUsage, type ClinicUsage } from './usage.ts'
