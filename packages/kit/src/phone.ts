/** A mainland mobile number: 11 digits, the first 1, the second 2 to 9. */
export const PHONE_PATTERN = /^1[2-9]\d{9}$/

/** Keeps the ends of a text and covers the rest with the given number of stars; a text too short to keep is all covered. */
function cover(text: string, head: number, tail: number, stars: number): string {
  if (text === '') return ''
  if (text.length <= head + tail) return '*'.repeat(Math.max(text.length, 4))
  return text.slice(0, head) + '*'.repeat(stars) + text.slice(-tail)
}

/**
 * A phone number with the middle covered: '13800002046' → '138****2046'. Of a number shorter than a mobile (a landline)
 * only the last two digits stay. Empty stays empty. Already covered text stays as it is.
 */
export function maskPhone(phone: string): string {
  return phone.length >= 11 ? cover(phone, 3, 4, 4) : cover(phone, 0, 2, 4)
}

/**
 * An identity number with all but the first three and last four characters covered, so that the birthday shown beside it
 * does not complete it: '11010519491231002X' → '110***********002X'. A shorter document number keeps its last two.
 */
export function maskIdNumber(idNumber: string): string {
  return idNumber.length >= 15 ? cover(idNumber, 3, 4, idNumber.length - 7) : cover(idNumber, 0, 2, idNumber.length - 2)
}

/** A word by which somebody is reached (a WeChat name) with all but its first and last character covered: 'wx_lin' → 'w****n'. */
export function maskWord(word: string): string {
  return cover(word, 1, 1, 4)
}
