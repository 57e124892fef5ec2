import { accountStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountContext, PublicContext } from '../../../platform/http/context.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { makeWeChat, WeChatRefused } from '../../../platform/wechat.ts'
import { LOGIN_PER_ADDRESS, withinLimit } from '../limits.ts'
import { accountById } from '../queries.ts'
import { letIn, type SignedIn } from './sign-in.ts'

const BIND_MINUTES = 15

/** Where a page inside WeChat sends its visitor to be recognised; null without an app of WeChat. */
export function wechatEntry({ services }: PublicContext, input: { qr: string; state: string }): string | null {
  const { config } = services
  const wechat = makeWeChat(config)
  if (!wechat || !config.PUBLIC_ORIGIN) return null
  const back = new URL('/wechatLogin', config.PUBLIC_ORIGIN)
  if (input.qr) back.searchParams.set('qr', input.qr)
  return wechat.authorizeUrl(back.href, input.state)
}

/**
 * Comes in with the code that WeChat gave the page. Somebody who is not known yet gets a ticket with which they bind
 * themselves after signing in another way.
 * @throws AppError WECHAT_CLOSED, WECHAT_REFUSED, BUSY when WeChat does not answer
 */
export async function signInByWeChat(
  context: PublicContext,
  code: string,
): Promise<{ signedIn: SignedIn | null; bindTicket: string | null }> {
  const { database, config, log } = context.services
  const wechat = makeWeChat(config)
  if (!wechat) throw new AppError('WECHAT_CLOSED')
  const admitted = await database.withPlatform((tx) => withinLimit(tx, LOGIN_PER_ADDRESS, context.ip), context.actor)
  if (!admitted) throw new AppError('TOO_MANY')
  // No connection is held while WeChat is asked.
  const openId = await wechat.openIdOf(code).catch((error: unknown) => {
    if (error instanceof WeChatRefused) throw new AppError('WECHAT_REFUSED')
    log.warn({ err: error }, 'WeChat did not answer')
    throw new AppError('BUSY', { message: '微信没有应答，请稍后再试' })
  })
  return database.withPlatform(async (tx) => {
    const known = await tx.row<{ account_id: string }>(
      keptSql`select account_id from wechat_identity where open_id = ${openId}`,
    )
    const account = known && (await accountById(tx, known.account_id))
    if (account && accountStates.is(account.status, 'active'))
      return { signedIn: await letIn(context, tx, account, false), bindTicket: null }
    if (account) throw new AppError('WECHAT_REFUSED', { message: '该账号已停用，请联系机构管理员' })
    const id = uuidv7()
    const secret = newToken()
    await tx.rows(
      keptSql`insert into captcha (id, purpose, subject, answer_hash, expires_at, created_at)
          values (${id}, 'wechat-bind', ${openId}, ${hashToken(secret)}, ${new Date(tx.realNow.getTime() + BIND_MINUTES * 60_000)}, ${tx.realNow})`,
    )
    return { signedIn: null, bindTicket: `${id}.${secret}` }
  }, context.actor)
}

/** Makes the present account that of the WeChat person who holds the ticket. One person of WeChat has one account. */
export async function bindWeChat({ tx, accountId }: AccountContext, ticket: string): Promise<void> {
  const [id = '', secret = ''] = ticket.split('.')
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await tx.row<{ subject: string; answer_hash: string; expires_at: Date }>(
        keptSql`delete from captcha where id = ${id} and purpose = 'wechat-bind' returning subject, answer_hash, expires_at`,
      )
    : undefined
  if (!row || row.expires_at <= tx.realNow || row.answer_hash !== hashToken(secret))
    throw new AppError('WECHAT_REFUSED', { keep: true })
  await tx.rows(
    keptSql`insert into wechat_identity (open_id, account_id, bound_at) values (${row.subject}, ${accountId}, ${tx.realNow})
        on conflict (open_id) do update set account_id = excluded.account_id, bound_at = excluded.bound_at`,
  )
}
