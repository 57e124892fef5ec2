import { type Fen, fen } from './money.ts'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['亿', '万', '']
/** 999 999 999 999.99 yuan, the largest amount written out. */
const LARGEST = 99_999_999_999_999

/** One group of four digits without its 万/亿: '1010' → 壹仟零壹拾. A leading zero is written, a trailing one is not. */
function groupInWords(digits: string): string {
  const words = [...digits].map((digit, i) => (digit === '0' ? '零' : DIGITS[Number(digit)] + (PLACES[3 - i] ?? '')))
  return words.join('').replace(/零+/g, '零').replace(/零$/, '')
}

/** Whole yuan above zero, without 元: '107000' → 壹拾万柒仟. A group of zeros between two others is one 零. */
function yuanInWords(yuan: string): string {
  const padded = yuan.padStart(12, '0')
  const groups = GROUPS.map((name, i) => {
    const words = groupInWords(padded.slice(4 * i, 4 * i + 4))
    return words === '' ? '零' : words + name
  })
  return groups
    .join('')
    .replace(/零+/g, '零')
    .replace(/^零|零$/g, '')
}

/**
 * The amount in formal Chinese numerals (人民币大写), for receipts and consent forms, by the rules for filling in bills
 * (正确填写票据和结算凭证的基本规定): 整 after 元 or 角, nothing after 分, one 零 for a run of zeros, 壹拾 in full.
 * 3480.00 → 叁仟肆佰捌拾元整; 1.05 → 壹元零伍分; 0 → 零元整; a negative amount is prefixed 负.
 * @throws RangeError beyond 999 999 999 999.99 yuan on either side
 */
export function amountInWords(f: Fen): string {
  const size = Math.abs(fen(f))
  if (size > LARGEST) throw new RangeError('金额超出大写范围')
  if (size === 0) return '零元整'
  const cents = size % 100
  const yuan = (size - cents) / 100
  const [jiao, fens] = [Math.floor(cents / 10), cents % 10]
  let text = f < 0 ? '负' : ''
  if (yuan > 0) text += `${yuanInWords(String(yuan))}元`
  if (jiao > 0) text += `${DIGITS[jiao]}角`
  else if (yuan > 0 && fens > 0) text += '零'
  return text + (fens > 0 ? `${DIGITS[fens]}分` : '整')
}
