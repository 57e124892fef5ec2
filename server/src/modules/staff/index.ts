export { lockCompany, mustKeepAdministrator } from './commands/leave.ts'
export { staffHandlers } from './handlers.ts'
export { tellsOpenWork, type OpenWorkItem } from './open-work.ts'
