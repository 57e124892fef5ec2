import { contract } from '@dentin/contract'
import type { Handlers } from '../../platform/http/context.ts'

export const appointmentHandlers: Handlers<typeof contract.appointment> = {}
