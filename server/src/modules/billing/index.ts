import './belongings.ts'
import './ties.ts'

export { billsWithin } from './access.ts'
export { billingHandlers } from './handlers.ts'
