/** Screens that only lead on, each to the first of its children that the person may open. */
export const childrenOf = {
  '/userSetup': ['/allSetting', '/customizAtion'],
  '/schedule': [
    '/outpatientServiceInfo',
    '/configInfo',
    '/appointItem',
    '/address',
    '/clinicSchedule',
    '/orgSchedule',
    '/baseEmployee',
  ],
  '/wechatSetting': ['/SMSmanagement'],
} as const

/** Everybody's own: no post has to grant it. */
export const OWN_MENU = '/customizAtion'

/** The first child that may be opened; null: there is none. */
export function firstChild(
  of: keyof typeof childrenOf,
  allowed: (resource: `/${string}:${string}`) => boolean,
): string | null {
  const children: readonly `/${string}`[] = childrenOf[of]
  return children.find((path) => path === OWN_MENU || allowed(`${path}:view`)) ?? null
}
