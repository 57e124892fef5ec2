export { billsWithin } from './access.ts'
export { billingHandlers } from './handlers.ts'
