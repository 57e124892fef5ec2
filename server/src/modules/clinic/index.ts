import { module } from '../../platform/module.ts'
import { defineClinicJobs } from './commands.ts'
import { constraints } from './constraints.ts'
import { clinicHandlers } from './handlers.ts'

export { directoryRow, listClinic, type DirectoryEntry } from './directory.ts'
export {
  administratorsOf,
  appointItemsByIds,
  appointItemsOf,
  clinicContact,
  clinicSettings,
  dictWord,
  discountLimitOf,
  doctorOfClinic,
  employeeNames,
  holdersOf,
  holidaysOf,
  payMethods,
  postCodesOf,
  receptionToday,
  tariffsByIds,
  type AppointItem,
  type ClinicContact,
  type ClinicDoctor,
  type PayMethod,
  type TariffBrief,
} from './public-api.ts'
export { followRuleRows } from './follow-rules.ts'
export { addClinic, foundCompany, type Founded, type NewClinic } from './founding.ts'
export { changeSettings } from './commands.ts'
export { holidaysBetween, patientSources, staffOf } from './queries.ts'
export { defaultPosts, type DefaultPost, type DefaultPostCode } from './posts.ts'
export { readSettings, type ClinicSettings, type OnlineRules } from './rules.ts'
export { clinicProfile } from './settings/queries.ts'

/** What this module is to the rest of the house. */
export const clinicModule = module({
  name: 'clinic',
  handlers: { clinic: clinicHandlers },
  jobs: defineClinicJobs,
  topics: {
    // Whoever charges, or writes down what is charged.
    tariff: ['/orderSet:view', '/patientMedicalRecord:view', '/baseTariffSet:view', '/tariffsClinic:view'],
  },
  constraints,
})
