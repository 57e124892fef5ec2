import type { staff } from '@dentin/contract/staff'
import type { Handlers } from '../../platform/http/context.ts'

export const staffHandlers: Handlers<typeof staff> = {}
