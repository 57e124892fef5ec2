import './ties.ts'

export { mergeHandlers } from './handlers.ts'
