import { deferred } from '../../lib/deferred.ts'

/** What the frame shows of a membership, once it stands. */
export const Reminder = deferred(async () => (await import('./Reminder.tsx')).Reminder)
export const Gift = deferred(async () => (await import('./Gift.tsx')).Gift)
