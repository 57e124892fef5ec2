import { accountStates } from '@dentin/contract/core/status'
import type { PublicContext } from '../../../platform/http/context.ts'
import type { EmployeeId } from '../../../platform/database/ids.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { issueTicket, spendTicket } from '../captcha.ts'
import { forgetAttempts, LOGIN_PER_ADDRESS, mustBeWithin } from '../limits.ts'
import { membershipsOf } from '../members.ts'
import type { GiftInfo, Membership } from '../extension-points.ts'
import { isPassword } from '../passwords.ts'
import { accountById, accountByKey, type Account } from '../queries.ts'
import { accountKey, sessionHours } from '../rules.ts'
import { giftAtEntry } from '../news.ts'
import { createSession, SESSION_COOKIE } from '../sessions.ts'
import { beginSignIn, wrongPassword } from './attempt.ts'

/** What a sign-in or a switch answers. */
export interface SignedIn {
  token: string | null
  ticket: string | null
  clinicId: string | null
  currentUserId: string
  companyId: string | null
  isChain: boolean
  clinicList: { clinicId: string; clinicName: string; isCompany: boolean; logoUrl: string | null }[]
  userAuth: number
  orgAuth: number
  /** Gift days that this person has not heard of; told once. */
  vipGiveInfo?: GiftInfo
}

/** How the answer looks for somebody who is in a clinic, in none, or still has to choose. */
export function signedInAs(
  account: Account,
  places: readonly Membership[],
  held: { token: string; place: Membership | null } | { ticket: string },
): SignedIn {
  const place = 'token' in held ? held.place : null
  return {
    token: 'token' in held ? held.token : null,
    ticket: 'ticket' in held ? held.ticket : null,
    clinicId: place?.clinicId ?? null,
    currentUserId: account.id,
    companyId: place?.tenantId ?? null,
    isChain: place?.isChain ?? false,
    clinicList: places.map(({ clinicId, clinicName, isCompany, logoUrl }) => ({
      clinicId,
      clinicName,
      isCompany,
      logoUrl,
    })),
    userAuth: account.userAuth,
    orgAuth: place?.orgAuth ?? -1,
  }
}

/**
 * Signs somebody in. The attempt is counted before the password is looked at and the count stays whatever happens, so that
 * many attempts at one moment are no way around the lock. No connection is held while the password is checked.
 */
export async function signIn(
  context: PublicContext,
  input: { account: string; password: string; captcha: string; captchaId: string; keep: boolean },
): Promise<SignedIn> {
  const { database } = context.services
  const typed = accountKey(input.account)
  const attempt = await database.withPlatform(async (tx) => {
    const account = await accountByKey(tx, typed)
    // One account has one count, by whichever of its names it is called.
    const key = account?.id ?? typed
    const begun = await beginSignIn(tx, { limit: LOGIN_PER_ADDRESS, ip: context.ip }, key, input)
    return 'refused' in begun ? begun : { ...begun, account, key }
  }, context.actor)
  if ('refused' in attempt) throw attempt.refused
  const { account, failCount, key } = attempt
  const fits = await isPassword(
    account && accountStates.is(account.status, 'active') ? account.passwordHash : null,
    input.password,
  )
  if (!fits || !account) throw wrongPassword(failCount)
  return database.withPlatform(async (tx) => {
    await forgetAttempts(tx, key)
    return letIn(context, tx, account, input.keep)
  }, context.actor)
}

/** Whoever has shown who they are goes into their clinic; with several, they get a ticket and choose. */
export async function letIn(
  context: PublicContext,
  tx: PlatformTx,
  account: Account,
  keep: boolean,
): Promise<SignedIn> {
  const places = await membershipsOf(tx, account.id, account.lastClinicId)
  if (places.length > 1)
    return signedInAs(account, places, { ticket: await issueTicket(tx, { accountId: account.id, keep }) })
  return enter(context, tx, account, places, places[0] ?? null, keep)
}

/** The second step for somebody with several clinics: the ticket of the first one and the clinic chosen. */
export async function chooseClinic(
  context: PublicContext,
  input: { ticket: string; clinicId: string },
): Promise<SignedIn> {
  return context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, LOGIN_PER_ADDRESS, context.ip)
    const ticket = await spendTicket(tx, input.ticket)
    if (!ticket) throw new AppError('TICKET_EXPIRED', { keep: true })
    const account = await accountById(tx, ticket.accountId)
    const places = await membershipsOf(tx, account.id, account.lastClinicId)
    const place = places.find((each) => each.clinicId === input.clinicId)
    if (!place || !accountStates.is(account.status, 'active')) throw new AppError('NOT_A_MEMBER', { keep: true })
    return enter(context, tx, account, places, place, ticket.keep)
  }, context.actor)
}

/** Opens the session, remembers the clinic for the next time and leaves the row in the company's audit. */
export async function enter(
  context: PublicContext,
  tx: PlatformTx,
  account: Account,
  places: readonly Membership[],
  place: Membership | null,
  keep: boolean,
): Promise<SignedIn> {
  const hours = sessionHours(keep, context.services.config.SESSION_HOURS)
  const opened = await createSession(tx, {
    accountId: account.id,
    membership: place,
    hours,
    ip: context.ip,
    userAgent: context.userAgent,
  })
  await tx.rows(
    keptSql`update account set last_login_at = ${tx.realNow}, last_clinic_id = coalesce(${place?.clinicId ?? null}::uuid, last_clinic_id) where id = ${account.id}`,
  )
  if (place) await noteEntry(tx, 'login', account, place, opened.sessionId)
  const gift = place ? await giftAtEntry(tx, place) : null
  context.setCookie(SESSION_COOKIE, opened.token, hours * 3600)
  return { ...signedInAs(account, places, { token: opened.token, place }), ...(gift ? { vipGiveInfo: gift } : {}) }
}

/** The audit row of somebody who came in, under the name by which the clinic knows them. */
export async function noteEntry(
  tx: PlatformTx,
  action: 'login' | 'switch-clinic',
  account: { id: string },
  place: Membership,
  sessionId: string,
): Promise<void> {
  const actor = {
    ...tx.actor,
    sessionId,
    accountId: account.id,
    employeeId: place.employeeId as EmployeeId,
    name: place.employeeName,
  }
  const inside = await tx.enter(place.tenantId, place.clinicId, actor)
  await inside.note(action, 'account', account.id)
}
