import type { messaging } from '@dentin/contract/messaging'
import type { Handlers } from '../../platform/http/context.ts'

export const messagingHandlers: Handlers<typeof messaging> = {}
