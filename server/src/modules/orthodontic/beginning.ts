import { orthoStates } from '@dentin/contract/orthodontic'
import { today, uuidv7 } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'

/** Makes the case of a patient who has none, with its number; it begins today. */
export async function beginCase(
  { tx, clinicId, actorName }: ClinicContext,
  { patientId, doctorId }: { patientId: string; doctorId: string },
) {
  const day = today(tx.now)
  const row = await tx.insert(
    'ortho_case',
    {
      id: uuidv7(),
      clinic_id: clinicId,
      case_no: await tx.nextNumber('ZJ', clinicId, day),
      patient_id: patientId,
      doctor_id: doctorId,
      status: orthoStates.code.first,
      began_on: day,
      created_name: actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId },
  )
  await tx.logStatus('ortho_case', row.id, clinicId, null, orthoStates.code.first)
  tx.publish('orthodontic', row.id)
  return row
}
