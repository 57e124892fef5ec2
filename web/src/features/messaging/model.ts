import type { WireOutput } from '@dentin/contract/core/call'
import { messageCategories, type messaging, type MessageCategory } from '@dentin/contract/messaging'
import type { IconName } from '../../ui/index.ts'

export type Message = WireOutput<typeof messaging.messages>['list'][number]

export const categoryKeys = Object.keys(messageCategories) as MessageCategory[]

export const categoryIcons: Readonly<Record<MessageCategory, IconName>> = {
  system: 'message',
  review: 'shield-check',
  appointment: 'calendar',
  membership: 'crown',
  bill: 'receipt',
}
