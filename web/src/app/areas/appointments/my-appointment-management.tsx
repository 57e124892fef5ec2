import { Navigate } from 'react-router'
import { useCan } from '../../../lib/permission.ts'
import { EmptyState } from '../../../ui/index.ts'
import { firstChild } from '../../parts/leads-to.ts'
import { useScreen } from '../../use-screen.ts'

/** /myAppointmentManagement: leads to the first of its screens that the person may open. */
export default function MyAppointmentManagement() {
  const to = firstChild(useScreen() ?? {}, useCan())
  return to ? <Navigate to={to} replace /> : <EmptyState layout="stack" icon="lock" title="没有预约的查看权限" />
}
