import type { MenuEntry } from '../lib/permission.ts'

/** Where work begins, the first that is granted: a doctor with the own patients, the desk with the day, and so on. */
const STARTS = [
  '/doctorIndex',
  '/dashboard',
  '/orderSet',
  '/followManagementList',
  '/allTimePatients',
  '/baseEmployee',
  '/SMSmanagement',
] as const

/** Menu entries that one may begin with: those that stand in the menu themselves. */
const startChoices = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.filter((entry) => entry.parent === null && entry.path !== '/allSetting')

/**
 * Where `/` leads: the page the person has chosen, else where the post's work begins. Who runs the clinic begins with its day,
 * even with patients of the own.
 * @param menu what is granted in the clinic at work
 */
export function startPage(menu: readonly MenuEntry[]): string {
  const chosen = menu.find((entry) => entry.isStart)
  if (chosen) return chosen.path
  const granted = new Set(menu.map((entry) => entry.path))
  if (granted.has('/allSetting') && granted.has('/dashboard')) return '/dashboard'
  return STARTS.find((path) => granted.has(path)) ?? startChoices(menu)[0]?.path ?? '/clinicManage'
}
