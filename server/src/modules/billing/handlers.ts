import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const billingHandlers: Handlers<typeof contract.billing> = {}
