export { recordHandlers } from './handlers.ts'
