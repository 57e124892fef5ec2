export { useMessageStatus, useSupportUrl, useWebSettings } from './hooks.ts'
export { MessageBell } from './MessageBell.tsx'
export { MessageCentre } from './MessageCentre.tsx'
