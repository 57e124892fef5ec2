import './belongings.ts'
export { recordHandlers } from './handlers.ts'
export { recordForBilling, type RecordForBilling } from './queries.ts'
