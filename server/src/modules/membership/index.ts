export { membershipHandlers } from './handlers.ts'
