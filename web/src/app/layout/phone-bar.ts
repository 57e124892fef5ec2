import type { MenuEntry } from '../../lib/permission.ts'
import type { IconName, NavItem } from '../../ui/index.ts'

/** Places of the bar beside 更多. */
const BAR_PLACES = 4

/** What stands there until somebody has chosen. The messages are no screen of the menu: everybody has them. */
const USUAL: readonly (NavItem & { free?: true })[] = [
  { key: '/dashboard', to: '/dashboard', label: '今日', icon: 'today' },
  { key: '/myAppointmentBoard', to: '/myAppointmentBoard', label: '预约', icon: 'calendar' },
  { key: '/allTimePatients', to: '/allTimePatients', label: '患者', icon: 'users' },
  { key: '/messages', to: '/messages', label: '消息', icon: 'bell', free: true },
]

export const tileOf = (entry: MenuEntry): NavItem => ({
  key: entry.path,
  to: entry.path,
  label: entry.title,
  icon: entry.icon as IconName,
})

/** The four places of the bar: what the person has chosen, then the usual ones that are granted. */
export function barOf(menu: readonly MenuEntry[], granted: (path: string) => boolean): NavItem[] {
  const chosen = menu
    .filter((entry) => typeof entry.tab === 'number' && granted(entry.path))
    .sort((a, b) => Number(a.tab) - Number(b.tab))
    .map(tileOf)
  const usual = USUAL.filter(
    (each) => (each.free || granted(each.key)) && !chosen.some((one) => one.key === each.key),
  ).map(({ free: _free, ...item }) => item)
  return [...chosen, ...usual].slice(0, BAR_PLACES)
}
