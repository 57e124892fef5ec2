import { useNavigate, useSearchParams } from 'react-router'
import { paper } from '@dentin/contract/paper'
import type { WireInput } from '@dentin/contract/core/call'
import { TaskProgress } from '../../../features/export-task/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
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
          <AllPapers which={{ patientId: patientId ?? '', ...which }} drawn={{ paper: size, chart, pictures }} />
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

/** The papers of a patient as one PDF: how many they are, and whether that many are made in the background. */
function AllPapers({
  which,
  drawn,
}: {
  which: WireInput<typeof paper.allSize>
  drawn: Pick<WireInput<typeof paper.all>, 'paper' | 'chart' | 'pictures'>
}) {
  const size = useCall(paper.allSize, which).data
  const employeeId = useUserInfo().data?.employeeId ?? null
  return (
    <>
      {size && (
        <span className="secondary t-13 num">
          共 {size.papers} 份{size.papers > size.atOnce && `，多于 ${size.atOnce} 份，将在后台生成`}
        </span>
      )}
      <PdfButtons
        call={paper.all}
        input={{ ...which, ...drawn }}
        later={(task) => <TaskProgress employeeId={employeeId} task={task} />}
      />
    </>
  )
}
