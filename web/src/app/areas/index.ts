import { accountsPages } from './accounts/index.ts'
import { appointmentsPages } from './appointments/index.ts'
import { chargesPages } from './charges/index.ts'
import { clinicManagementPages } from './clinic-management/index.ts'
import { communicationPages } from './communication/index.ts'
import { drugsPages } from './drugs/index.ts'
import { entrancePages } from './entrance/index.ts'
import { medicarePages } from './medicare/index.ts'
import { membershipPages } from './membership/index.ts'
import { patientPages } from './patient/index.ts'
import { platformPages } from './platform/index.ts'
import { recordsPages } from './records/index.ts'
import { reportsPages } from './reports/index.ts'
import { settingsPages } from './settings/index.ts'
import { smsPages } from './sms/index.ts'
import { treatmentPlansPages } from './treatment-plans/index.ts'
import type { LazyPage } from './pages-of.ts'
import type { ScreenPath } from '@dentin/contract/areas/screens'

/** The page of every screen. A screen without a page, or a page without a screen, does not compile. */
export const pages: Readonly<Record<ScreenPath, LazyPage>> = {
  ...accountsPages,
  ...appointmentsPages,
  ...chargesPages,
  ...clinicManagementPages,
  ...communicationPages,
  ...drugsPages,
  ...entrancePages,
  ...medicarePages,
  ...membershipPages,
  ...patientPages,
  ...platformPages,
  ...recordsPages,
  ...reportsPages,
  ...settingsPages,
  ...smsPages,
  ...treatmentPlansPages,
}
