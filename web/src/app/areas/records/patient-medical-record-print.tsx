import { useNavigate, useSearchParams } from 'react-router'
import { paper } from '@dentin/contract/paper'
import { PdfButtons } from '../../../features/paper/index.ts'
import { PicturesOnPaper } from '../../../features/picture/index.ts'
import { RecordSheets } from '../../../features/record/index.ts'
import { can } from '../../../lib/permission.ts'
import { useCall } from '../../../lib/query.ts'
import { SignaturePictures } from '../../../ui/index.ts'
import { recordTo } from '../../parts/patient-links.ts'

/** /patientMedicalRecord/print: one record (?id=) or all the signed ones of a patient (?patientId=) on paper. */
export default function PatientMedicalRecordPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id')
  const patientId = params.get('patientId')
  const hands = useCall(paper.recordSignatures, { id: id ?? '' }, { keep: false, enabled: id !== null }).data
  const sheets = (
    <RecordSheets
      id={id}
      patientId={patientId}
      pdf={({ paper: size, chart, pictures, ...which }) =>
        id ? (
          <PdfButtons call={paper.record} input={{ id, paper: size, chart, pictures }} />
        ) : (
          <PdfButtons call={paper.all} input={{ patientId: patientId ?? '', paper: size, chart, pictures, ...which }} />
        )
      }
      pictures={
        can('/imageData:view') ? (recordId, wrap) => <PicturesOnPaper recordId={recordId} wrap={wrap} /> : undefined
      }
      onBack={() => void navigate(id ? recordTo(id) : `/patientMedicalRecord?patientId=${patientId ?? ''}`)}
    />
  )
  // Of all the records together the PDF alone shows them, each its own.
  return (
    <SignaturePictures value={{ 医师签名: hands?.doctor, 上级医师审签: hands?.superior }}>{sheets}</SignaturePictures>
  )
}
