export { visitHandlers } from './handlers.ts'
