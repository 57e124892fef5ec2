import { accountsScreens } from './accounts/screens.ts'
import { appointmentsScreens } from './appointments/screens.ts'
import { chargesScreens } from './charges/screens.ts'
import { clinicManagementScreens } from './clinic-management/screens.ts'
import { communicationScreens } from './communication/screens.ts'
import { drugsScreens } from './drugs/screens.ts'
import { entranceScreens } from './entrance/screens.ts'
import { medicareScreens } from './medicare/screens.ts'
import { membershipScreens } from './membership/screens.ts'
import { patientScreens } from './patient/screens.ts'
import { platformScreens } from './platform/screens.ts'
import { recordsScreens } from './records/screens.ts'
import { reportsScreens } from './reports/screens.ts'
import { settingsScreens } from './settings/screens.ts'
import { smsScreens } from './sms/screens.ts'
import { treatmentPlanScreens } from './treatment-plans/screens.ts'
import { withOpenVariant } from './open-variants.ts'
import { routesOf, type RouteOf, type Screen } from './screen.ts'

/** The screens of each area. A new area takes its place here, in resources.ts and in web/src/app/areas/index.ts. */
export const areas = {
  entrance: entranceScreens,
  accounts: accountsScreens,
  appointments: appointmentsScreens,
  patient: patientScreens,
  records: recordsScreens,
  treatmentPlans: treatmentPlanScreens,
  communication: communicationScreens,
  drugs: drugsScreens,
  charges: chargesScreens,
  clinicManagement: clinicManagementScreens,
  reports: reportsScreens,
  settings: settingsScreens,
  sms: smsScreens,
  membership: membershipScreens,
  medicare: medicareScreens,
  platform: platformScreens,
} as const satisfies Readonly<Record<string, readonly Screen[]>>

export type AreaName = keyof typeof areas
/** The paths of an area's screens. */
export type PathOf<A extends AreaName> = (typeof areas)[A][number]['path']
/** The paths that exist. */
export type ScreenPath = PathOf<AreaName>

type DeclaredRoute = RouteOf<ScreenPath, AreaName> & { variantOf?: never }
/** The public variant of a screen: its page for whoever has no token, in no menu. */
export type OpenRoute = Pick<RouteOf<`${ScreenPath}1`, AreaName>, 'path' | 'title' | 'area' | 'public' | 'frame'> & {
  variantOf: ScreenPath
} & { [K in Exclude<keyof Screen, 'path' | 'title' | 'area' | 'public' | 'frame'>]?: never }
export type ScreenRoute = DeclaredRoute | OpenRoute

const declared: readonly DeclaredRoute[] = (Object.keys(areas) as AreaName[]).flatMap((area) =>
  routesOf<ScreenPath, AreaName>(area, areas[area]),
)
const variants = declared
  .filter(({ path }) => (withOpenVariant as readonly string[]).includes(path))
  .map(({ path, title, area, frame }): OpenRoute => ({
    path: `${path}1`,
    title,
    area,
    frame,
    public: true,
    variantOf: path,
  }))

/** Every screen. Data only: whoever asks whether a screen exists imports no page by it. */
export const screens: readonly ScreenRoute[] = [...declared, ...variants]
