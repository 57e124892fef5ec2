import { module } from '../../platform/module.ts'
import { defineClinicJobs } from './commands.ts'
import { constraints } from './constraints.ts'
import { clinicHandlers } from './handlers.ts'

export { directoryRow, listClinic, type DirectoryEntry } from './directory.ts'
export {
  appointItemsByIds,
  appointItemsOf,
  clinicSettings,
  dictWord,
  holidaysOf,
  ownDiagnosisOf,
  packagesByIds,
  payMethods,
  tariffIdsByCodes,
  tariffsByIds,
  type AppointItem,
  type PayMethod,
  type TariffBrief,
} from './public-api.ts'
export { followRuleRows } from './follow-rules.ts'
export { makeBranch, makeCompany, type Made, type NewClinic } from './founding.ts'
export { postRows, shiftRows } from './defaults.ts'
export type { AskedByClinic, LinkedTariff, TariffLink } from './extension-points.ts'
export type { People } from './people.ts'
export type { Reception, Waiting } from './reception.ts'
export { platformTemplates, recordTemplateRows } from './starting-sets/record-templates.ts'
export { smsTemplateRows } from './starting-sets/sms-templates.ts'
export { changeClinicCard, changeCompany, changeSettings } from './commands.ts'
export { holidaysBetween, patientSources } from './queries.ts'
export { defaultPosts, type DefaultPost, type DefaultPostCode } from './posts.ts'
export { readSettings, type ClinicSettings, type Licence, type OnlineRules, type SetUpCounts } from './rules.ts'
export { holidayYear, setHolidays } from './settings/holidays.ts'
export { clinicProfile } from './settings/queries.ts'

/** What this module is to the rest of the house. */
export const clinicModule = module({
  name: 'clinic',
  owns: [
    'appoint_item',
    'chair',
    'clinic',
    'clinic_appoint_item',
    'clinic_delivery_address',
    'clinic_directory',
    'company',
    'company_holiday',
    'dept',
    'dept_chair',
    'dict_item',
    'holiday',
    'icd_diagnosis',
    'own_diagnosis',
    'patient_source',
    'pay_method',
    'tariff',
    'tariff_category',
    'tariff_clinic',
    'tariff_package',
    'tariff_price',
  ],
  reads: ['account', 'audit'],
  handlers: { clinic: clinicHandlers },
  jobs: defineClinicJobs,
  topics: {
    // Whoever charges, or writes down what is charged.
    tariff: [
      '/orderSet:view',
      '/patientMedicalRecord:view',
      '/baseTariffSet:view',
      '/clinicTariffSet:view',
      '/tariffsClinic:view',
    ],
  },
  constraints,
})
