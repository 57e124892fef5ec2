import type { LocalDate } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import { isMonthClosed } from '../ledger/index.ts'

/** Refuses, beside its field, a day of a month that is closed. */
export async function mustBeOpenMonth(tx: TenantTx, clinicId: string, day: LocalDate, field: string): Promise<void> {
  if (!(await isMonthClosed(tx, clinicId, day))) return
  const [year, month] = day.split('-')
  throw fieldError('MONTH_CLOSED', field, `${year}年${Number(month)}月已月结，请记入当前月`)
}
