import type { AnyCall, ProviderRole } from '@dentin/contract/core/call'
import { provider } from '@dentin/contract/provider'
import type { IconName } from '../../ui/index.ts'

/** A page of the console. The call that fills it says whose it is, so that menu, guard and server never differ. */
export interface Section {
  path: string
  label: string
  short: string
  icon: IconName
  group: '工作' | '经营' | '管理'
  opens: AnyCall
}

export const sections: readonly Section[] = [
  { path: '/platform', label: '概览', short: '概览', icon: 'home', group: '工作', opens: provider.me },
  {
    path: '/platform/accounts',
    label: '平台账号',
    short: '账号',
    icon: 'users',
    group: '管理',
    opens: provider.accounts,
  },
  {
    path: '/platform/audit',
    label: '操作记录',
    short: '记录',
    icon: 'history',
    group: '管理',
    opens: provider.auditLog,
  },
]

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
