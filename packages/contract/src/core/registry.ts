import { anaesthetic } from '../anaesthetic.ts'
import { appointment, appointmentErrors } from '../appointment.ts'
import { billing, billingErrors } from '../billing.ts'
import { booking, bookingErrors } from '../booking.ts'
import { cardErrors, memberCard } from '../card.ts'
import { coupon, couponErrors } from '../coupon.ts'
import { cardTypeCalls } from '../lists/card-types.ts'
import { addressCalls } from '../addresses.ts'
import { commission, commissionErrors } from '../commission.ts'
import { consent, consentErrors } from '../consent.ts'
import { cockpit, cockpitErrors } from '../cockpit.ts'
import { companyRule, companyRuleErrors } from '../company-rule.ts'
import { dataRecord, dataRecordErrors } from '../data-record.ts'
import { clinicSettlement, clinicSettlementErrors } from '../clinic-settlement.ts'
import { clinic, clinicErrors } from '../clinic.ts'
import { doctorCase, doctorCaseErrors } from '../doctor-case.ts'
import { drug, drugErrors } from '../drug.ts'
import { exportTask, exportTaskErrors } from '../export-task.ts'
import { followUp, followUpErrors, patientRemind } from '../follow-up.ts'
import { identity, identityErrors } from '../identity.ts'
import { orthodontic, orthodonticErrors } from '../orthodontic.ts'
import { patient, patientErrors } from '../patient.ts'
import { perio, perioErrors } from '../perio.ts'
import { picture, pictureErrors } from '../picture.ts'
import { planImage, planImageErrors } from '../plan-image.ts'
import { refund, refundErrors } from '../refund.ts'
import { record, recordErrors } from '../record.ts'
import { recordImage, recordImageErrors } from '../record-image.ts'
import { recordQuality, recordQualityErrors } from '../record-quality.ts'
import { recordSeal, recordSealErrors } from '../record-seal.ts'
import { recordTemplate, recordTemplateErrors } from '../record-template.ts'
import { report, reportErrors } from '../report.ts'
import { reporting, reportingErrors } from '../reporting.ts'
import { discountApproval, discountApprovalErrors } from '../discount-approval.ts'
import { posting } from '../posting.ts'
import { prepay, prepayErrors } from '../prepay.ts'
import { payAdjust, payAdjustErrors } from '../pay-adjust.ts'
import { execution, executionErrors } from '../execution.ts'
import { instalment, instalmentErrors } from '../instalment.ts'
import { invoice, invoiceErrors } from '../invoice.ts'
import { monthClose, monthCloseErrors } from '../month-close.ts'
import { shift, shiftErrors } from '../shift.ts'
import { setUpCalls } from '../set-up.ts'
import { settingCalls } from '../settings.ts'
import { clinicTariffCalls } from '../clinic-tariffs.ts'
import { tariffCalls } from '../tariffs.ts'
import { openPlanLines } from '../open-plan-lines.ts'
import { treatmentPlan, treatmentPlanErrors } from '../treatment-plan.ts'
import { cardStatement } from '../card-statement.ts'
import { feeList } from '../fee-list.ts'
import { unitAccount, unitAccountErrors } from '../unit-account.ts'
import { visit, visitErrors } from '../visit.ts'
import { messaging, messagingErrors } from '../messaging.ts'
import { staff, staffErrors } from '../staff.ts'
import { membership, membershipErrors } from '../membership.ts'
import { qualification, qualificationErrors } from '../qualification.ts'
import { paper, paperErrors } from '../paper.ts'
import { payment, paymentErrors } from '../payment.ts'
import { scanPay, scanPayErrors } from '../scan-pay.ts'
import { merge, mergeErrors } from '../merge.ts'
import { prescription, prescriptionErrors } from '../prescription.ts'
import { printTemplate, printTemplateErrors } from '../print-template.ts'
import { provider, providerErrors } from '../provider.ts'
import { sms, smsErrors } from '../sms.ts'
import { schedule, scheduleErrors } from '../schedule.ts'
import type { AnyCall, CallGroup, Resource } from './call.ts'
import { platformErrors, type ErrorEntry } from './errors.ts'

