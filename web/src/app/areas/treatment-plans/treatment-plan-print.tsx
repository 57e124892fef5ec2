import { useNavigate, useSearchParams } from 'react-router'
import { PlanSheet } from '../../../features/treatment-plan/index.ts'
import { planTo } from '../../parts/patient-links.ts'

/** /treatmentPlan/print?id=: a plan on paper, for the patient. */
export default function TreatmentPlanPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id') ?? ''
  return <PlanSheet id={id} onBack={() => void navigate(planTo(id))} />
}
