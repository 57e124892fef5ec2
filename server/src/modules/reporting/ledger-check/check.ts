import { ledgerIdentities, type LedgerIdentity } from '@dentin/contract/cockpit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import { columns, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import type { Services } from '../../../platform/services.ts'
import { companies } from '../../identity/index.ts'
import { someOf, type MonthEndCheck } from '../../ledger/index.ts'
import { clinicsWithin } from '../cockpit/goals.ts'
import { failingIn, type Failing } from './identities.ts'

/** Keeps what fails in these clinics: what failed before keeps since when, what agrees again leaves. */
async function checkLedger(tx: TenantTx, clinicIds: readonly string[]): Promise<Failing[]> {
  const failing = await failingIn(tx, clinicIds)
  const rows = JSON.stringify(
    failing.map((row) => ({ clinic_id: row.clinicId, code: row.code, row_count: row.rowCount })),
  )
  await tx.rows(
    keptSql`delete from ledger_mismatch m where ${tx.own('m')} and m.clinic_id = any(${clinicIds}::uuid[])
      and not exists (select 1 from jsonb_to_recordset(${rows}::jsonb) as x(clinic_id uuid, code text)
        where x.clinic_id = m.clinic_id and x.code = m.code) returning m.code`,
  )
  await tx.rows(
    keptSql`insert into ledger_mismatch as m (tenant_id, clinic_id, code, row_count, since, checked_at)
      select ${tx.tenantId}::uuid, x.clinic_id, x.code, x.row_count, ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as x(clinic_id uuid, code text, row_count int)
      on conflict (tenant_id, clinic_id, code) do update set row_count = excluded.row_count, checked_at = excluded.checked_at returning m.code`,
  )
  return failing
}

const clinicIds = select(columns('clinic', 'c', 'id'))

/** The books of every company are checked once a day. */
export function defineLedgerCheck({ jobs, database }: Services): void {
  jobs.define(
    'reporting.ledgerCheck',
    async (_data, { signal, log }) => {
      for (const tenantId of await database.withPlatform(companies)) {
        if (signal.aborted) return
        const failing = await database.withTenant(tenantId, 'all', async (tx) => {
          const rows = await tx.rows(clinicIds.keptFrom`clinic c where ${tx.own('c')}`)
          return checkLedger(
            tx,
            rows.map(({ id }) => id),
          )
        })
        if (failing.length > 0) log.warn({ tenantId, failing }, 'the books do not agree')
      }
    },
    { expireSeconds: 3600 },
  )
  jobs.schedule('reporting.ledgerCheck', '10 3 * * *')
}

/** Checks the clinics that the person sees in the cockpit. */
export async function recheck(ctx: ClinicContext): Promise<{ failing: number }> {
  const clinics = await clinicsWithin(ctx, '/homeCockpit:goals')
  const failing = await checkLedger(
    ctx.tx,
    clinics.map(({ id }) => id),
  )
  return { failing: failing.length }
}

const mismatchList = select(columns('ledger_mismatch', 'm', 'clinic_id', 'row_count', 'since', 'checked_at'), {
  clinicName: sql<string>`c.short_name`,
  code: sql<LedgerIdentity>`m.code`,
})

/** What the last checks found in the clinics that the person sees. */
export async function mismatchesOf(ctx: ClinicContext) {
  const { tx } = ctx
  const clinics = await clinicsWithin(ctx, '/homeCockpit:view')
  return tx.rows(
    mismatchList.keptFrom`ledger_mismatch m join clinic c on ${tx.own('c')} and c.id = m.clinic_id
      where ${tx.own('m')} and m.clinic_id = any(${clinics.map(({ id }) => id)}::uuid[]) order by c.sort_no, c.id, m.code`,
  )
}

/** A month is not closed while the books of its clinic do not agree. */
export const booksAgree: MonthEndCheck = {
  code: 'identities',
  title: '账务核对不平',
  blocks: true,
  path: '/homeCockpit',
  button: '去看',
  nothing: '总账、账单、会员卡与班次相互一致',
  of: async (tx, { clinicId }) => {
    const failing = await failingIn(tx, [clinicId])
    return { count: failing.length, note: someOf(failing.map(({ code }) => ledgerIdentities[code])) }
  },
}
