export { messagingHandlers } from './handlers.ts'
export { notify, notifyAccount, type StaffMessage } from './notify.ts'
export {
  defineMessagingJobs,
  listPlatformMessages,
  publishPlatformMessage,
  withdrawPlatformMessage,
  type PublishedMessage,
} from './platform.ts'
