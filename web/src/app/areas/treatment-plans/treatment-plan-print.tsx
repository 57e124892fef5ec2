import { useNavigate, useSearchParams } from 'react-router'
import { paper } from '@dentin/contract/paper'
import { PdfButtons } from '../../../features/paper/index.ts'
import { PlanSheet } from '../../../features/treatment-plan/index.ts'
import { planTo } from '../../parts/patient-links.ts'

/** /treatmentPlan/print?id=: a plan on paper, for the patient. */
export default function TreatmentPlanPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id') ?? ''
  return (
    <PlanSheet
      id={id}
      pdf={(size) => <PdfButtons call={paper.plan} input={{ id, paper: size }} />}
      onBack={() => void navigate(planTo(id))}
    />
  )
}
