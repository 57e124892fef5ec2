import { platformScreens } from '@dentin/contract/areas/platform/screens'
import type { AnyCall, ProviderRole, WireOutput } from '@dentin/contract/core/call'
import { provider } from '@dentin/contract/provider'
import type { IconName } from '../../ui/index.ts'

/** A page of the console. The call that fills it says whose it is, so that menu, guard and server never differ. */
export interface Section {
  path: string
  label: string
  short: string
  icon: IconName
  group: string
  opens: AnyCall
}

type Entry = Extract<(typeof platformScreens)[number], { console: object }>

const opens: Readonly<Record<Entry['path'], AnyCall>> = {
  '/platform': provider.overview,
  '/platform/doctors': provider.reviews,
  '/platform/organisations': provider.reviews,
  '/platform/transfers': provider.transfers,
  '/platform/strayed': provider.strayed,
  '/platform/invoices': provider.invoices,
  '/platform/smsReviews': provider.smsReviews,
  '/platform/clinics': provider.clinics,
  '/platform/packages': provider.packages,
  '/platform/messages': provider.messages,
  '/platform/accounts': provider.accounts,
  '/platform/audit': provider.auditLog,
}

const sections: readonly Section[] = platformScreens
  .filter((screen): screen is Entry => 'console' in screen)
  .map(({ path, title, console }) => ({ path, label: title, ...console, opens: opens[path] }))

const may = (section: Section, role: ProviderRole) =>
  section.opens.allow.kind === 'provider' && section.opens.allow.roles.includes(role)

/** The pages that somebody of this role may open. */
export const sectionsOf = (role: ProviderRole): Section[] => sections.filter((section) => may(section, role))

/** May a page be opened? One that is in no menu (a detail) goes with the page above it. */
export function mayOpen(path: string, role: ProviderRole): boolean {
  const home = sections
    .filter((section) => path === section.path || path.startsWith(`${section.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]
  return home !== undefined && may(home, role)
}

type OpenWork = WireOutput<typeof provider.overview>

/** How much waits on a page; null where nothing can wait, or not for this role. */
export function openWork(path: string, found: OpenWork | undefined): number | null {
  const counts: Record<string, number | null | undefined> = {
    '/platform/doctors': found?.doctorReviews,
    '/platform/organisations': found?.organisationReviews,
    '/platform/transfers': found?.transfers,
    '/platform/strayed': found?.strayed,
    '/platform/invoices': found?.invoices,
    '/platform/smsReviews': found?.smsReviews,
  }
  return counts[path] ?? null
}
