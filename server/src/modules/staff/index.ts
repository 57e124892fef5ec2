import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { staffHandlers } from './handlers.ts'
import type { OpenWorkSource } from './open-work.ts'
import type { People } from '../clinic/index.ts'
import { doctorNames, doctorsElsewhere, doctorsOf } from './doctors.ts'
import { employeeNames, holdersOfResources, nameOfEmployee, staffCountOf, staffOf } from './people.ts'
import { reception } from './reception.ts'
import { chosenClinics, clinicsOf, workplaces } from './workplaces.ts'

export { isAdministrator } from './access.ts'
export { staffAmong } from './among.ts'
export { doctorOfClinic, receptionToday, type ClinicDoctor } from './doctors.ts'
export {
  administratorsOf,
  clinicContact,
  antibioticRightOf,
  discountLimitOf,
  employeeNames,
  holdersIn,
  holdersOf,
  postCodesOf,
  staffOf,
  type ClinicContact,
} from './people.ts'
export { addClinic, foundCompany } from './founding.ts'
export { lockCompany, mustKeepAdministrator } from './commands/leave.ts'
export { signaturePictureAt } from './signature.ts'
export { offerResources } from './posts/offer-resources.ts'
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

const people: People = {
  employeeNames,
  nameOfEmployee,
  staffOf,
  staffCountOf,
  doctorsOf,
  doctorsElsewhere,
  holdersOfResources,
  doctorNames,
}

/** What this module is to the rest of the house. */
export const staffModule = module({
  name: 'staff',
  owns: [
    'employee',
    'employee_clinic',
    'employee_post',
    'employee_signature',
    'known_resource',
    'post',
    'post_clinic',
    'post_resource',
    'relate_apply',
  ],
  reads: ['account', 'account_clinic', 'chair', 'clinic', 'clinic_directory', 'company', 'dept'],
  handlers: { staff: staffHandlers },
  topics: { staff: ['/baseEmployee:view', '/employeeSet:view', '/employeEaudit:view'] },
  constraints,
  clinic: { reception, people },
  identity: { workplaces },
  messaging: { clinicsOf },
  platform: { chosenClinics },
})
