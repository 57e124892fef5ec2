import { sql } from 'kysely'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

const standing = select(
  columns(
    'prescription',
    'x',
    'id',
    'rx_no',
    'clinic_id',
    'patient_id',
    'record_id',
    'bill_id',
    'doctor_id',
    'status',
    'version',
    'kind',
    'pregnancy_week',
    'valid_until',
  ),
  {
    items: sql<unknown>`x.items`,
    overrides: sql<unknown>`x.overrides`,
    weightKg: sql<number | null>`x.weight_kg::float8`,
    overstepDueAt: sql<Date | null>`x.overstep_due_at`,
    overstepDoneAt: sql<Date | null>`x.overstep_done_at`,
    pregnancy: sql<'no' | 'pregnant' | 'lactating' | 'unknown' | null>`x.pregnancy`,
  },
)
export type Standing = RowIn<typeof standing>

/** A prescription of the person's clinic as it stands. */
export const findPrescription = ({ tx, clinicId }: ClinicContext, id: string): Promise<Standing> =>
  tx.need(standing.keptFrom`prescription x where ${tx.own('x')} and x.clinic_id = ${clinicId} and x.id = ${id}`)

/** The same, locked until the end of the transaction. */
export const lockPrescription = ({ tx, clinicId }: ClinicContext, id: string): Promise<Standing> =>
  tx.need(
    standing.keptFrom`prescription x where ${tx.own('x')} and x.clinic_id = ${clinicId} and x.id = ${id} for no key update of x`,
  )
