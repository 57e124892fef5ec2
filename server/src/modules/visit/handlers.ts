import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const visitHandlers: Handlers<typeof contract.visit> = {}
