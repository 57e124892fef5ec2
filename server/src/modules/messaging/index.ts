import type { TenantTx } from '../../platform/database/tx.ts'
import { module } from '../../platform/module.ts'
import { messagingHandlers } from './handlers.ts'
import { defineMessagingJobs } from './platform.ts'

export { notify, notifyAccount, type StaffMessage } from './notify.ts'
export {
  listPlatformMessages,
  publishPlatformMessage,
  withdrawPlatformMessage,
  type PublishedMessage,
} from './platform.ts'

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    /** The module that knows who works where says in which clinics these people do. */
    messaging?: {
      clinicsOf: (tx: TenantTx, employeeIds: readonly string[]) => Promise<{ employeeId: string; clinicId: string }[]>
    }
  }
}

/** What this module is to the rest of the house. */
export const messagingModule = module({
  name: 'messaging',
  owns: [
    'account_message',
    'message',
    'message_preference',
    'platform_message',
    'platform_message_clinic',
    'platform_message_read',
  ],
  reads: ['account', 'account_clinic'],
  handlers: { messaging: messagingHandlers },
  jobs: defineMessagingJobs,
  topics: { message: 'everybody' },
})
