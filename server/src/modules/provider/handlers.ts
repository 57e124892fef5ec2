import type { provider } from '@dentin/contract/provider'
import type { Handlers } from '../../platform/http/context.ts'

export const providerHandlers: Handlers<typeof provider> = {}
