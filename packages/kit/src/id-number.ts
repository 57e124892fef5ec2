import { type LocalDate, parseDate, today } from './datetime.ts'

/** What an identity number says: the birthday and gender (0 男, 1 女), or why it is not one. */
export type IdNumberCheck = { ok: true; birthDay: LocalDate; gender: 0 | 1 } | { ok: false; reason: string }

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

function isDate(text: string): boolean {
  try {
    parseDate(text)
    return true
  } catch {
    return false
  }
}

/**
 * Checks an 18-character citizen identity number (GB 11643-1999, check character by ISO 7064 MOD 11-2) and reads the
 * birthday and gender out of it. A lower-case x and spaces around the number are accepted.
 * @param on the day a birthday may not be after; the present day when left out
 * @returns never throws for a wrong number: ok false with a reason in Chinese
 */
export function checkIdNumber(text: string, on: LocalDate = today(new Date())): IdNumberCheck {
  const id = text.trim().toUpperCase()
  if (id.length !== 18) return { ok: false, reason: '身份证号应为18位' }
  if (!/^[1-9]\d{16}[\dX]$/.test(id)) return { ok: false, reason: '身份证号只能是数字，末位可为X' }
  const birthDay = `${id.slice(6, 10)}-${id.slice(10, 12)}-${id.slice(12, 14)}`
  if (!isDate(birthDay) || birthDay < '1900-01-01' || birthDay > on) {
    return { ok: false, reason: '身份证号中的出生日期不正确' }
  }
  const total = WEIGHTS.reduce((sum, weight, i) => sum + weight * Number(id[i]), 0)
  if (CHECK_CHARACTERS[total % 11] !== id[17]) return { ok: false, reason: '身份证号校验位不正确' }
  return { ok: true, birthDay, gender: Number(id[16]) % 2 === 1 ? 0 : 1 }
}
