import type { AnyCall } from '@dentin/contract/core/call'
import type { identity } from '@dentin/contract/identity'

/** A declared call without its schemas. `send` needs no more; the types are the declaration's own. */
function bare<C extends AnyCall>(
  method: C['method'],
  path: C['path'],
  body: readonly (keyof C['body'])[],
  query: readonly (keyof C['query'])[] = [],
): C {
  const named = (names: readonly PropertyKey[]) => Object.fromEntries(names.map((name) => [name, null]))
  return {
    method,
    path,
    allow: { kind: 'public' },
    params: {},
    query: named(query),
    body: named(body),
    answer: 'json',
  } as unknown as C
}

/**
 * The calls of the sign-in page. It has to open fast on any line, so it does without the schema library; a test holds
 * these against the contract.
 */
export const signInCalls = {
  imageCaptcha: bare<typeof identity.imageCaptcha>('GET', '/user-api/image-captcha', []),
  login: bare<typeof identity.login>('POST', '/user-api/pc-login', [
    'account',
    'password',
    'captcha',
    'captchaId',
    'keep',
  ]),
  smsCaptcha: bare<typeof identity.smsCaptcha>('POST', '/user-api/sms-captcha', [
    'phone',
    'purpose',
    'captcha',
    'captchaId',
  ]),
  checkAccount: bare<typeof identity.checkAccount>('POST', '/user-api/account/check', [], ['account']),
  checkPhoneCaptcha: bare<typeof identity.checkPhoneCaptcha>(
    'POST',
    '/user-api/check-phone-captcha',
    [],
    ['phone', 'captcha', 'purpose'],
  ),
  register: bare<typeof identity.register>('POST', '/user-api/pc-register', ['phone', 'password', 'phoneCaptcha']),
  loginByCode: bare<typeof identity.loginByCode>('POST', '/user-api/login4code', ['phone', 'code', 'keep']),
  forgetPassword: bare<typeof identity.forgetPassword>('POST', '/user-api/forget-passwd', [
    'phone',
    'password',
    'phoneCaptcha',
  ]),
  scanCode: bare<typeof identity.scanCode>('GET', '/scan-api/qrcode', []),
  scanStatus: bare<typeof identity.scanStatus>('POST', '/scan-api/status', ['ticket']),
  scanLogin: bare<typeof identity.scanLogin>('POST', '/user-api/scan-login', ['code']),
  scanned: bare<typeof identity.scanned>('POST', '/scan-api/scanned', ['qr']),
  answerScan: bare<typeof identity.answerScan>('POST', '/scan-api/answer', ['qr', 'accept']),
  wechatEntry: bare<typeof identity.wechatEntry>('GET', '/user-api/wechat/entry', [], ['qr', 'state']),
  wechatLogin: bare<typeof identity.wechatLogin>('POST', '/user-api/wechat/login', ['code']),
  wechatBind: bare<typeof identity.wechatBind>('POST', '/user-api/wechat/bind', ['ticket']),
  smsOutbox: bare<typeof identity.smsOutbox>('GET', '/user-api/sms-outbox', []),
  chooseClinic: bare<typeof identity.chooseClinic>('POST', '/user-api/login-clinic', ['ticket', 'clinicId']),
}
