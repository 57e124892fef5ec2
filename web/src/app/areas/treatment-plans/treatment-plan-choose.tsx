import { useNavigate, useSearchParams } from 'react-router'
import { PlanChoice } from '../../../features/treatment-plan/index.ts'
import { planTo } from '../../parts/patient-links.ts'

/** /treatmentPlan/choose?id=: the patient chooses an option on the clinic's tablet. */
export default function TreatmentPlanChoose() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const id = params.get('id') ?? ''
  return <PlanChoice id={id} onBack={() => void navigate(planTo(id))} />
}
