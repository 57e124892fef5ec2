export { reportingHandlers } from './handlers.ts'
