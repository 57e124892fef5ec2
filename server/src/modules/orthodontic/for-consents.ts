import { orthoDiagnosisText, orthoTermsKey, orthoTermsText } from '@dentin/contract/core/ortho-words'
import { orthoStates } from '@dentin/contract/orthodontic'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import type { OrthoCaseForConsent } from '../consent/index.ts'
import { feeOnCase } from './standing.ts'
import { lastExam } from './texts.ts'

const chosen = select(columns('ortho_case', 'k', 'id', 'doctor_id', 'plan_name', 'appliance', 'extraction', 'months'), {
  fee: feeOnCase,
})

/**
 * The open case of a patient in a clinic with what is chosen for it; undefined: there is none.
 * @throws while appliance and months are not chosen: nobody signs an empty plan
 */
export async function orthoCaseForConsent(
  tx: TenantTx,
  { patientId, clinicId }: { patientId: string; clinicId: string },
): Promise<OrthoCaseForConsent | undefined> {
  const found = await tx.row(
    chosen.keptFrom`ortho_case k where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.patient_id = ${patientId}
      and k.status in ${codes(orthoStates, 'open')}`,
  )
  if (!found) return undefined
  if (found.appliance === null || found.months === null)
    throw fieldError('ORTHO_PLAN_INCOMPLETE', 'templateKey', '请先在正畸病例里选定方案：矫治器和疗程月数')
  const exam = await lastExam(tx, { id: found.id, patientId })
  return {
    id: found.id,
    doctorId: found.doctorId,
    diagnosis: exam ? orthoDiagnosisText(exam) : '',
    teeth: found.extraction,
    plan: orthoTermsText(found.planName, found),
    fee: found.fee?.total ?? '',
    terms: orthoTermsKey(found),
  }
}
