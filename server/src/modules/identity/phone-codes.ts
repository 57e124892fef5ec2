import { smsStates } from '@dentin/contract/sms'
import { accountStates } from '@dentin/contract/core/status'
import { randomInt } from 'node:crypto'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import type { Services } from '../../platform/services.ts'
import { SmsRefused } from '../../platform/sms/sms.ts'
import { spendCaptcha } from './captcha.ts'
import { mustBeWithin, withinLimit, type Limit } from './limits.ts'

/** What a code is good for: it opens nothing else. */
export type CodePurpose = 'register' | 'login' | 'reset' | 'booking' | 'card' | 'prepay'

const MINUTES = 5
const TRIES = 5
const RESEND_SECONDS = 60
const PER_PHONE: Limit = { name: 'sms-phone', times: 10, minutes: 24 * 60 }
const PER_ADDRESS: Limit = { name: 'sms-address', times: 30, minutes: 60 }
/** The first code for an address comes without a picture to read; whoever wants more shows that they can read one. */
const WITHOUT_CAPTCHA: Limit = { name: 'sms-free', times: 1, minutes: 60 }

/** What the last codes said, for a test that reads its phone: it puts a map here. Nobody else does. */
export const codeProbe: { codes: Map<string, string> | null } = { codes: null }

const words: Record<CodePurpose, string> = {
  register: '注册',
  login: '登录',
  reset: '找回密码',
  booking: '网上预约',
  card: '会员卡',
  prepay: '转预交金',
}
/** Is it the staff that asks a patient to agree? */
const asksAtDesk = (purpose: CodePurpose): boolean => purpose === 'card' || purpose === 'prepay'
/** A code is good for its subject alone: one that was sent to agree to one sum opens no other. */
const codeHash = (id: string, code: string, subject = '') =>
  hashToken(subject === '' ? `${id}:${code}` : `${id}:${code}:${subject}`)

/**
 * Sends a code to a phone. What is answered, and when, does not tell whether the phone has an account.
 * @throws AppError SMS_CLOSED, TOO_MANY (too soon, too often), CAPTCHA_NEEDED, WRONG_CAPTCHA
 */
export async function sendPhoneCode(
  context: Pick<PublicContext, 'services' | 'ip' | 'actor'>,
  input: {
    phone: string
    purpose: CodePurpose
    captcha?: string | undefined
    captchaId?: string | undefined
    /** What it is good for beyond its purpose, and that in words. */
    subject?: string
    forWhat?: string
  },
): Promise<void> {
  const { services } = context
  if (!services.sms.ready) throw new AppError('SMS_CLOSED')
  const outgoing = await services.database.withPlatform(async (tx) => {
    await admit(tx, context.ip, input)
    const known = await tx.row(
      keptSql`select 1 from account where phone = ${input.phone} and status in ${codes(accountStates, 'active')}`,
    )
    // To book, or to agree to something at the desk, one needs no account: the code is of use to everybody.
    const useful =
      input.purpose === 'booking' ||
      asksAtDesk(input.purpose) ||
      (input.purpose === 'register' ? !known : Boolean(known))
    const id = uuidv7()
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    await tx.rows(
      keptSql`insert into phone_code (id, phone, purpose, code_hash, expires_at, created_at)
          values (${id}, ${input.phone}, ${input.purpose}, ${useful ? codeHash(id, code, input.subject) : null},
            ${new Date(tx.realNow.getTime() + MINUTES * 60_000)}, ${tx.realNow})`,
    )
    if (useful) return { content: codeText(input.forWhat ?? words[input.purpose], code), code }
    return input.purpose === 'register'
      ? { content: '您的手机号已注册过牙本账号，可直接登录；忘记密码可在登录页找回。', code: '' }
      : null
  }, context.actor)
  if (outgoing?.code) codeProbe.codes?.set(`${input.purpose}:${input.phone}`, outgoing.code)
  // Nobody waits for the provider: the time of the answer would tell who has an account.
  if (outgoing) void deliver(services, { mobile: input.phone, scene: `code.${input.purpose}`, ...outgoing })
}

function codeText(forWhat: string, code: string): string {
  return `验证码 ${code}，用于${forWhat}，${MINUTES} 分钟内有效。请勿告诉他人，工作人员不会向您索取。`
}

