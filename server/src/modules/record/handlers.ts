import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const recordHandlers: Handlers<typeof contract.record> = {}
