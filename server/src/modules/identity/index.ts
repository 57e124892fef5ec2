export { identityHandlers } from './handlers.ts'
