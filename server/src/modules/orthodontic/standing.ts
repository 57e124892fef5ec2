import type { OrthoFee } from '@dentin/contract/orthodontic'
import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

/** The fee of a case on `k`, in yuan as text. */
export const feeOnCase = sql<OrthoFee | null>`case when k.fee_total is not null then jsonb_build_object('total', k.fee_total::text,
  'down', k.down_payment::text, 'count', k.instalment_count, 'each', k.instalment_amount::text, 'day', k.instalment_day) end`

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
    'extraction',
    'case_no',
    'recall_months',
    'first_bill_id',
  ),
  { fee: feeOnCase },
)
export type StandingCase = RowIn<typeof standing>

/** A case of the clinic at hand, locked until the end of the transaction. */
export const lockCase = ({ tx, clinicId }: ClinicContext, id: string): Promise<StandingCase> =>
  tx.need(
    standing.keptFrom`ortho_case k where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.id = ${id} for no key update`,
  )
