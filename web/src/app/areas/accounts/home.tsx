import { Navigate } from 'react-router'
import { permissions } from '../../../lib/permission.ts'
import { startPage } from '../../start-page.ts'

/** `/` leads to where work begins; the guide page before anything is granted. */
export default function HomePage() {
  return <Navigate to={startPage(permissions.get()?.menu ?? [])} replace />
}
