import type { qualification } from '@dentin/contract/qualification'
import type { Handlers } from '../../platform/http/context.ts'

export const qualificationHandlers: Handlers<typeof qualification> = {}
