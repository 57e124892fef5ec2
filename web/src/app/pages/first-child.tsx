import { Navigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { firstChild, type childrenOf } from '../children.ts'

/** Leads to the first child that may be opened. */
export function FirstChild({ of }: { of: keyof typeof childrenOf }) {
  return <Navigate to={firstChild(of, useCan()) ?? '/404'} replace />
}
