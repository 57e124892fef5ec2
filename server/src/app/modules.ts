import type { FastifyInstance } from 'fastify'
import { appointmentHandlers, defineAppointmentJobs } from '../modules/appointment/index.ts'
import { bookingHandlers } from '../modules/booking/index.ts'
import { billingHandlers } from '../modules/billing/index.ts'
import { clinicHandlers, defineClinicJobs } from '../modules/clinic/index.ts'
import { defineFollowUpJobs, followUpHandlers, patientRemindHandlers } from '../modules/follow-up/index.ts'
import { identityHandlers, onEntry } from '../modules/identity/index.ts'
import { mergeHandlers } from '../modules/merge/index.ts'
import { definePatientJobs, patientHandlers } from '../modules/patient/index.ts'
import { recordHandlers } from '../modules/record/index.ts'
import { reportingHandlers } from '../modules/reporting/index.ts'
import { defineVisitJobs, visitHandlers } from '../modules/visit/index.ts'
import { defineMessagingJobs, messagingHandlers } from '../modules/messaging/index.ts'
import { scheduleHandlers } from '../modules/schedule/index.ts'
import { staffHandlers } from '../modules/staff/index.ts'
import {
  defineMembershipJobs,
  giftNotice,
  medicalPayable,
  membershipHandlers,
  vipPayable,
} from '../modules/membership/index.ts'
import { defineQualificationJobs, qualificationHandlers } from '../modules/qualification/index.ts'
import {
  definePaymentJobs,
  noticeRoutes,
  offerPayable,
  paymentHandlers,
  sandboxIsWanted,
  sandboxRoutes,
} from '../modules/payment/index.ts'
import { providerHandlers } from '../modules/provider/index.ts'
import { defineSmsJobs, smsHandlers, smsPayable, smsRoutes } from '../modules/sms/index.ts'
import type { HandlerTree } from '../platform/http/binder.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { defineDiskWatch } from './disk-watch.ts'
import { defineMaintenance } from '../platform/jobs/maintenance.ts'
import type { TopicGrants } from '../platform/push/stream.ts'
import type { Services } from '../platform/services.ts'

onEntry(giftNotice)
offerPayable(vipPayable, '/vipInfoDetail:pay')
offerPayable(medicalPayable, '/medicareOrderRecord:pay')
offerPayable(smsPayable, '/SMSmanagement:recharge')

/** The handlers of every declared call. */
export const handlers = {
  identity: identityHandlers,
  clinic: clinicHandlers,
  messaging: messagingHandlers,
  staff: staffHandlers,
  membership: membershipHandlers,
  qualification: qualificationHandlers,
  patient: patientHandlers,
  sms: smsHandlers,
  followUp: followUpHandlers,
  patientRemind: patientRemindHandlers,
  schedule: scheduleHandlers,
  appointment: appointmentHandlers,
  booking: bookingHandlers,
  visit: visitHandlers,
  record: recordHandlers,
  billing: billingHandlers,
  payment: paymentHandlers,
  merge: mergeHandlers,
  reporting: reportingHandlers,
  provider: providerHandlers,
} as unknown as HandlerTree

/** Who hears which topic of the live stream. */
export const topicGrants: TopicGrants = {
  appointment: [
    '/myAppointmentBoard:view',
    '/myAppointmentList:view',
    '/myAppointmentNetwork:view',
    '/dashboard:view',
    '/doctorIndex:view',
  ],
  schedule: ['/orgSchedule:view', '/mySchedule:view', '/clinicSchedule:view', '/myAppointmentBoard:view'],
  reception: ['/dashboard:view', '/doctorIndex:view', '/inTreatment:view'],
  record: ['/patientMedicalRecord:view', '/doctorIndex:view'],
  bill: ['/orderSet:view', '/dashboard:view'],
  patient: ['/allTimePatients:view'],
  followUp: [
    '/followManagementList:view',
    '/recordManage:view',
    '/remindManage:view',
    '/dashboard:view',
    '/doctorIndex:view',
  ],
  staff: ['/baseEmployee:view', '/employeeSet:view', '/employeEaudit:view'],
  sms: ['/SMSmanagement:view'],
  // Whoever charges, or writes down what is charged.
  tariff: ['/orderSet:view', '/patientMedicalRecord:view', '/baseTariffSet:view', '/tariffsClinic:view'],
}

/** Routes outside the envelope. */
export function outsideRoutes(app: FastifyInstance, services: Services, webRoot?: string): void {
  noticeRoutes(app, services)
  smsRoutes(app, services)
  if (sandboxIsWanted(services.config)) sandboxRoutes(app, services, webRoot)
}

/** Timed and queued work of the platform and the modules. */
export function defineJobs(_jobs: Jobs, services: Services): void {
  defineMaintenance(services)
  defineDiskWatch(services)
  defineSmsJobs(services)
  defineClinicJobs(services)
  defineMessagingJobs(services)
  defineFollowUpJobs(services)
  definePatientJobs(services)
  defineAppointmentJobs(services)
  defineVisitJobs(services)
  defineQualificationJobs(services)
  defineMembershipJobs(services)
  definePaymentJobs(services)
}
