import type { AnyCall, ProviderRole, WireOutput } from '@dentin/contract/core/call'
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

const at = (
  path: string,
  label: string,
  short: string,
  icon: IconName,
  group: Section['group'],
  opens: AnyCall,
): Section => ({ path, label, short, icon, group, opens })

const sections: readonly Section[] = [
  at('/platform', '概览', '概览', 'home', '工作', provider.overview),
  at('/platform/doctors', '医生审核', '医生', 'user-check', '工作', provider.reviews),
  at('/platform/organisations', '机构审核', '机构', 'building', '工作', provider.reviews),
  at('/platform/transfers', '对公转账', '转账', 'bank', '工作', provider.transfers),
  at('/platform/strayed', '异常到账', '异常', 'alert', '工作', provider.strayed),
  at('/platform/invoices', '发票', '发票', 'receipt', '工作', provider.invoices),
  at('/platform/smsReviews', '短信审核', '短信', 'phone', '工作', provider.smsReviews),
  at('/platform/clinics', '门诊', '门诊', 'search', '经营', provider.clinics),
  at('/platform/packages', '套餐与赠送', '套餐', 'crown', '经营', provider.packages),
  at('/platform/messages', '平台消息', '消息', 'message', '经营', provider.messages),
  at('/platform/accounts', '平台账号', '账号', 'users', '管理', provider.accounts),
  at('/platform/audit', '操作记录', '记录', 'history', '管理', provider.auditLog),
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
