import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { administratorsOf } from '../staff/index.ts'
import { notify } from '../messaging/index.ts'

/** Why a balance changes. */
type Cause =
  { kind: 'charge'; smsId: string } | { kind: 'refund'; smsId: string } | { kind: 'recharge'; orderId: string }

/**
 * Changes a clinic's balance and writes it into the ledger; the balance stays locked until the transaction ends.
 * @returns false: there is not enough, and nothing was changed
 */
export async function moveBalance(tx: TenantTx, clinicId: string, change: number, cause: Cause): Promise<boolean> {
  await tx.rows(
    keptSql`insert into sms_balance (tenant_id, clinic_id, balance, seq) values (${tx.tenantId}, ${clinicId}, 0, 0) on conflict do nothing`,
  )
  const before = await tx.need<{ balance: number; seq: number; warned: boolean }>(
    keptSql`select balance, seq, warned from sms_balance where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} for no key update`,
  )
  const after = before.balance + change
  if (after < 0) return false
  await tx.rows(
    keptSql`insert into sms_ledger (tenant_id, id, clinic_id, seq, kind, change, balance_after, sms_id, order_id, actor_name, created_at)
        values (${tx.tenantId}, ${uuidv7()}, ${clinicId}, ${before.seq + 1}, ${cause.kind}, ${change}, ${after},
          ${'smsId' in cause ? cause.smsId : null}, ${'orderId' in cause ? cause.orderId : null}, ${tx.actor.name}, ${tx.now})`,
  )
  const threshold = await thresholdOf(tx, clinicId)
  const warns = cause.kind === 'charge' && after <= threshold && !before.warned
  const warned = cause.kind === 'recharge' && after > threshold ? false : before.warned || warns
  await tx.rows(
    sql`update sms_balance set balance = ${after}, seq = seq + 1, warned = ${warned}
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}`,
  )
  if (warns) await warn(tx, clinicId, after)
  return true
}

async function thresholdOf(tx: TenantTx, clinicId: string): Promise<number> {
  const row = await tx.row<{ threshold: number }>(
    keptSql`select warn_threshold as threshold from sms_account where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}`,
  )
  return row?.threshold ?? DEFAULT_THRESHOLD
}
export const DEFAULT_THRESHOLD = 100

async function warn(tx: TenantTx, clinicId: string, balance: number): Promise<void> {
  await notify(tx, {
    clinicId,
    employeeIds: await administratorsOf(tx, clinicId),
    category: 'sms',
    title: '短信余额不足',
    body: `短信还剩 ${balance} 条。用完后自动提醒和手动短信都发不出去，请及时充值。`,
    link: '/SMSmanagement/recharge',
  })
}

/** The balance of a clinic. */
export async function balanceOf(tx: TenantTx, clinicId: string): Promise<number> {
  const row = await tx.row<{ balance: number }>(
    keptSql`select balance from sms_balance where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}`,
  )
  return row?.balance ?? 0
}
