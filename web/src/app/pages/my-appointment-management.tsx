import { Navigate } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { EmptyState } from '../../ui/index.ts'

const children = ['/myAppointmentBoard', '/myAppointmentList', '/myAppointmentNetwork'] as const

/** /myAppointmentManagement: leads to the first of its screens that the person may open. */
export default function MyAppointmentManagement() {
  const may = useCan()
  const to = children.find((path) => may(`${path}:view`))
  return to ? <Navigate to={to} replace /> : <EmptyState layout="stack" icon="lock" title="没有预约的查看权限" />
}
