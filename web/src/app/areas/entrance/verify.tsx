import { useNavigate, useParams } from 'react-router'
import { VerifyPaper } from '../../../features/paper/index.ts'
import { useScreen } from '../../use-screen.ts'

/** /verify/<code>: whether a paper that was given out still holds. */
export default function Verify() {
  const { code = '' } = useParams()
  const title = useScreen()?.title ?? ''
  const navigate = useNavigate()
  return (
    <VerifyPaper title={title} code={code} onCode={(next) => void navigate(`/verify/${encodeURIComponent(next)}`)} />
  )
}
