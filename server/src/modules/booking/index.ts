import { module } from '../../platform/module.ts'
import { removeExpired } from './expiry.ts'
import { bookingHandlers } from './handlers.ts'

/** What this module is to the rest of the house. */
export const bookingModule = module({
  name: 'booking',
  owns: ['booking_page', 'booking_pass'],
  reads: ['appointment', 'clinic', 'employee', 'online_request', 'patient'],
  handlers: { booking: bookingHandlers },
  platform: { removeExpired },
})
