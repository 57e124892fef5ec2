import { randomBytes } from 'node:crypto'
import { formatDateTime } from '@dentin/kit'

const moment = (now: Date): string => formatDateTime(now).replace(/\D/g, '').slice(2)

/** Our number of a trade: says when it was begun, and cannot be guessed. */
export const newTradeNo = (now: Date): string => `DT${moment(now)}${randomBytes(8).toString('hex')}`

/** Our number of what goes back of a trade: the same however often it is asked for. */
export const newRefundNo = (now: Date): string => `DR${moment(now)}${randomBytes(8).toString('hex')}`
