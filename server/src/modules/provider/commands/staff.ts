import { providerAccountStates } from '@dentin/contract/core/status'
import type { ProviderRole } from '@dentin/contract'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProviderContext } from '../../../platform/http/context.ts'
import { actorOf, record } from '../audit.ts'
import { accountById, lockAccount, lockAdministrators, type ProviderAccount } from '../queries.ts'
import { endSessions } from './access.ts'
import { insertAccount, issueEnrolLink, type SetupLink } from './setup.ts'

const target = (account: Pick<ProviderAccount, 'id' | 'name'>) => ({
  kind: 'account',
  id: account.id,
  name: account.name,
})

/** A new account without a password, and the link by which its owner sets one. */
export async function createAccount(
  context: ProviderContext,
  input: { loginName: string; name: string; role: ProviderRole },
): Promise<SetupLink> {
  const { tx } = context
  const account = await insertAccount(tx, input)
  await record(tx, actorOf(context), {
    action: 'create-account',
    target: target(account),
    after: { loginName: account.loginName, name: account.name, role: account.role },
  })
  return issueEnrolLink(tx, account.id)
}

/** Changes name and role. A new role begins with a new sign-in. */
export async function updateAccount(
  context: ProviderContext,
  input: { id: string; name: string; role: ProviderRole; version: number },
): Promise<void> {
  const { tx } = context
  const before = await lockForChange(tx, input, input.role !== 'administrator')
  await tx.rows(
    keptSql`update provider_account set name = ${input.name}, role = ${input.role}, version = version + 1, updated_at = ${tx.realNow} where id = ${input.id}`,
  )
  if (before.role !== input.role) await endSessions(tx, input.id, 'role-changed')
  await record(tx, actorOf(context), {
    action: 'update-account',
    target: target({ id: input.id, name: input.name }),
    before: { name: before.name, role: before.role },
    after: { name: input.name, role: input.role },
  })
}

/** Takes password and authenticator away; the owner sets both anew with the link. */
export async function resetAccount(
  context: ProviderContext,
  input: { id: string; version: number },
): Promise<SetupLink> {
  const { tx } = context
  if (input.id === context.providerId) throw new AppError('PROVIDER_OWN_ACCOUNT')
  const account = await lockForChange(tx, input, true)
  if (providerAccountStates.is(account.status, 'frozen'))
    throw new AppError('STATUS_CHANGED', { message: '账号已冻结，请先解冻' })
  await tx.rows(
    keptSql`update provider_account set status = ${providerAccountStates.code.invited}, password_hash = null, totp_sealed = null, version = version + 1, updated_at = ${tx.realNow}
        where id = ${input.id}`,
  )
  await tx.rows(keptSql`delete from provider_recovery_code where account_id = ${input.id}`)
  await endSessions(tx, input.id, 'reset')
  await record(tx, actorOf(context), {
    action: 'reset-account',
    target: target(account),
    before: { status: account.status },
    after: { status: providerAccountStates.code.invited },
  })
  return issueEnrolLink(tx, input.id)
}

/** Shuts an account out at once, or lets it in again. */
export async function freezeAccount(
  context: ProviderContext,
  input: { id: string; frozen: boolean; version: number },
): Promise<void> {
  const { tx } = context
  if (input.id === context.providerId) throw new AppError('PROVIDER_OWN_ACCOUNT')
  const account = await lockForChange(tx, input, input.frozen)
  if (providerAccountStates.is(account.status, 'frozen') === input.frozen) throw new AppError('STATUS_CHANGED')
  const status = input.frozen ? 1 : account.passwordHash && account.totpSealed ? 0 : 2
  await tx.rows(
    keptSql`update provider_account set status = ${status}, version = version + 1, updated_at = ${tx.realNow} where id = ${input.id}`,
  )
  if (input.frozen) await endSessions(tx, input.id, 'frozen')
  await record(tx, actorOf(context), {
    action: input.frozen ? 'freeze-account' : 'unfreeze-account',
    target: target(account),
    before: { status: account.status },
    after: { status },
  })
}

/**
 * The account, held, as the screen knew it.
 * @param leaves it will be no administrator who can sign in any more: one other has to be there
 */
async function lockForChange(
  tx: PlatformTx,
  asked: { id: string; version: number },
  leaves: boolean,
): Promise<ProviderAccount> {
  // Before the account itself, in one order, so that two who take each other's place wait for one another.
  const administrators = leaves ? await lockAdministrators(tx) : []
  const account = await lockAccount(tx, asked.id)
  if (account.version !== asked.version)
    throw new AppError('VERSION_CONFLICT', { data: { version: (await accountById(tx, asked.id)).version } })
  if (leaves && administrators.length === 1 && administrators[0] === account.id)
    throw new AppError('PROVIDER_LAST_ADMINISTRATOR')
  return account
}
