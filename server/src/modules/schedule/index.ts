import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import type { DisplacedSource } from './displaced.ts'
import { beginClinic, countForSetUp } from './founding.ts'
import { scheduleHandlers } from './handlers.ts'

export type { Displaced, DisplacedSource } from './displaced.ts'

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    /** The module that books doctors' time says what stands outside of their shifts. */
    schedule?: { displaced: DisplacedSource }
  }
}

/** What this module is to the rest of the house. */
export const scheduleModule = module({
  name: 'schedule',
  owns: ['schedule', 'shift'],
  reads: ['audit', 'chair', 'clinic', 'dept', 'employee', 'employee_clinic'],
  handlers: { schedule: scheduleHandlers },
  topics: { schedule: ['/orgSchedule:view', '/mySchedule:view', '/clinicSchedule:view', '/myAppointmentBoard:view'] },
  constraints,
  clinic: { beginClinic, countForSetUp },
})
