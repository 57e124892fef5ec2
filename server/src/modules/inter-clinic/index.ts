import { module } from '../../platform/module.ts'
import { interClinicHandlers } from './handlers.ts'

/** What this module is to the rest of the house: what clinics of a chain owe each other, and its settlement by month. */
export const interClinicModule = module({
  name: 'inter-clinic',
  owns: ['clinic_settlement'],
  reads: ['clinic', 'company', 'ledger_entry', 'ledger_posting', 'member_card', 'patient', 'prepay'],
  handlers: { clinicSettlement: interClinicHandlers },
  constraints: { clinic_settlement_pair_key: 'SETTLEMENT_EXISTS' },
})
