export { qualificationHandlers } from './handlers.ts'
