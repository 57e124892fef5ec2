export { messagingHandlers } from './handlers.ts'
export { notify, notifyAccount } from './notify.ts'
