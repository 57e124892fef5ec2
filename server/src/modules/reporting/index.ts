import { module } from '../../platform/module.ts'
import { cockpitHandlers } from './cockpit/handlers.ts'
import { companyRuleHandlers } from './company-rules/handlers.ts'
import { dataRecordHandlers } from './data-records/handlers.ts'
import { followRewards } from './introduction-rewards/arise.ts'
import { copy, deletionGuard, mergeRules } from './introduction-rewards/patient.ts'
import { defineKeptSums } from './kept-sums/jobs.ts'
import { dropSums, keepSums } from './kept-sums/keep.ts'
import { booksAgree, defineLedgerCheck } from './ledger-check/check.ts'
import { reportHandlers } from './reports/handlers.ts'
import { reportingHandlers } from './handlers.ts'
import { visitTimeline } from './timeline.ts'
import { paymentsByMethod, tariffUses } from './uses.ts'

export { clinicUsage, type ClinicUsage } from './usage.ts'

/** What this module is to the rest of the house. */
export const reportingModule = module({
  name: 'reporting',
  owns: [
    'clinic_target',
    'company_rule',
    'expected_care',
    'first_visit_note',
    'introduction_reward',
    'introduction_reward_move',
    'kept_sum',
    'ledger_mismatch',
    'report_view',
    'source_spend',
  ],
  reads: [
    'appointment',
    'audit',
    'bill',
    'bill_item',
    'bill_item_execution',
    'bill_payment',
    'card_log',
    'card_type',
    'cash_shift',
    'chair',
    'clinic',
    'clinic_licence',
    'consent',
    'coupon',
    'coupon_type',
    'dept',
    'dunning_call',
    'employee',
    'employee_clinic',
    'employee_post',
    'follow_up',
    'invoice',
    'invoice_account',
    'invoice_source',
    'ledger_entry',
    'ledger_posting',
    'medical_record',
    'member_card',
    'month_close',
    'patient',
    'patient_clinic',
    'pay_exception',
    'pay_method',
    'patient_source',
    'patient_stat',
    'post',
    'prepay',
    'refund',
    'registration',
    'schedule',
    'status_log',
    'tariff',
    'tariff_category',
    'treatment',
    'treatment_plan',
    'treatment_plan_line',
  ],
  handlers: {
    reporting: reportingHandlers,
    report: reportHandlers,
    cockpit: cockpitHandlers,
    companyRule: companyRuleHandlers,
    dataRecord: dataRecordHandlers,
  },
  constraints: {
    company_rule_day_key: 'RULE_TWICE',
    first_visit_note_registration_key: 'VERSION_CONFLICT',
    expected_care_key: 'VERSION_CONFLICT',
    report_view_name_key: 'VERSION_CONFLICT',
  },
  clinic: { paymentsByMethod, tariffUses },
  ledger: { moved: followRewards },
  patient: { timeline: visitTimeline, mergeRules, deletionGuard, copy: [copy] },
  monthEnd: { checks: [booksAgree], closed: keepSums, reopened: dropSums },
  jobs: (services) => {
    defineKeptSums(services)
    defineLedgerCheck(services)
  },
})
