import './belongings.ts'
import './copy.ts'
import './ties.ts'
import './tell.ts'

export { billsWithin } from './access.ts'
export { billingHandlers } from './handlers.ts'
