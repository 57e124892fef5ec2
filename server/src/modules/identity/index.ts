export { captchaProbe } from './captcha.ts'
export { identityHandlers } from './handlers.ts'
export { hashPassword } from './passwords.ts'
export { createSession, openSessionFor, revokeAllSessions } from './sessions.ts'
