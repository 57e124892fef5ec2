import type { WireOutput } from '@dentin/contract/core/call'
import { messageCategories, type messaging, type MessageCategory } from '@dentin/contract/messaging'
import type { IconName } from '../../ui/index.ts'

export type Message = WireOutput<typeof messaging.messages>['list'][number]

export const categoryKeys = Object.keys(messageCategories) as MessageCategory[]

/** How much is unread in a category, or in all (null). */
export function unreadIn(
  status: { categories: readonly { category: MessageCategory; unread: number }[] } | undefined,
  category: MessageCategory | null,
): number {
  const counted = status?.categories.filter((each) => category === null || each.category === category) ?? []
  return counted.reduce((sum, each) => sum + each.unread, 0)
}

export const categoryIcons: Readonly<Record<MessageCategory, IconName>> = {
  system: 'message',
  review: 'shield-check',
  appointment: 'calendar',
  reception: 'user-check',
  followUp: 'phone-call',
  membership: 'crown',
  bill: 'receipt',
  sms: 'phone',
  exports: 'download',
}
