import { dayText } from '@dentin/kit/date-text'
import { booking } from '@dentin/contract/booking'
import type { WireOutput } from '@dentin/contract'
import { requestOf } from '@dentin/contract/core/request'
import type { ComponentType } from 'react'

export type Page = WireOutput<typeof booking.page>

export type Own = WireOutput<typeof booking.mine>[number]

/** Phone and code, put together with this page by the app. */
export type PhoneProof = ComponentType<{
  sendCode: (input: { phone: string; captcha?: string; captchaId?: string }) => Promise<{ local: boolean }>
  onProve: (phone: string, code: string) => Promise<void>
  submitText: string
}>

export const whenText = (time: string) => `${dayText(time)} ${time.slice(11, 16)}`

export const passKey = (code: string) => `dentin.booking.${code}`

export const pictureUrl = (code: string, id: string) => requestOf(booking.picture, { code, id }).url
