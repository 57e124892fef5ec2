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
} from './doors.ts'
export { followRuleRows } from './follow-rules.ts'
export { addClinic, foundCompany, type Founded, type NewClinic } from './founding.ts'
export { changeSettings, defineClinicJobs } from './commands.ts'
export { clinicHandlers } from './handlers.ts'
export { holidaysBetween, patientSources, staffOf } from './queries.ts'
export { defaultPosts, type DefaultPost, type DefaultPostCode } from './posts.ts'
export { readSettings, type ClinicSettings, type OnlineRules } from './rules.ts'
export { clinicProfile } from './settings/queries.ts'