/** Every declared call of the product, by domain. A call that is not here does not exist. */
export const contract = {
  identity,
  // Its settings are files of their own, so that a screen which sets nothing does not load them.
  clinic: { ...clinic, ...settingCalls, ...addressCalls, ...tariffCalls, ...clinicTariffCalls, ...setUpCalls },
  messaging,
  exportTask,
  staff,
  membership,
  qualification,
  patient,
  sms,
  followUp,
  patientRemind,
  schedule,
  appointment,
  booking,
  visit,
  drug,
  picture,
  record,
  recordQuality,
  recordImage,
  recordTemplate,
  recordSeal,
  anaesthetic,
  consent,
  prescription,
  coupon,
  memberCard: { ...cardTypeCalls, ...memberCard },
  shift,
  monthClose,
  payAdjust,
  discountApproval,
  instalment,
  execution,
  billing,
  refund,
  prepay,
  posting,
  clinicSettlement,
  cardStatement,
  feeList,
  unitAccount,
  invoice,
  treatmentPlan: { ...treatmentPlan, ...openPlanLines },
  planImage,
  orthodontic,
  perio,
  doctorCase,
  paper,
  payment,
  scanPay,
  merge,
  commission,
  report,
  cockpit,
  companyRule,
  printTemplate,
  dataRecord,
  reporting,
  provider,
} satisfies Record<string, CallGroup>

/** Every refusal, by its name in code. */
export const errorTable = {
  ...platformErrors,
  ...identityErrors,
  ...clinicErrors,
  ...cockpitErrors,
  ...companyRuleErrors,
  ...printTemplateErrors,
  ...commissionErrors,
  ...dataRecordErrors,
  ...messagingErrors,
  ...exportTaskErrors,
  ...staffErrors,
  ...membershipErrors,
  ...qualificationErrors,
  ...patientErrors,
  ...smsErrors,
  ...followUpErrors,
  ...scheduleErrors,
  ...appointmentErrors,
  ...bookingErrors,
  ...visitErrors,
  ...drugErrors,
  ...pictureErrors,
  ...recordErrors,
  ...recordQualityErrors,
  ...recordImageErrors,
  ...recordTemplateErrors,
  ...recordSealErrors,
  ...consentErrors,
  ...prescriptionErrors,
  ...couponErrors,
  ...cardErrors,
  ...shiftErrors,
  ...monthCloseErrors,
  ...payAdjustErrors,
  ...discountApprovalErrors,
  ...instalmentErrors,
  ...executionErrors,
  ...billingErrors,
  ...refundErrors,
  ...prepayErrors,
  ...clinicSettlementErrors,
  ...unitAccountErrors,
  ...invoiceErrors,
  ...treatmentPlanErrors,
  ...planImageErrors,
  ...orthodonticErrors,
  ...perioErrors,
  ...doctorCaseErrors,
  ...paperErrors,
  ...paymentErrors,
  ...scanPayErrors,
  ...mergeErrors,
  ...reportErrors,
  ...reportingErrors,
  ...providerErrors,
} satisfies Record<string, ErrorEntry>
export type ErrorName = keyof typeof errorTable

/** All calls in one list, with their place in the contract ('patient.create'). */
export function allCalls(): { name: string; call: AnyCall }[] {
  return Object.entries(contract).flatMap(([domain, group]) =>
    Object.entries(group as CallGroup).map(([name, call]) => ({ name: `${domain}.${name}`, call })),
  )
}

/** Every resource that some call is bound to. */
export function allResources(): Resource[] {
  const found = new Set<Resource>()
  for (const { call } of allCalls()) {
    if (call.allow.kind === 'resource') for (const each of call.allow.anyOf) found.add(each)
    for (const each of call.also) found.add(each)
  }
  return [...found].sort()
}
