import './belongings.ts'
import './copy.ts'
import './ties.ts'

export { recordHandlers } from './handlers.ts'
export { recordForBilling, type RecordForBilling } from './queries.ts'
