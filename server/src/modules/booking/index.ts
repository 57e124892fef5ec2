export { bookingHandlers } from './handlers.ts'
