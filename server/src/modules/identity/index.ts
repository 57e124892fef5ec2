import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { removeExpired } from './expiry.ts'
import { identityHandlers } from './handlers.ts'
import { companies } from './members.ts'
import { sessionSeen } from './sessions.ts'

export type { Grant, Membership, Place, Workplaces } from './extension-points.ts'
export { lastSeenIn } from './activity.ts'
export { captchaProbe } from './captcha.ts'
export { companies } from './members.ts'
export { beginSignIn, wrongPassword } from './commands/attempt.ts'
export { beginCountedAttempt, forgetAttempts, mustBeWithin, withinLimit, type Limit } from './limits.ts'
export { hashPassword, isPassword } from './passwords.ts'
export { phoneCodeAmong, sendPhoneCode, spendCodeOf, spendPhoneCode } from './phone-codes.ts'
export { accountKey, lockedMessage } from './rules.ts'
export { createSession, endClinicSessions, openSessionFor, revokeAllSessions } from './sessions.ts'
export { closeWayIn, openWayIn, setStanding } from './clinic-access.ts'

/** What this module is to the rest of the house. */
export const identityModule = module({
  name: 'identity',
  owns: [
    'account',
    'account_clinic',
    'captcha',
    'custom_menu',
    'login_lock',
    'phone_code',
    'platform_sms',
    'rate_limit',
    'scan_login',
    'session',
    'wechat_identity',
  ],
  handlers: { identity: identityHandlers },
  topics: { session: 'everybody' },
  constraints,
  platform: { removeExpired, sessionSeen: { clinic: sessionSeen }, companies },
})
