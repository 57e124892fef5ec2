import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { staffHandlers } from './handlers.ts'
import type { OpenWorkSource } from './open-work.ts'

export { isAdministrator } from './access.ts'
export { lockCompany, mustKeepAdministrator } from './commands/leave.ts'
export type { OpenWorkItem, OpenWorkSource } from './open-work.ts'
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

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    /** A module that gives people work says what of it is open, and passes it on. */
    staff?: { openWork: OpenWorkSource }
  }
}

/** What this module is to the rest of the house. */
export const staffModule = module({
  name: 'staff',
  handlers: { staff: staffHandlers },
  topics: { staff: ['/baseEmployee:view', '/employeeSet:view', '/employeEaudit:view'] },
  constraints,
})
