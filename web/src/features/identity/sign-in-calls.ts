import type { AnyCall } from '@dentin/contract/core/call'
import type { identity } from '@dentin/contract/identity'

/** A declared call without its schemas. `send` needs no more; the types are the declaration's own. */
function bare<C extends AnyCall>(method: C['method'], path: C['path'], body: readonly (keyof C['body'])[]): C {
  return {
    method,
    path,
    allow: { kind: 'public' },
    params: {},
    query: {},
    body: Object.fromEntries(body.map((name) => [name, null])),
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
  chooseClinic: bare<typeof identity.chooseClinic>('POST', '/user-api/login-clinic', ['ticket', 'clinicId']),
}
