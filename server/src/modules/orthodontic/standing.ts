import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

const standing = select(
  columns(
    'ortho_case',
    'k',
    'id',
    'clinic_id',
    'patient_id',
    'doctor_id',
    'status',
    'version',
    'began_on',
    'start_date',
    'debond_date',
    'appliance',
    'months',
    'case_no',
    'recall_months',
    'first_bill_id',
  ),
)
export type StandingCase = RowIn<typeof standing>

/** A case of the clinic at hand, locked until the end of the transaction. */
export const lockCase = ({ tx, clinicId }: ClinicContext, id: string): Promise<StandingCase> =>
  tx.need(
    standing.keptFrom`ortho_case k where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.id = ${id} for no key update`,
  )
