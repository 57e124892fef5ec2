import { describe, expect, it } from 'vitest'
import { COMMON_PASSWORDS } from './common-passwords.ts'
import { passwordProblem } from './password.ts'

const RULE = '密码由8-20位包含数字、大小写字母、特殊字符中的至少3种组成'
const COMMON = '密码过于常见，请换一个'

describe('passwordProblem', () => {
  it('accepts three kinds of four in 8 to 20 characters', () => {
    for (const good of ['Molar-36', 'molar-361', 'MOLAR-361', 'Molar3618', 'Molar-premolar', 'Incisor-2026-Nov-20!']) {
      expect(passwordProblem(good), good).toBeNull()
    }
  })
  it('gives the rule for anything else', () => {
    for (const bad of [
      '',
      'Mo-lar3',
      'Incisor-2026-Nov-20!x',
      'Molar 361',
      'Molar-36\t1',
      'molar3618',
      '1234567-',
      '牙牙牙牙牙牙牙1',
    ]) {
      expect(passwordProblem(bad), bad).toBe(RULE)
    }
  })
  it('refuses the common ones in any casing', () => {
    for (const bad of ['Aa123456', 'P@ssw0rd', 'Admin@123', '1qaz@WSX', 'PassWord123']) {
      expect(passwordProblem(bad), bad).toBe(COMMON)
    }
  })
  it('lists only passwords the rule alone would let through', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(100)
    for (const entry of COMMON_PASSWORDS) {
      expect(entry).toBe(entry.toLowerCase())
      const oneUpper = entry.replace(/[a-z]/, (letter) => letter.toUpperCase())
      expect([entry, oneUpper].map(passwordProblem), entry).toContain(COMMON)
    }
  })
})
