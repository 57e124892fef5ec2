import type { Listener } from '../story.ts'
import { appointment } from './appointment.ts'
import { billing } from './billing.ts'
import { booking } from './booking.ts'
import { card } from './card.ts'
import { clinic } from './clinic.ts'
import { commission } from './commission.ts'
import { consent } from './consent.ts'
import { coupon } from './coupon.ts'
import { doctorCase } from './doctor-case.ts'
import { followUp } from './follow-up.ts'
import { membership } from './membership.ts'
import { merge } from './merge.ts'
import { messaging } from './messaging.ts'
import { orthodontic } from './orthodontic.ts'
import { paper } from './paper.ts'
import { patient } from './patient.ts'
import { perio } from './perio.ts'
import { picture } from './picture.ts'
import { prepay } from './prepay.ts'
import { prescription } from './prescription.ts'
import { qualification } from './qualification.ts'
import { record } from './record.ts'
import { reporting } from './reporting.ts'
import { retail } from './retail.ts'
import { schedule } from './schedule.ts'
import { sms } from './sms.ts'
import { staff } from './staff.ts'
import { treatmentPlan } from './treatment-plan.ts'
import { unitAccount } from './unit-account.ts'
import { visit } from './visit.ts'
import { vouchers } from './vouchers.ts'

/** Who listens, in the order in which they hear. Those with dice of their own stand wherever what they read is there. */
export const listeners: readonly Listener[] = [
  merge,
  messaging,
  membership,
  staff,
  appointment,
  booking,
  visit,
  qualification,
  treatmentPlan,
  orthodontic,
  perio,
  record,
  consent,
  billing,
  card,
  prepay,
  coupon,
  unitAccount,
  vouchers,
  retail,
  reporting,
  commission,
  followUp,
  prescription,
  picture,
  doctorCase,
  sms,
  patient,
  schedule,
  clinic,
  paper,
]
