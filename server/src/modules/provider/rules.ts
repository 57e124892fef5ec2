import { randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'

/** So many one-time codes stand in for a lost phone. */
const RECOVERY_CODES = 10
/** Letters and digits that nobody mistakes for one another; ten of them are 47 bits. */
const LETTERS = '34679ACDEFHJKMNPRTWXY'

/** What an authenticator app is called by this installation. */
const ISSUER = 'Dentin 平台'

/** A new secret for an authenticator app, in Base32. */
export const newAuthenticatorSecret = (): string => generateSecret()

/** What the QR code of a secret says. */
export function authenticatorAddress(secret: string, label: string): string {
  return generateURI({ issuer: ISSUER, label, secret })
}

/**
 * Which time step of 30 seconds a code belongs to: the present one or its neighbours, as clocks differ. Null: none.
 * A step that is not later than `afterStep` was used already.
 */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  afterStep: number,
): { step: number; used: boolean } | null {
  if (!/^\d{6}$/.test(code)) return null
  const found = verifySync({ secret, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: 30 })
  if (!found.valid || !('timeStep' in found)) return null
  return { step: found.timeStep, used: found.timeStep <= afterStep }
}

/** New recovery codes, as the person writes them down: ABCDE-FGHJK. */
export function newRecoveryCodes(): string[] {
  const part = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)] as string).join('')
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`)
}

/** A recovery code as it is compared: in any casing, with or without its dash. Null: it does not look like one. */
export function recoveryCodeOf(typed: string): string | null {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return plain.length === 10 && [...plain].every((letter) => LETTERS.includes(letter)) ? plain : null
}

/** What is said while wrong codes have locked the second step. */
export function codeLockedMessage(minutesLeft: number): string {
  return `动态口令连续错误 5 次，请 ${minutesLeft} 分钟后再试`
}
