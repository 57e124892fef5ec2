import { module } from '../../platform/module.ts'
import { reportingHandlers } from './handlers.ts'

export { clinicUsage, type ClinicUsage } from './usage.ts'

/** What this module is to the rest of the house. */
export const reportingModule = module({
  name: 'reporting',
  handlers: { reporting: reportingHandlers },
})
