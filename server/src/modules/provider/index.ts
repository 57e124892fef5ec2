export { makeFirstLink } from './commands/setup.ts'
export { providerHandlers } from './handlers.ts'
