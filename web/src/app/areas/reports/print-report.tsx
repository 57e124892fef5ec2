import { screens } from '@dentin/contract/areas/screens'
import { reportDoors, type ReportDoor } from '@dentin/contract/report'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useUserInfo } from '../../../features/identity/index.ts'
import { ReportSheet } from '../../../features/report/index.ts'
import { PrintPending } from '../../../ui/index.ts'

/** /print/report/:door with the question of its screen: the report as a paper. `?auto=1` opens the print dialog. */
export default function PrintReport() {
  const { door } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const user = useUserInfo().data
  const known = reportDoors.find((one): one is ReportDoor => one === door)
  if (!known) return <PrintPending error="没有这张报表" onBack={() => void navigate('/dataAdministration')} />
  if (!user) return <PrintPending />
  return (
    <ReportSheet
      door={known}
      title={screens.find(({ path }) => path === `/${known}`)?.title ?? '报表'}
      issuer={user.companyName ?? user.clinicName ?? ''}
      printedBy={user.employeeName}
      auto={params.has('auto')}
      onBack={() => void navigate(`/${known}?${params.toString()}`)}
    />
  )
}
