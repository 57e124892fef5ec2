import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../platform/services.ts'
import { sandboxAlipay, sandboxWechat } from '../sandbox/settings.ts'
import { alipayGateway } from './alipay.ts'
import { GatewayUnsure, NOTICE_PATHS, type Gateway, type GatewayName } from './gateway.ts'
import { wechatGateway } from './wechat.ts'

const origins = new WeakMap<Services, () => string>()
/** Where the stand-in is reached, while the server listens and the environment has one. */
export function sandboxOrigin(services: Services): string | null {
  if (services.config.isProduction) return null
  try {
    return origins.get(services)?.() ?? null
  } catch (error) {
    if (error instanceof GatewayUnsure) return null
    throw error
  }
}

const made = new WeakMap<Services, Map<GatewayName, Promise<Gateway | null>>>()

/** Remembers the server of these services: the sandbox gateway is reached through it, over HTTP like any other. */
export function rememberServer(services: Services, app: FastifyInstance): void {
  origins.set(services, () => {
    const at = app.server.address() as AddressInfo | null
    if (!at) throw new GatewayUnsure('the sandbox gateway does not listen yet')
    const host = ['0.0.0.0', '::'].includes(at.address) ? '127.0.0.1' : at.address
    return `http://${host.includes(':') ? `[${host}]` : host}:${at.port}`
  })
}

/** Is this gateway played by the sandbox? */
export function isSandbox(config: Services['config'], name: GatewayName): boolean {
  return !config.isProduction && !(name === 'alipay' ? config.ALIPAY_APP_ID : config.WECHAT_PAY_MCH_ID)
}

/** The gateway of a name as the settings have it; the sandbox where none is configured, and null in production. */
export function gatewayOf(services: Services, name: GatewayName): Promise<Gateway | null> {
  const known = made.get(services) ?? new Map<GatewayName, Promise<Gateway | null>>()
  made.set(services, known)
  const gateway = known.get(name) ?? makeGateway(services, name)
  known.set(name, gateway)
  // A failure (the database was away while the sandbox read its keys) is not kept.
  gateway.catch(() => known.delete(name))
  return gateway
}

async function makeGateway(services: Services, name: GatewayName): Promise<Gateway | null> {
  const { config, clock } = services
  const ours = `${config.PUBLIC_ORIGIN?.replace(/\/$/, '') ?? ''}`
  const notifyUrl = `${ours}${NOTICE_PATHS[name]}`
  if (name === 'alipay' && config.ALIPAY_APP_ID && config.ALIPAY_PRIVATE_KEY && config.ALIPAY_PUBLIC_KEY) {
    return alipayGateway(
      {
        appId: config.ALIPAY_APP_ID,
        privateKey: config.ALIPAY_PRIVATE_KEY,
        publicKey: config.ALIPAY_PUBLIC_KEY,
        sellerId: config.ALIPAY_SELLER_ID ?? null,
        gateway: config.ALIPAY_GATEWAY,
        notifyUrl,
        returnOrigin: ours,
        sandbox: false,
      },
      clock,
    )
  }
  if (
    name === 'wechat' &&
    config.WECHAT_PAY_APP_ID &&
    config.WECHAT_PAY_MCH_ID &&
    config.WECHAT_PAY_SERIAL_NO &&
    config.WECHAT_PAY_PRIVATE_KEY &&
    config.WECHAT_PAY_API_V3_KEY
  ) {
    return wechatGateway(
      {
        appId: config.WECHAT_PAY_APP_ID,
        mchId: config.WECHAT_PAY_MCH_ID,
        serialNo: config.WECHAT_PAY_SERIAL_NO,
        privateKey: config.WECHAT_PAY_PRIVATE_KEY,
        apiV3Key: config.WECHAT_PAY_API_V3_KEY,
        publicKey:
          config.WECHAT_PAY_PUBLIC_KEY && config.WECHAT_PAY_PUBLIC_KEY_ID
            ? { id: config.WECHAT_PAY_PUBLIC_KEY_ID, pem: config.WECHAT_PAY_PUBLIC_KEY }
            : null,
        gateway: config.WECHAT_PAY_GATEWAY.replace(/\/$/, ''),
        notifyUrl,
        sandbox: false,
      },
      clock,
    )
  }
  const origin = origins.get(services)
  if (config.isProduction || !origin) return null
  return name === 'alipay'
    ? alipayGateway(await sandboxAlipay(services.database, origin()), clock)
    : wechatGateway(await sandboxWechat(services.database, origin()), clock)
}
