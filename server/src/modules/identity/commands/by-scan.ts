import { accountStates, scanStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountContext, PublicContext } from '../../../platform/http/context.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { LOGIN_PER_ADDRESS, mustBeWithin, type Limit } from '../limits.ts'
import { accountById } from '../queries.ts'
import { deviceOf } from '../rules.ts'
import { letIn, type SignedIn } from './sign-in.ts'

const SECONDS = 120
const CODES_PER_ADDRESS: Limit = { name: 'scan', times: 120, minutes: 10 }

interface Scan {
  id: string
  status: number
  accountId: string | null
  ip: string | null
  userAgent: string
  expiresAt: Date
  usedAt: Date | null
}

const columns = sql`id, status, account_id as "accountId", ip, user_agent as "userAgent", expires_at as "expiresAt", used_at as "usedAt"`
const statusOf = (tx: PlatformTx, scan: Scan): number =>
  scan.expiresAt <= tx.realNow || scan.usedAt ? scanStates.code.expired : scan.status
const secondsLeft = (tx: PlatformTx, scan: Scan): number =>
  Math.max(0, Math.ceil((scan.expiresAt.getTime() - tx.realNow.getTime()) / 1000))

/** A new picture for this screen: the ticket stays here, the code goes into the picture. */
export async function openScan(
  context: PublicContext,
): Promise<{ ticket: string; url: string; expireSeconds: number }> {
  const ticket = newToken()
  const code = newToken()
  await context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, CODES_PER_ADDRESS, context.ip)
    await tx.rows(
      keptSql`insert into scan_login (id, ticket_hash, code_hash, ip, user_agent, expires_at, created_at)
          values (${uuidv7()}, ${hashToken(ticket)}, ${hashToken(code)}, ${context.ip}, ${context.userAgent},
            ${new Date(tx.realNow.getTime() + SECONDS * 1000)}, ${tx.realNow})`,
    )
  }, context.actor)
  return { ticket, url: `/wechatLogin?qr=${code}`, expireSeconds: SECONDS }
}

/** How far it is, for the screen that holds the ticket. */
export async function scanStatus(
  context: PublicContext,
  ticket: string,
): Promise<{ status: number; expireSeconds: number }> {
  return context.services.database.withPlatform(async (tx) => {
    const scan = await tx.row<Scan>(sql`select ${columns} from scan_login where ticket_hash = ${hashToken(ticket)}`)
    if (!scan) return { status: scanStates.code.expired, expireSeconds: 0 }
    return { status: statusOf(tx, scan), expireSeconds: secondsLeft(tx, scan) }
  }, context.actor)
}

async function lockByCode(tx: PlatformTx, code: string): Promise<Scan> {
  const scan = await tx.row<Scan>(
    keptSql`select ${columns} from scan_login where code_hash = ${hashToken(code)} for no key update`,
  )
  if (!scan || statusOf(tx, scan) === scanStates.code.expired) throw new AppError('SCAN_EXPIRED')
  return scan
}

/**
 * A signed-in phone has read the picture: it is told which screen asks. Whoever read it first decides.
 * @throws AppError SCAN_EXPIRED, SCAN_TAKEN
 */
export async function scanned(
  { tx, accountId }: AccountContext,
  code: string,
): Promise<{ device: string; ip: string | null; name: string; phone: string; expireSeconds: number }> {
  const scan = await lockByCode(tx, code)
  const mine = scan.accountId === null || scan.accountId === accountId
  if (!mine || scan.status > scanStates.code.scanned) throw new AppError('SCAN_TAKEN')
  await tx.rows(
    keptSql`update scan_login set status = ${scanStates.code.scanned}, account_id = ${accountId} where id = ${scan.id}`,
  )
  const { nickName, phone } = await accountById(tx, accountId)
  return { device: deviceOf(scan.userAgent), ip: scan.ip, name: nickName, phone, expireSeconds: secondsLeft(tx, scan) }
}

/**
 * The phone says yes or no.
 * @throws AppError SCAN_EXPIRED, SCAN_TAKEN (somebody else's, or decided already)
 */
export async function answerScan(
  { tx, accountId }: AccountContext,
  input: { code: string; accept: boolean },
): Promise<void> {
  const scan = await lockByCode(tx, input.code)
  if (scan.accountId !== accountId || scan.status !== scanStates.code.scanned) throw new AppError('SCAN_TAKEN')
  await tx.rows(
    keptSql`update scan_login set status = ${input.accept ? scanStates.code.confirmed : scanStates.code.cancelled} where id = ${scan.id}`,
  )
}

/**
 * The screen comes in as whoever confirmed. Its ticket is good once.
 * @throws AppError SCAN_EXPIRED
 */
export async function signInByScan(context: PublicContext, ticket: string): Promise<SignedIn> {
  return context.services.database.withPlatform(async (tx) => {
    await mustBeWithin(tx, LOGIN_PER_ADDRESS, context.ip)
    const scan = await tx.row<Scan>(
      sql`select ${columns} from scan_login where ticket_hash = ${hashToken(ticket)} for no key update`,
    )
    if (!scan?.accountId || statusOf(tx, scan) !== scanStates.code.confirmed)
      throw new AppError('SCAN_EXPIRED', { keep: true })
    await tx.rows(keptSql`update scan_login set used_at = ${tx.realNow} where id = ${scan.id}`)
    const account = await accountById(tx, scan.accountId)
    if (!accountStates.is(account.status, 'active')) throw new AppError('SCAN_EXPIRED', { keep: true })
    return letIn(context, tx, account, false)
  }, context.actor)
}
