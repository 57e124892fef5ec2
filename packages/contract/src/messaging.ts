import type { CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'

/** Refusals of this domain: codes 33000 to 33999. */
export const messagingErrors = {} as const satisfies Record<string, ErrorEntry>

/** What a message is about, with the words of the screen, in the order of the screen. */
export const messageCategories = {
  system: '系统公告',
  review: '审核',
  appointment: '预约',
  membership: '会员',
  bill: '收费',
} as const
export type MessageCategory = keyof typeof messageCategories

/** Messages: the bell, its categories, messages of the platform. */
export const messaging = {} satisfies CallGroup
