export { isAdministrator } from './access.ts'
export { lockCompany, mustKeepAdministrator } from './commands/leave.ts'
export { staffHandlers } from './handlers.ts'
export { tellsOpenWork, type OpenWorkItem } from './open-work.ts'
export {
  doctorsWithin,
  isChain,
  isWide,
  mustReachDoctors,
  mustReachRow,
  outOfReach,
  peopleOf,
  reachesDoctors,
  reachesRow,
  reachOf,
  reachOfAll,
  rowsWithin,
  wholeClinic,
  type AtWork,
  type Named,
  type Reach,
  type RowNames,
} from './reach.ts'
