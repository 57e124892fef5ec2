import './belongings.ts'
export { billsWithin } from './access.ts'
export { billingHandlers } from './handlers.ts'
