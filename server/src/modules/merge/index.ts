export { mergeHandlers } from './handlers.ts'
