import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const identityHandlers: Handlers<typeof contract.identity> = {}
