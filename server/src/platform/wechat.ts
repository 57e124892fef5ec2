import type { Config } from './config.ts'

/** WeChat did not take the code: it was used, is too old, or never was one. */
export class WeChatRefused extends Error {}

/** WeChat's web authorisation for pages opened inside WeChat. */
export interface WeChat {
  /** The address to which the page sends a visitor; WeChat sends them back to `returnTo` with a code and the state. */
  authorizeUrl(returnTo: string, state: string): string
  /** @throws WeChatRefused; any other error: WeChat did not answer */
  openIdOf(code: string): Promise<string>
}

const TIMEOUT_MS = 8_000

/**
 * The adapter, or null without an app of WeChat.
 * Source: https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
 */
export function makeWeChat(
  config: Pick<Config, 'WECHAT_APP_ID' | 'WECHAT_APP_SECRET' | 'WECHAT_AUTHORIZE_URL' | 'WECHAT_API_URL'>,
): WeChat | null {
  const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: secret } = config
  if (!appId || !secret) return null
  return {
    authorizeUrl(returnTo, state) {
      const url = new URL(config.WECHAT_AUTHORIZE_URL)
      // WeChat wants the parameters in this order, and the fragment at the end.
      url.search = new URLSearchParams({
        appid: appId,
        redirect_uri: returnTo,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      }).toString()
      url.hash = 'wechat_redirect'
      return url.href
    },
    async openIdOf(code) {
      const url = new URL('/sns/oauth2/access_token', config.WECHAT_API_URL)
      url.search = new URLSearchParams({ appid: appId, secret, code, grant_type: 'authorization_code' }).toString()
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const answer = (await response.json()) as { openid?: unknown; errcode?: number; errmsg?: string }
      if (typeof answer.openid === 'string' && answer.openid.length > 0 && answer.openid.length <= 64)
        return answer.openid
      throw new WeChatRefused(`WeChat refused the code: ${answer.errcode ?? response.status}`)
    },
  }
}
