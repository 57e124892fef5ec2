import { accountsResources } from './accounts/resources.ts'
import { appointmentsResources } from './appointments/resources.ts'
import { chargesResources } from './charges/resources.ts'
import { clinicManagementResources } from './clinic-management/resources.ts'
import { communicationResources } from './communication/resources.ts'
import { drugsResources } from './drugs/resources.ts'
import { medicareResources } from './medicare/resources.ts'
import { membershipResources } from './membership/resources.ts'
import { patientResources } from './patient/resources.ts'
import { reportsResources } from './reports/resources.ts'
import { recordsResources } from './records/resources.ts'
import { settingsResources } from './settings/resources.ts'
import { smsResources } from './sms/resources.ts'
import { treatmentPlanResources } from './treatment-plans/resources.ts'

/** What may be granted, as each area declares it. resources.ts above this folder puts it in order. */
export const declaredResources = [
  ...accountsResources,
  ...appointmentsResources,
  ...patientResources,
  ...recordsResources,
  ...treatmentPlanResources,
  ...communicationResources,
  ...drugsResources,
  ...chargesResources,
  ...reportsResources,
  ...clinicManagementResources,
  ...settingsResources,
  ...smsResources,
  ...membershipResources,
  ...medicareResources,
] as const

type ResourcesOf<Group> = Group extends { uri: infer Uri extends string; codes: infer Codes }
  ? `${Uri}:${Extract<keyof Codes, string>}`
  : never

/** A permission as the specification has it: uri plus code, on the wire and in the database `uri:code`. These and no others. */
export type Resource = ResourcesOf<(typeof declaredResources)[number]>
