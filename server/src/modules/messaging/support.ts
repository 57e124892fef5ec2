import { createHmac } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import type { Config } from '../../platform/config.ts'

type Settings = Pick<Config, 'SUPPORT_PHONE' | 'SUPPORT_HOURS' | 'SUPPORT_CHAT_URL' | 'SUPPORT_CHAT_SECRET'>

const TOKEN_MS = 10 * 60_000

/** A number for an id that only we can lead back to it. */
const pseudonymOf = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`member:${id}`).digest('base64url').slice(0, 22)

/** Whom to turn to. @throws AppError SUPPORT_NOT_CONFIGURED when neither a phone number nor a chat is set */
export function contactOf(settings: Settings): { phone: string | null; hours: string | null; chatUrl: string | null } {
  const { SUPPORT_PHONE: phone, SUPPORT_CHAT_URL: chatUrl } = settings
  if (!phone && !chatUrl) throw new AppError('SUPPORT_NOT_CONFIGURED')
  return { phone: phone ?? null, hours: settings.SUPPORT_HOURS ?? null, chatUrl: chatUrl ?? null }
}

/** The chat's address with a number that stays the same for a person and does not say who it is. */
export function memberContact(settings: Settings, accountId: string): { memberId: string; chatUrl: string } {
  const { SUPPORT_CHAT_URL: chatUrl, SUPPORT_CHAT_SECRET: secret } = settings
  if (!chatUrl || !secret) throw new AppError('SUPPORT_NOT_CONFIGURED')
  const memberId = pseudonymOf(secret, accountId)
  const url = new URL(chatUrl)
  url.searchParams.set('mid', memberId)
  return { memberId, chatUrl: url.toString() }
}

/** Proves to the chat who asks: three parts as a JSON Web Token (HS256) under the agreed secret. */
export function contactToken(
  settings: Settings,
  who: { accountId: string; clinicId: string | null },
  now: Date,
): { token: string; expiresAt: Date } {
  const secret = settings.SUPPORT_CHAT_SECRET
  if (!secret) throw new AppError('SUPPORT_NOT_CONFIGURED')
  const expiresAt = new Date(now.getTime() + TOKEN_MS)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    sub: pseudonymOf(secret, who.accountId),
    ...(who.clinicId ? { clinic: pseudonymOf(secret, who.clinicId) } : {}),
    iat: Math.floor(now.getTime() / 1000),
    exp: Math.floor(expiresAt.getTime() / 1000),
  }
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return { token: `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`, expiresAt }
}
