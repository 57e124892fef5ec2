import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const clinicHandlers: Handlers<typeof contract.clinic> = {}
