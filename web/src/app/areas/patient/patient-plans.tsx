import { PatientPlans } from '../../../features/treatment-plan/index.ts'
import { newPlanTo, planTo } from '../../parts/patient-links.ts'

/** 治疗计划 in the patient's file. */
export default function PatientPlansTab({ patientId }: { patientId: string }) {
  return <PatientPlans patientId={patientId} newTo={newPlanTo(patientId)} planTo={planTo} />
}
