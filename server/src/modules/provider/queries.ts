import { providerAccountStates } from '@dentin/contract/core/status'
import type { ProviderRole } from '@dentin/contract'
import type { ProviderAction } from '@dentin/contract/provider'
import { dayRange, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { containing } from '../../platform/database/like.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** Somebody of the provider's staff as the list shows them. */
interface ShownAccount {
  id: string
  loginName: string
  name: string
  role: ProviderRole
  status: number
  lastLoginAt: Date | null
  createdAt: Date
  version: number
}

/** The same with what they sign in with. */
export interface ProviderAccount extends ShownAccount {
  passwordHash: string | null
  totpSealed: string | null
  totpStep: number
}

const shownColumns = sql`id, login_name as "loginName", name, role, status, last_login_at as "lastLoginAt", created_at as "createdAt", version`
const accountColumns = sql`${shownColumns}, password_hash as "passwordHash", totp_sealed as "totpSealed", totp_step as "totpStep"`

export async function accountByLogin(tx: PlatformTx, loginName: string): Promise<ProviderAccount | undefined> {
  return tx.row<ProviderAccount>(sql`select ${accountColumns} from provider_account where login_name = ${loginName}`)
}

export async function accountById(tx: PlatformTx, id: string): Promise<ProviderAccount> {
  return tx.need<ProviderAccount>(keptSql`select ${accountColumns} from provider_account where id = ${id}`)
}

/** The account, held for the rest of the transaction. */
export async function lockAccount(tx: PlatformTx, id: string): Promise<ProviderAccount> {
  return tx.need<ProviderAccount>(keptSql`select ${accountColumns} from provider_account where id = ${id} for update`)
}

/** Administrators who can sign in, held for the rest of the transaction so that nobody else takes one away meanwhile. */
export async function lockAdministrators(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from provider_account where role = 'administrator' and status in ${codes(providerAccountStates, 'active')} order by id for update`,
  )
  return rows.map((row) => row.id)
}

export async function hasAdministrator(tx: PlatformTx): Promise<boolean> {
  return (
    (await tx.row(
      sql`select 1 from provider_account where role = 'administrator' and status in ${codes(providerAccountStates, 'active')} limit 1`,
    )) !== undefined
  )
}

export async function allAccounts(tx: PlatformTx): Promise<ShownAccount[]> {
  return tx.rows<ShownAccount>(
    sql`select ${shownColumns} from provider_account order by status in ${codes(providerAccountStates, 'frozen')}, created_at, id`,
  )
}

export async function recoveryCodesLeft(tx: PlatformTx, accountId: string): Promise<number> {
  const row = await tx.need<{ left: number }>(
    keptSql`select count(*)::int as left from provider_recovery_code where account_id = ${accountId} and used_at is null`,
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
  const like = filter.text ? containing(filter.text) : null
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

/** A clinic as the directory has it. */
export interface ClinicPlace {
  clinicId: string
  tenantId: string
  clinicName: string
  companyName: string
  address: string
}

const placeColumns = sql`d.clinic_id as "clinicId", d.tenant_id as "tenantId", d.name as "clinicName", d.company_name as "companyName", d.address`

/** Clinics by a part of their name, their company's or the pinyin of it; those that are not open to applicants, too. */
export async function findClinics(
  tx: PlatformTx,
  ask: { keyword: string; pageNum: number; pageSize: number },
): Promise<{ list: ClinicPlace[]; total: number }> {
  const pattern = containing(ask.keyword.toLowerCase())
  const where = sql`(${ask.keyword} = '' or d.search like ${pattern})`
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from clinic_directory d where ${where}`,
  )
  const list = await tx.rows<ClinicPlace>(
    sql`select ${placeColumns} from clinic_directory d where ${where}
        order by d.company_name collate "zh-x-icu", d.name collate "zh-x-icu", d.clinic_id
        limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return { list, total }
}

/** Clinics by id; one that does not exist is not in the map. */
export async function clinicPlaces(tx: PlatformTx, ids: readonly (string | null)[]): Promise<Map<string, ClinicPlace>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows<ClinicPlace>(
    keptSql`select ${placeColumns} from clinic_directory d where d.clinic_id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.clinicId, row]))
}

/** A clinic by id. @throws AppError NOT_FOUND */
export async function clinicPlace(tx: PlatformTx, id: string): Promise<ClinicPlace> {
  return tx.need<ClinicPlace>(keptSql`select ${placeColumns} from clinic_directory d where d.clinic_id = ${id}`)
}

/** How many clinics there are. */
export async function clinicCount(tx: PlatformTx): Promise<number> {
  return (await tx.need<{ total: number }>(sql`select count(*)::int as total from clinic_directory`)).total
}

/** Days that were given, as the audit tells of them. */
export interface GiftRow {
  id: string
  clinicName: string
  kind: 'vip' | 'medical'
  days: number
  endDate: string
  reason: string
  by: string
  at: Date
}

export async function giftPage(
  tx: PlatformTx,
  ask: { pageNum: number; pageSize: number },
): Promise<{ list: GiftRow[]; total: number }> {
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from provider_audit where action = 'give-days'`,
  )
  const list = await tx.rows<GiftRow>(
    sql`select id, target_name as "clinicName", after->>'kind' as kind, (after->>'days')::int as days, after->>'endDate' as "endDate",
          coalesce(reason, '') as reason, account_name as by, created_at as at
        from provider_audit where action = 'give-days'
        order by created_at desc, id desc limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return { list, total }
}
