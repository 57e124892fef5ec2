import { module } from '../../platform/module.ts'
import { reportHandlers } from './reports/handlers.ts'
import { reportingHandlers } from './handlers.ts'
import { visitTimeline } from './timeline.ts'
import { paymentsByMethod, tariffUses } from './uses.ts'

export { clinicUsage, type ClinicUsage } from './usage.ts'

/** What this module is to the rest of the house. */
export const reportingModule = module({
  name: 'reporting',
  owns: [],
  reads: [
    'appointment',
    'audit',
    'bill',
    'bill_item',
    'bill_payment',
    'card_log',
    'cash_shift',
    'chair',
    'clinic',
    'consent',
    'dept',
    'dunning_call',
    'employee',
    'employee_clinic',
    'ledger_entry',
    'ledger_posting',
    'medical_record',
    'member_card',
    'month_close',
    'patient',
    'patient_clinic',
    'pay_method',
    'patient_source',
    'prepay',
    'registration',
    'schedule',
    'tariff_category',
    'treatment',
  ],
  handlers: { reporting: reportingHandlers, report: reportHandlers },
  clinic: { paymentsByMethod, tariffUses },
  patient: { timeline: visitTimeline },
})
