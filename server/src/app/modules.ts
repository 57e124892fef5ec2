import { putTogether } from '../platform/module.ts'
import { appointmentModule } from '../modules/appointment/index.ts'
import { billingModule } from '../modules/billing/index.ts'
import { bookingModule } from '../modules/booking/index.ts'
import { couponModule } from '../modules/coupon/index.ts'
import { commissionModule } from '../modules/commission/index.ts'
import { consentModule } from '../modules/consent/index.ts'
import { cardModule } from '../modules/card/index.ts'
import { clinicModule } from '../modules/clinic/index.ts'
import { doctorCaseModule } from '../modules/doctor-case/index.ts'
import { drugModule } from '../modules/drug/index.ts'
import { exportTaskModule } from '../modules/export-task/index.ts'
import { followUpModule } from '../modules/follow-up/index.ts'
import { ledgerModule } from '../modules/ledger/index.ts'
import { interClinicModule } from '../modules/inter-clinic/index.ts'
import { invoiceModule } from '../modules/invoice/index.ts'
import { instalmentModule } from '../modules/instalment/index.ts'
import { issuedDocumentModule } from '../modules/issued-document/index.ts'
import { identityModule } from '../modules/identity/index.ts'
import { membershipModule } from '../modules/membership/index.ts'
import { mergeModule } from '../modules/merge/index.ts'
import { messagingModule } from '../modules/messaging/index.ts'
import { orthodonticModule } from '../modules/orthodontic/index.ts'
import { paperModule } from '../modules/paper/index.ts'
import { patientModule } from '../modules/patient/index.ts'
import { paymentModule } from '../modules/payment/index.ts'
import { perioModule } from '../modules/perio/index.ts'
import { pictureModule } from '../modules/picture/index.ts'
import { postingModule } from '../modules/posting/index.ts'
import { prepayModule } from '../modules/prepay/index.ts'
import { prescriptionModule } from '../modules/prescription/index.ts'
import { printTemplateModule } from '../modules/print-template/index.ts'
import { providerModule } from '../modules/provider/index.ts'
import { qualificationModule } from '../modules/qualification/index.ts'
import { recordModule } from '../modules/record/index.ts'
import { reportingModule } from '../modules/reporting/index.ts'
import { scheduleModule } from '../modules/schedule/index.ts'
import { smsModule } from '../modules/sms/index.ts'
import { staffModule } from '../modules/staff/index.ts'
import { treatmentPlanModule } from '../modules/treatment-plan/index.ts'
import { unitAccountModule } from '../modules/unit-account/index.ts'
import { visitModule } from '../modules/visit/index.ts'

/**
 * The modules, in the order in which they may know one another: each knows only those before it. The import rules read
 * this list. What is still to come: imaging, measurement, communication after record; stock, design after billing.
 */
export const product = putTogether([
  identityModule,
  clinicModule,
  issuedDocumentModule,
  messagingModule,
  exportTaskModule,
  staffModule,
  ledgerModule,
  membershipModule,
  qualificationModule,
  patientModule,
  smsModule,
  followUpModule,
  scheduleModule,
  appointmentModule,
  bookingModule,
  visitModule,
  drugModule,
  pictureModule,
  recordModule,
  consentModule,
  prescriptionModule,
  couponModule,
  cardModule,
  billingModule,
  prepayModule,
  interClinicModule,
  unitAccountModule,
  instalmentModule,
  treatmentPlanModule,
  orthodonticModule,
  perioModule,
  doctorCaseModule,
  paperModule,
  paymentModule,
  postingModule,
  invoiceModule,
  mergeModule,
  commissionModule,
  printTemplateModule,
  reportingModule,
  providerModule,
])
