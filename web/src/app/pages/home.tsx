import { Navigate } from 'react-router'

/** `/` is the guide page. */
export default function HomePage() {
  return <Navigate to="/clinicManage" replace />
}
