import type { membership } from '@dentin/contract/membership'
import type { Handlers } from '../../platform/http/context.ts'

export const membershipHandlers: Handlers<typeof membership> = {}
