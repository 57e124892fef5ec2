import type { ProviderRole } from '@dentin/contract'
import type { ProviderAction } from '@dentin/contract/provider'
import { dayRange, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** Somebody of the provider's staff. status: 0 at work, 1 frozen, 2 invited. */
export interface ProviderAccount {
  id: string
  loginName: string
  name: string
  role: ProviderRole
  status: number
  passwordHash: string | null
  totpSealed: string | null
  totpStep: number
  lastLoginAt: Date | null
  createdAt: Date
  version: number
}

const accountColumns = sql`id, login_name as "loginName", name, role, status, password_hash as "passwordHash",
  totp_sealed as "totpSealed", totp_step as "totpStep", last_login_at as "lastLoginAt", created_at as "createdAt", version`

export async function accountByLogin(tx: PlatformTx, loginName: string): Promise<ProviderAccount | undefined> {
  return tx.row<ProviderAccount>(sql`select ${accountColumns} from provider_account where login_name = ${loginName}`)
}

export async function accountById(tx: PlatformTx, id: string): Promise<ProviderAccount> {
  return tx.need<ProviderAccount>(sql`select ${accountColumns} from provider_account where id = ${id}`)
}

/** The account, held for the rest of the transaction. */
export async function lockAccount(tx: PlatformTx, id: string): Promise<ProviderAccount> {
  return tx.need<ProviderAccount>(sql`select ${accountColumns} from provider_account where id = ${id} for update`)
}

/** Administrators who can sign in, held for the rest of the transaction so that nobody else takes one away meanwhile. */
export async function lockAdministrators(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from provider_account where role = 'administrator' and status = 0 order by id for update`,
  )
  return rows.map((row) => row.id)
}

export async function hasAdministrator(tx: PlatformTx): Promise<boolean> {
  return (
    (await tx.row(sql`select 1 from provider_account where role = 'administrator' and status = 0 limit 1`)) !==
    undefined
  )
}

export async function allAccounts(tx: PlatformTx): Promise<ProviderAccount[]> {
  return tx.rows<ProviderAccount>(
    sql`select ${accountColumns} from provider_account order by status = 1, created_at, id`,
  )
}

export async function recoveryCodesLeft(tx: PlatformTx, accountId: string): Promise<number> {
  const row = await tx.need<{ left: number }>(
    sql`select count(*)::int as left from provider_recovery_code where account_id = ${accountId} and used_at is null`,
  )
  return row.left
}

/** What the audit is searched by. */
export interface AuditFilter {
  accountId?: string | null | undefined
  action?: ProviderAction | null | undefined
  text: string | null
  from?: LocalDate | null | undefined
  to?: LocalDate | null | undefined
  pageNum: number
  pageSize: number
}

export interface AuditRow {
  id: string
  createdAt: Date
  accountName: string
  role: ProviderRole | null
  action: ProviderAction
  targetKind: string
  targetId: string | null
  targetName: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  ip: string | null
}

/** One page of the audit, the newest first. */
export async function auditPage(tx: PlatformTx, filter: AuditFilter): Promise<{ list: AuditRow[]; total: number }> {
  const like = filter.text ? `%${filter.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : null
  const from = filter.from ? dayRange(filter.from).from : null
  const until = filter.to ? dayRange(filter.to).to : null
  const where = sql`(${filter.accountId ?? null}::uuid is null or account_id = ${filter.accountId ?? null}::uuid)
    and (${filter.action ?? null}::text is null or action = ${filter.action ?? null})
    and (${like}::text is null or target_name ilike ${like} or account_name ilike ${like})
    and (${from}::timestamptz is null or created_at >= ${from}) and (${until}::timestamptz is null or created_at < ${until})`
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from provider_audit where ${where}`,
  )
  const list = await tx.rows<AuditRow>(
    sql`select id, created_at as "createdAt", account_name as "accountName", role, action, target_kind as "targetKind",
          target_id as "targetId", target_name as "targetName", before, after, reason, ip
        from provider_audit where ${where}
        order by created_at desc, id desc limit ${filter.pageSize} offset ${(filter.pageNum - 1) * filter.pageSize}`,
  )
  return { list, total }
}
