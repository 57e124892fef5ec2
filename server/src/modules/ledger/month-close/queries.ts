import { monthCloseStates } from '@dentin/contract/month-close'
import { addDays, dayRange, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { shiftStates } from '@dentin/contract/shift'
import { codes } from '../../../platform/database/codes.ts'
import { columns, counted, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { MonthOfClinic } from '../extension-points.ts'

const closing = select(
  columns(
    'month_close',
    'm',
    'id',
    'close_no',
    'month',
    'status',
    'book',
    'closed_at',
    'closer_name',
    'reopened_at',
    'reopener_name',
    'reopen_reason',
    'version',
  ),
)
export type ClosingRow = RowIn<typeof closing>

/** The closing of a month that stands, else the last that was opened again. */
export async function lastClosing(tx: TenantTx, clinicId: string, month: LocalDate): Promise<ClosingRow | undefined> {
  return tx.row(
    closing.keptFrom`month_close m where ${tx.own('m')} and m.clinic_id = ${clinicId} and m.month = ${month}::date
      order by m.closed_at desc limit 1`,
  )
}

/** What became of each month of a span; the later closing wins. */
export async function closingsBetween(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  before: LocalDate,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    select(columns('month_close', 'm', 'month', 'status'))
      .keptFrom`month_close m where ${tx.own('m')} and m.clinic_id = ${clinicId} and m.month >= ${from}::date
        and m.month < ${before}::date order by m.closed_at`,
  )
  return new Map(rows.map(({ month, status }) => [String(month).slice(0, 7), status]))
}

/** Is the month of a day closed in a clinic? It is not closed meanwhile, before the transaction that asked has ended. */
export async function isMonthClosed(tx: TenantTx, clinicId: string, day: LocalDate): Promise<boolean> {
  await tx.rows(
    sql`select pg_advisory_xact_lock_shared(app.month_lock_key(${tx.tenantId}::uuid, ${clinicId}::uuid)) is null as held`,
  )
  const { total } = await tx.need(
    counted.keptFrom`month_close m where ${tx.own('m')} and m.clinic_id = ${clinicId}
      and m.month = date_trunc('month', ${day}::date)::date and m.status in ${codes(monthCloseStates, 'closed')}`,
  )
  return total > 0
}

/** Is a later month closed? */
export async function laterClosed(tx: TenantTx, clinicId: string, month: LocalDate): Promise<boolean> {
  const { total } = await tx.need(
    counted.keptFrom`month_close m where ${tx.own('m')} and m.clinic_id = ${clinicId} and m.month > ${month}::date
      and m.status in ${codes(monthCloseStates, 'closed')}`,
  )
  return total > 0
}

/** Nobody posts into this clinic until the transaction has ended. */
export async function holdPostings(tx: TenantTx, clinicId: string): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(app.month_lock_key(${tx.tenantId}::uuid, ${clinicId}::uuid)) is null as held`,
  )
}

const openShift = select(columns('cash_shift', 's', 'shift_no', 'cashier_name', 'started_at'))

/** Shifts that began in the month or before it and were not handed over. */
export async function openShifts(
  tx: TenantTx,
  { clinicId, before }: MonthOfClinic,
): Promise<RowIn<typeof openShift>[]> {
  return tx.rows(
    openShift.keptFrom`cash_shift s where ${tx.own('s')} and s.clinic_id = ${clinicId}
      and s.status in ${codes(shiftStates, 'open')} and s.started_at < ${dayRange(addDays(before, -1)).to}
      order by s.started_at`,
  )
}
