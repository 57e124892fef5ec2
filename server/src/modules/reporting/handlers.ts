import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const reportingHandlers: Handlers<typeof contract.reporting> = {}
