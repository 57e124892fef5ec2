import { module } from '../../platform/module.ts'
import { bookingHandlers } from './handlers.ts'

/** What this module is to the rest of the house. */
export const bookingModule = module({
  name: 'booking',
  handlers: { booking: bookingHandlers },
})
