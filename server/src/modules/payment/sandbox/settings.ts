import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { keptSql } from '../../../platform/database/plans.ts'
import { sql } from 'kysely'
import type { Config } from '../../../platform/config.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { AlipaySettings } from '../gateways/alipay.ts'
import { NOTICE_PATHS } from '../gateways/gateway.ts'
import type { WechatSettings } from '../gateways/wechat.ts'

/** Where the sandbox gateway stands on this server. */
export const SANDBOX = '/sandbox-pay'

/** Numbers of the sandbox's one merchant. */
export const SANDBOX_ALIPAY_APP = '2021000000000001'
export const SANDBOX_SELLER = '2088000000000001'
export const SANDBOX_WECHAT_APP = 'wx5a0db0a0db0a0db0'
export const SANDBOX_MERCHANT = '1900000001'
export const SANDBOX_MERCHANT_SERIAL = '5A0DB0A0DB0A0DB05A0DB0A0DB0A0DB05A0DB0A0'
export const SANDBOX_KEY_ID = 'PUB_KEY_ID_0019000000012026000000000001'

/** The sandbox plays the gateways that nobody has configured, the provider or a clinic; never in production. */
export function sandboxIsWanted(config: Pick<Config, 'isProduction'>): boolean {
  return !config.isProduction
}

interface KeyPair {
  privateKey: string
  publicKey: string
}

/** Names of the sandbox's key pairs: ours, and the gateways'. */
export type SandboxKey = 'alipay-app' | 'alipay' | 'wechat-merchant' | 'wechat'

const makePair = promisify(generateKeyPair)

/** A key pair of the sandbox: made at its first use, kept in the database, the same for every process. */
export async function sandboxKey(database: Database, name: SandboxKey): Promise<KeyPair> {
  const read = sql<KeyPair>`select private_key as "privateKey", public_key as "publicKey" from sandbox_key where name = ${name}`
  const known = await database.withPlatform((tx) => tx.row(read))
  if (known) return known
  const pair = (await makePair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })) as KeyPair
  return database.withPlatform(async (tx) => {
    await tx.rows(
      keptSql`insert into sandbox_key (name, private_key, public_key, created_at)
          values (${name}, ${pair.privateKey}, ${pair.publicKey}, ${tx.realNow}) on conflict do nothing`,
    )
    return tx.need(read)
  })
}

/** The secret with which the sandbox seals what it tells the WeChat adapter. */
export async function sandboxApiV3Key(database: Database): Promise<string> {
  const { privateKey } = await sandboxKey(database, 'wechat')
  return createHash('sha256').update(privateKey).digest('hex').slice(0, 32)
}

/** The settings with which our Alipay adapter talks to the sandbox. */
export async function sandboxAlipay(
  database: Database,
  origin: string,
  notifyPath: string = NOTICE_PATHS.alipay,
): Promise<AlipaySettings> {
  return {
    appId: SANDBOX_ALIPAY_APP,
    privateKey: (await sandboxKey(database, 'alipay-app')).privateKey,
    publicKey: (await sandboxKey(database, 'alipay')).publicKey,
    sellerId: SANDBOX_SELLER,
    gateway: `${origin}${SANDBOX}/alipay/gateway.do`,
    notifyUrl: `${origin}${notifyPath}`,
    returnOrigin: '',
    sandbox: true,
  }
}

/** The settings with which our WeChat adapter talks to the sandbox. */
export async function sandboxWechat(
  database: Database,
  origin: string,
  notifyPath: string = NOTICE_PATHS.wechat,
): Promise<WechatSettings> {
  return {
    appId: SANDBOX_WECHAT_APP,
    mchId: SANDBOX_MERCHANT,
    serialNo: SANDBOX_MERCHANT_SERIAL,
    privateKey: (await sandboxKey(database, 'wechat-merchant')).privateKey,
    apiV3Key: await sandboxApiV3Key(database),
    publicKey: { id: SANDBOX_KEY_ID, pem: (await sandboxKey(database, 'wechat')).publicKey },
    gateway: `${origin}${SANDBOX}/wechat`,
    notifyUrl: `${origin}${notifyPath}`,
    sandbox: true,
  }
}
