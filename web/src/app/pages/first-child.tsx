import { Navigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'

/** Screens that only lead on: each to the first of its children that the person may open. */
export const childrenOf = {
  '/userSetup': ['/allSetting'],
  '/schedule': ['/outpatientServiceInfo', '/configInfo', '/clinicSchedule', '/orgSchedule', '/baseEmployee'],
} as const

/** Leads to the first child that may be opened. */
export function FirstChild({ of }: { of: keyof typeof childrenOf }) {
  const allowed = useCan()
  const first = childrenOf[of].find((path) => allowed(`${path}:view`))
  return <Navigate to={first ?? '/404'} replace />
}
