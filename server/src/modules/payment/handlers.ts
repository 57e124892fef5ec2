import type { payment } from '@dentin/contract/payment'
import type { Handlers } from '../../platform/http/context.ts'

export const paymentHandlers: Handlers<typeof payment> = {}