/** Has somebody at this address to read a picture before the next code? */
export async function needsCaptcha(tx: PlatformTx, ip: string): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from rate_limit where key = ${`${WITHOUT_CAPTCHA.name}:${ip}`} and window_ends_at > ${tx.realNow}`,
  )
  return row !== undefined
}

async function admit(
  tx: PlatformTx,
  ip: string,
  input: { phone: string; purpose: CodePurpose; captcha?: string | undefined; captchaId?: string | undefined },
): Promise<void> {
  // Whoever asks for a patient is signed in.
  if (asksAtDesk(input.purpose)) return admitPhone(tx, input.phone)
  if (input.captcha && input.captchaId) {
    if (!(await spendCaptcha(tx, input.captchaId, input.captcha)))
      throw fieldError('WRONG_CAPTCHA', 'captcha', undefined, { keep: true })
  } else if (!(await withinLimit(tx, WITHOUT_CAPTCHA, ip))) {
    throw fieldError('CAPTCHA_NEEDED', 'captcha', undefined, { keep: true })
  }
  await admitPhone(tx, input.phone)
  await mustBeWithin(tx, PER_ADDRESS, ip)
}

async function admitPhone(tx: PlatformTx, phone: string): Promise<void> {
  // Two at one moment for one phone stand in line at the row of its limit.
  const often = await withinLimit(tx, PER_PHONE, phone)
  const last = await tx.row<{ created_at: Date }>(
    sql`select created_at from phone_code where phone = ${phone} order by created_at desc limit 1`,
  )
  const wait = last ? RESEND_SECONDS - Math.floor((tx.realNow.getTime() - last.created_at.getTime()) / 1000) : 0
  // Nothing is kept of a question that came too soon: it does not count.
  if (wait > 0) throw fieldError('TOO_MANY', 'phone', `请 ${wait} 秒后再获取验证码`)
  if (!often) throw fieldError('TOO_MANY', 'phone', '该手机号今天获取验证码的次数已用完，请明天再试', { keep: true })
}

async function deliver(
  services: Services,
  message: { mobile: string; scene: string; content: string; code: string },
): Promise<void> {
  const id = uuidv7()
  const shown = services.sms.local || !message.code ? message.content : message.content.replace(message.code, '******')
  const outcome = await services.sms
    .send({ id, mobile: message.mobile, scene: message.scene, content: message.content, params: [message.code] })
    .then(
      ({ providerId }) => ({ status: smsStates.code.sent, providerId, reason: null }),
      (error: unknown) => ({
        status: smsStates.code.failed,
        providerId: null,
        reason: error instanceof SmsRefused ? error.message : '短信通道没有应答',
      }),
    )
  await services.database
    .withPlatform((tx) =>
      tx.rows(
        keptSql`insert into platform_sms (id, mobile, scene, content, status, fail_reason, provider_id, created_at)
            values (${id}, ${message.mobile}, ${message.scene}, ${shown}, ${outcome.status}, ${outcome.reason}, ${outcome.providerId}, ${tx.realNow})`,
      ),
    )
    .catch((error: unknown) => services.log.warn({ err: error }, 'message of the platform not noted'))
  if (outcome.reason) services.log.warn({ scene: message.scene, reason: outcome.reason }, 'code not sent')
}

/** A code that somebody typed: is it the one that was sent to this phone for this purpose? */
export interface PhoneQuestion {
  phone: string
  purpose: CodePurpose
  code: string
  subject?: string
}

/**
 * Looks whether a code is the right one, without using it up. A wrong one counts as a try.
 * @throws AppError WRONG_PHONE_CODE beside `field`
 */
export async function checkPhoneCode(tx: PlatformTx, question: PhoneQuestion, field: string): Promise<string> {
  const row = await tx.row<{ id: string; code_hash: string | null; tries: number; alive: boolean }>(
    sql`select id, code_hash, tries, spent_at is null and expires_at > ${tx.realNow} as alive from phone_code
        where phone = ${question.phone} and purpose = ${question.purpose} order by created_at desc limit 1 for update`,
  )
  const right = row?.alive && row.tries < TRIES && row.code_hash === codeHash(row.id, question.code, question.subject)
  if (right) return row.id
  if (row) await tx.rows(keptSql`update phone_code set tries = tries + 1 where id = ${row.id}`)
  throw fieldError('WRONG_PHONE_CODE', field, undefined, { keep: true })
}

/** The same for somebody who is asked for one of several things: null when it is not the code, which counts as a try. */
export async function phoneCodeAmong(tx: PlatformTx, question: PhoneQuestion): Promise<string | null> {
  try {
    return await checkPhoneCode(tx, question, 'code')
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Uses up a code that was the right one. */
export async function spendCodeOf(tx: PlatformTx, id: string): Promise<boolean> {
  const rows = await tx.rows(
    keptSql`update phone_code set spent_at = ${tx.realNow} where id = ${id} and spent_at is null returning id`,
  )
  return rows.length > 0
}

/** The same, and the code is used up: it opens nothing a second time. */
export async function spendPhoneCode(tx: PlatformTx, question: PhoneQuestion, field: string): Promise<void> {
  const id = await checkPhoneCode(tx, question, field)
  await tx.rows(keptSql`update phone_code set spent_at = ${tx.realNow} where id = ${id}`)
}

/** The last messages of the platform, newest first, as the local outbox shows them. */
export async function lastPlatformSms(tx: PlatformTx) {
  return tx.rows<{ id: string; mobile: string; content: string; createdTime: Date }>(
    sql`select id, mobile, content, created_at as "createdTime" from platform_sms order by created_at desc, id desc limit 30`,
  )
}
