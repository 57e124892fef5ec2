import { providerAccountStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import QRCode from 'qrcode'
import type { ProviderRole } from '@dentin/contract'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { PublicContext } from '../../../platform/http/context.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { vaultOf } from '../../../platform/security/vault.ts'
import type { Services } from '../../../platform/services.ts'
import { hashPassword, mustBeWithin, type Limit } from '../../identity/index.ts'
import { record } from '../audit.ts'
import { accountById, accountByLogin, hasAdministrator, type ProviderAccount } from '../queries.ts'
import { authenticatorAddress, newAuthenticatorSecret, newRecoveryCodes, recoveryCodeOf, stepOfCode } from '../rules.ts'

/** The first administrator's link is good for a day; whoever starts the server again gets a new one. */
const FIRST_HOURS = 24
/** A link that an administrator hands over. */
const ENROL_HOURS = 72
const SETUP_PER_ADDRESS: Limit = { name: 'provider-setup', times: 60, minutes: 10 }

/** A link to the set-up page, told once. */
export interface SetupLink {
  token: string
  expiresAt: Date
}

/**
 * A link for the first administrator, while there is none. Called at the start of the server, which prints it.
 * @returns null when an administrator can sign in
 */
export async function makeFirstLink(services: Pick<Services, 'database'>): Promise<SetupLink | null> {
  return services.database.withPlatform(async (tx) => {
    if (await hasAdministrator(tx)) return null
    await tx.rows(sql`delete from provider_ticket where expires_at <= ${tx.realNow}`)
    return issueLink(tx, 'first', null, FIRST_HOURS)
  })
}

/** A link for an account that has no password any more; earlier ones of the account are dead. */
export async function issueEnrolLink(tx: PlatformTx, accountId: string): Promise<SetupLink> {
  await tx.rows(keptSql`delete from provider_ticket where account_id = ${accountId}`)
  return issueLink(tx, 'enrol', accountId, ENROL_HOURS)
}

async function issueLink(
  tx: PlatformTx,
  purpose: 'first' | 'enrol',
  accountId: string | null,
  hours: number,
): Promise<SetupLink> {
  const token = newToken()
  const expiresAt = new Date(tx.realNow.getTime() + hours * 3_600_000)
  await tx.rows(
    keptSql`insert into provider_ticket (token_hash, purpose, account_id, created_at, expires_at)
        values (${hashToken(token)}, ${purpose}, ${accountId}, ${tx.realNow}, ${expiresAt})`,
  )
  return { token, expiresAt }
}

interface Link {
  tokenHash: string
  purpose: 'first' | 'enrol'
  totpSealed: string | null
  expiresAt: Date
  account: ProviderAccount | null
}

/** The link behind a token, held for the rest of the transaction. @throws AppError PROVIDER_LINK_DEAD */
async function findLink(tx: PlatformTx, token: string): Promise<Link> {
  const row = await tx.row<Omit<Link, 'account'> & { accountId: string | null }>(
    sql`select token_hash as "tokenHash", purpose, totp_sealed as "totpSealed", expires_at as "expiresAt", account_id as "accountId"
        from provider_ticket where token_hash = ${hashToken(token)} and purpose in ('first', 'enrol') and expires_at > ${tx.realNow}
        for update`,
  )
  const account = row?.accountId ? await accountById(tx, row.accountId) : null
  const dead =
    !row ||
    (row.purpose === 'first' ? await hasAdministrator(tx) : !providerAccountStates.is(account?.status, 'invited'))
  if (dead) throw new AppError('PROVIDER_LINK_DEAD', { keep: true })
  return { ...row, account }
}

/** What the set-up page shows. The secret is made when the link is first opened and stays with it, sealed. */
export async function openSetup(context: PublicContext, token: string) {
  const { database, config } = context.services
  const vault = vaultOf(config)
  const found = await database.withPlatform(async (tx) => {
    await mustBeWithin(tx, SETUP_PER_ADDRESS, context.ip)
    const link = await findLink(tx, token)
    if (link.totpSealed) return { link, secret: vault.open(link.totpSealed, link.tokenHash) }
    const secret = newAuthenticatorSecret()
    await tx.rows(
      keptSql`update provider_ticket set totp_sealed = ${vault.seal(secret, link.tokenHash)} where token_hash = ${link.tokenHash}`,
    )
    return { link, secret }
  }, context.actor)
  const { account, purpose, expiresAt } = found.link
  const role: ProviderRole = account?.role ?? 'administrator'
  return {
    kind: purpose,
    loginName: account?.loginName ?? null,
    name: account?.name ?? null,
    role,
    secret: found.secret,
    qrCode: await QRCode.toDataURL(authenticatorAddress(found.secret, account?.loginName ?? '管理员'), {
      margin: 1,
      width: 360,
    }),
    expiresAt,
  }
}

/**
 * Sets password and authenticator and uses the link up. Nothing is changed by a wrong code: the link can be tried again.
 * @returns the recovery codes, told this once
 */
export async function finishSetup(
  context: PublicContext,
  input: {
    token: string
    loginName?: string | null | undefined
    name?: string | null | undefined
    password: string
    code: string
  },
): Promise<{ loginName: string; recoveryCodes: string[] }> {
  const { database, config } = context.services
  const vault = vaultOf(config)
  // Before the slow hash: is there a link at all, and not too many tries?
  await database.withPlatform(async (tx) => {
    await mustBeWithin(tx, SETUP_PER_ADDRESS, context.ip)
    await findLink(tx, input.token)
  }, context.actor)
  const passwordHash = await hashPassword(input.password)
  return database.withPlatform(async (tx) => {
    // Every open link of the first administrator is held, so that two of them do not both make one.
    await tx.rows(sql`select token_hash from provider_ticket where purpose = 'first' order by token_hash for update`)
    const link = await findLink(tx, input.token)
    const secret = link.totpSealed ? vault.open(link.totpSealed, link.tokenHash) : null
    const found = secret ? stepOfCode(secret, input.code, tx.realNow, 0) : null
    if (!secret || !found) throw fieldError('PROVIDER_WRONG_CODE', 'code')
    const account = link.account ?? (await makeFirst(tx, input))
    await tx.rows(
      keptSql`update provider_account set status = ${providerAccountStates.code.active}, password_hash = ${passwordHash}, totp_sealed = ${vault.seal(secret, account.id)},
            totp_step = ${found.step}, version = version + 1, updated_at = ${tx.realNow} where id = ${account.id}`,
    )
    await tx.rows(
      link.purpose === 'first'
        ? sql`delete from provider_ticket where purpose = 'first'`
        : sql`delete from provider_ticket where account_id = ${account.id}`,
    )
    const recoveryCodes = await replaceRecoveryCodes(tx, account.id)
    await record(
      tx,
      { ...context.actor, accountId: account.id, name: account.name, role: account.role },
      {
        action: 'set-up',
        target: { kind: 'account', id: account.id, name: account.name },
        after: { loginName: account.loginName, role: account.role, first: link.purpose === 'first' },
      },
    )
    return { loginName: account.loginName, recoveryCodes }
  }, context.actor)
}

async function makeFirst(
  tx: PlatformTx,
  input: { loginName?: string | null | undefined; name?: string | null | undefined },
): Promise<ProviderAccount> {
  if (!input.name) throw fieldError('BAD_INPUT', 'name', '请填写姓名')
  if (!input.loginName) throw fieldError('BAD_INPUT', 'loginName', '请填写登录名')
  return insertAccount(tx, { loginName: input.loginName, name: input.name, role: 'administrator' })
}

/** Makes an account that has no password yet. @throws AppError PROVIDER_LOGIN_TAKEN */
export async function insertAccount(
  tx: PlatformTx,
  wanted: { loginName: string; name: string; role: ProviderRole },
): Promise<ProviderAccount> {
  const id = uuidv7()
  const made = await tx.row(
    keptSql`insert into provider_account (id, login_name, name, role, status, created_at, updated_at)
        values (${id}, ${wanted.loginName}, ${wanted.name}, ${wanted.role}, 2, ${tx.realNow}, ${tx.realNow})
        on conflict (login_name) do nothing returning id`,
  )
  if (!made) throw fieldError('PROVIDER_LOGIN_TAKEN', 'loginName')
  return (await accountByLogin(tx, wanted.loginName)) as ProviderAccount
}

/** New recovery codes in the place of the old ones; only their hashes are kept. */
export async function replaceRecoveryCodes(tx: PlatformTx, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryHash(accountId, code))
  await tx.rows(keptSql`delete from provider_recovery_code where account_id = ${accountId}`)
  await tx.rows(
    keptSql`insert into provider_recovery_code (account_id, code_hash) select ${accountId}, x from unnest(${hashes}::text[]) x`,
  )
  return codes
}

/** How a recovery code is kept. The codes are random, so a fast hash is enough. */
export function recoveryHash(accountId: string, typed: string): string {
  return hashToken(`${accountId}:${recoveryCodeOf(typed) ?? ''}`)
}
