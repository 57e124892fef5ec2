import { useNavigate, useSearchParams } from 'react-router'
import { paper } from '@dentin/contract/paper'
import { PdfButtons } from '../../../features/paper/index.ts'
import { PrescriptionSheet } from '../../../features/prescription/index.ts'

/** /prescription/print?id=: the sheet of a prescription on paper. */
export default function PrescriptionPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id') ?? ''
  return (
    <PrescriptionSheet
      id={id}
      pdf={<PdfButtons call={paper.prescription} input={{ id }} />}
      onBack={() => void navigate(`/prescription?tab=all&id=${id}`)}
    />
  )
}
