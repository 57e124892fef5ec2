import { useNavigate, useSearchParams } from 'react-router'
import { CaseSheet } from '../../../features/orthodontic/index.ts'
import { BeforeAfter } from '../../../features/picture/index.ts'
import { can } from '../../../lib/permission.ts'
import { startAndEnd } from '../../parts/ortho-days.ts'

/** /orthodontics/before-after?id=: pictures of start and end of a case on paper. */
export default function OrthoBeforeAfter() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <CaseSheet id={params.get('id') ?? ''} title="正畸前后对照" onBack={() => void navigate(-1)}>
      {(found) => can('/imageData:view') && <BeforeAfter onPaper patientId={found.patientId} {...startAndEnd(found)} />}
    </CaseSheet>
  )
}
