import type { PlatformTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { spendCaptcha } from '../captcha.ts'
import { beginCountedAttempt, withinLimit, type Limit } from '../limits.ts'
import { lockedMessage, wrongPasswordMessage } from '../rules.ts'

/**
 * What stands before every look at a password: the address's limit, the captcha, and the attempt, counted under its key. A
 * refusal is given back, not thrown, so that what was counted stays.
 */
export async function beginSignIn(
  tx: PlatformTx,
  from: { limit: Limit; ip: string },
  key: string,
  typed: { captcha: string; captchaId: string },
): Promise<{ refused: AppError } | { failCount: number }> {
  if (!(await withinLimit(tx, from.limit, from.ip))) return { refused: new AppError('TOO_MANY') }
  if (!(await spendCaptcha(tx, typed.captchaId, typed.captcha)))
    return { refused: fieldError('WRONG_CAPTCHA', 'captcha') }
  const counted = await beginCountedAttempt(tx, key)
  if (counted.locked) return { refused: onBothFields('ACCOUNT_LOCKED', lockedMessage(counted.minutesLeft)) }
  return { failCount: counted.failCount }
}

/** The refusal of a wrong password, or of an account that does not exist: nobody can tell which. */
export const wrongPassword = (failCount: number): AppError =>
  onBothFields('WRONG_CREDENTIALS', wrongPasswordMessage(failCount))

/** The specification wants the words of a failed sign-in on both fields. */
function onBothFields(refusal: 'WRONG_CREDENTIALS' | 'ACCOUNT_LOCKED', message: string): AppError {
  return new AppError(refusal, {
    message,
    fields: [
      { field: 'account', message },
      { field: 'password', message },
    ],
    keep: true,
  })
}
