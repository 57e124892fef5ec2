import { createHmac } from 'node:crypto'
import { contract, requestOf, type AnyCall, type WireInput, type WireOutput } from '@dentin/contract'
import { captchaProbe } from '../server/src/modules/identity/index.ts'
import { makeFirstLink } from '../server/src/modules/provider/index.ts'
import type { Stack } from './stack.ts'

const { provider, identity } = contract
const PASSWORD = 'Console#2026'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows (RFC 6238), so many steps of half a minute from now. */
export function appCode(stack: Stack, secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  const now = stack.application.services.clock.now().getTime()
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = (digest.at(-1) as number) & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A link for the first administrator, as the start of the server prints it. */
export async function firstLink(stack: Stack): Promise<string> {
  const link = await makeFirstLink(stack.application.services)
  if (!link) throw new Error('there is an administrator already')
  return `/platform/setup#${link.token}`
}

async function ask<C extends AnyCall>(stack: Stack, call: C, input: WireInput<C>): Promise<WireOutput<C>> {
  const { url, body } = requestOf(call, input)
  const response = await fetch(`${stack.origin}${url}`, {
    method: call.method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const { code, data, message } = (await response.json()) as { code: number; data: unknown; message: string }
  if (code !== 0) throw new Error(`${url}: ${message}`)
  return data as WireOutput<C>
}

/** Sets up the first administrator and signs in, without a browser; gives the session as the console keeps it. */
export async function consoleSession(stack: Stack): Promise<{ token: string; name: string; role: string }> {
  const token = (await firstLink(stack)).split('#')[1] as string
  const { secret } = await ask(stack, provider.setupInfo, { token })
  const account = { loginName: 'root', name: '林默', password: PASSWORD }
  await ask(stack, provider.setup, { token, ...account, code: appCode(stack, secret) })
  const { captchaId } = await ask(stack, identity.imageCaptcha, {})
  const captcha = captchaProbe.answers?.get(captchaId) ?? ''
  const { ticket } = await ask(stack, provider.login, { account: 'root', password: PASSWORD, captcha, captchaId })
  const { name, role, ...held } = await ask(stack, provider.loginCode, { ticket, code: appCode(stack, secret, 1) })
  return { token: held.token, name, role }
}
