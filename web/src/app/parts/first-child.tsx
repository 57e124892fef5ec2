import { Navigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { useScreen } from '../use-screen.ts'
import { firstChild } from './leads-to.ts'

/** A screen that only leads on, to the first of its children that the person may open. */
export default function FirstChild() {
  return <Navigate to={firstChild(useScreen() ?? {}, useCan()) ?? '/404'} replace />
}
