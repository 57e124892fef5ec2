const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** What a unified social credit code turns out to be: in order, or why not. */
export type CreditCodeCheck = { ok: true; code: string } | { ok: false; reason: string }

/**
 * Checks an 18-character unified social credit code (GB 32100-2015) with its check character: weights are the powers of 3
 * modulo 31. Lower-case letters and spaces around it are accepted.
 */
export function checkCreditCode(text: string): CreditCodeCheck {
  const code = text.trim().toUpperCase()
  if (code.length !== 18) return { ok: false, reason: '统一社会信用代码应为18位' }
  const values = [...code].map((character) => CHARACTERS.indexOf(character))
  if (values.includes(-1)) return { ok: false, reason: '统一社会信用代码只能是数字和大写字母，不含I、O、S、V、Z' }
  let weight = 1
  let sum = 0
  for (const value of values.slice(0, 17)) {
    sum += weight * value
    weight = (weight * 3) % 31
  }
  if ((31 - (sum % 31)) % 31 !== values[17]) return { ok: false, reason: '统一社会信用代码校验位不正确' }
  return { ok: true, code }
}
