import { COMMON_PASSWORDS } from './common-passwords.ts'

const KINDS = [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z]/]

/**
 * What is wrong with a new password, as the message to show, or null when it will do: 8–20 characters, no whitespace, at
 * least three of digits, lower case, upper case and special characters (any other character), and not one of the
 * passwords tried first, in any casing.
 */
export function passwordProblem(text: string): string | null {
  const length = [...text].length
  const kinds = KINDS.filter((kind) => kind.test(text)).length
  if (length < 8 || length > 20 || /\s/.test(text) || kinds < 3) {
    return '密码由8-20位包含数字、大小写字母、特殊字符中的至少3种组成'
  }
  return COMMON_PASSWORDS.has(text.toLowerCase()) ? '密码过于常见，请换一个' : null
}
