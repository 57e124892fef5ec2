import { LOW_RATING, warningNames, type WarningKind } from '@dentin/contract/cockpit'
import { followUpStates, treatmentStates } from '@dentin/contract/core/status'
import { exceptionStates } from '@dentin/contract/scan-pay'
import { shiftStates } from '@dentin/contract/shift'
import { addDays, dayRange, daysBetween, sum, today, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { fenOf, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { overdueByClinic } from '../../instalment/index.ts'
import { clinicsWithin } from './goals.ts'

const DAY_MS = 86_400_000
/** How far back unwritten records are counted, as on the page of the day. */
const BACK_DAYS = 30
/** Ratings of so many days. */
const RATED_DAYS = 7
/** A licence is told of so many days before its last. */
const LICENCE_DAYS = 30

/** What waits in one clinic. */
interface Waiting {
  clinicId: string
  total: number
  amount: Fen | null
  oldest: LocalDate | null
}

const waiting = (oldest: RawBuilder<string | null>, amount?: RawBuilder<unknown>) =>
  select({
    clinicId: sql<string>`w.clinic_id`,
    total: sql<number>`count(*)::int`,
    oldest: sql<LocalDate | null>`${oldest}`,
    amount: amount ? fenOf(amount) : sql<Fen | null>`null`,
  })
const dayOf = (moment: RawBuilder<unknown>) =>
  sql<string | null>`(min(${moment}) at time zone 'Asia/Shanghai')::date::text`

/** How each kind is counted, in these clinics. */
const counts: Readonly<
  Record<WarningKind, (tx: TenantTx, clinicIds: readonly string[], day: LocalDate) => Promise<Waiting[]>>
> = {
  identities: (tx, ids) =>
    tx.rows(
      waiting(dayOf(sql`w.since`)).from`ledger_mismatch w where ${tx.own('w')} and w.clinic_id = any(${ids}::uuid[])
        group by w.clinic_id`,
    ),
  exceptions: (tx, ids) =>
    tx.rows(
      waiting(dayOf(sql`w.found_at`), sql`sum(w.amount)`).from`pay_exception w where ${tx.own('w')}
        and w.clinic_id = any(${ids}::uuid[]) and w.status in ${codes(exceptionStates, 'waiting')}
        and w.found_at < ${new Date(tx.now.getTime() - DAY_MS)} group by w.clinic_id`,
    ),
  shifts: (tx, ids, day) =>
    tx.rows(
      waiting(dayOf(sql`w.started_at`)).from`cash_shift w where ${tx.own('w')} and w.clinic_id = any(${ids}::uuid[])
        and w.status in ${codes(shiftStates, 'open')} and w.started_at < ${dayRange(day).from} group by w.clinic_id`,
    ),
  records: (tx, ids, day) =>
    tx.rows(
      waiting(dayOf(sql`w.start_time`)).from`treatment w where ${tx.own('w')} and w.clinic_id = any(${ids}::uuid[])
        and w.status in ${codes(treatmentStates, 'ended')} and not w.emr_completed
        and w.start_time < ${new Date(tx.now.getTime() - DAY_MS)} and w.start_time >= ${dayRange(addDays(day, -BACK_DAYS)).from}
        group by w.clinic_id`,
    ),
  overdue: (tx, ids, day) => overdueByClinic(tx, ids, day),
  ratings: (tx, ids) =>
    tx.rows(
      waiting(dayOf(sql`w.done_at`)).from`follow_up w where ${tx.own('w')} and w.clinic_id = any(${ids}::uuid[])
        and w.status in ${codes(followUpStates, 'done')} and w.satisfaction <= ${LOW_RATING}
        and w.done_at >= ${new Date(tx.now.getTime() - RATED_DAYS * DAY_MS)} group by w.clinic_id`,
    ),
  licences: (tx, ids, day) =>
    tx.rows(
      waiting(sql`null`).from`clinic_licence w where ${tx.own('w')} and w.clinic_id = any(${ids}::uuid[])
        and w.permit_expire <= ${addDays(day, LICENCE_DAYS)}::date group by w.clinic_id`,
    ),
}

/** What waits for somebody, by kind and clinic; kinds of which nothing waits are left out. */
export async function warningsOf(ctx: ClinicContext) {
  const { tx } = ctx
  const clinics = await clinicsWithin(ctx, '/homeCockpit:view')
  const ids = clinics.map(({ id }) => id)
  const day = today(tx.now)
  const seesAmounts = ctx.can('/field:amounts')
  const found = await Promise.all(warningNames.map(async (kind) => ({ kind, rows: await counts[kind](tx, ids, day) })))
  return {
    list: found.flatMap(({ kind, rows }) => {
      const total = rows.reduce((all, row) => all + row.total, 0)
      if (total === 0) return []
      const oldest = rows.flatMap((row) => row.oldest ?? []).sort()[0]
      const money = rows.flatMap((row) => row.amount ?? [])
      return {
        kind,
        total,
        amount: seesAmounts && money.length > 0 ? sum(money) : null,
        oldestDays: oldest ? daysBetween(oldest, day) : null,
        clinics: clinics.flatMap(({ id, name }) => {
          const here = rows.find(({ clinicId }) => clinicId === id)
          return here ? { id, name, total: here.total } : []
        }),
      }
    }),
  }
}
