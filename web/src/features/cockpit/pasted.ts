import { fenToYuan, yuanToFen } from '@dentin/kit/money'

/** What a cell of a copied sheet says: a sum in yuan, '' for none, or why it is none. */
export type PastedCell = { yuan: string } | { problem: string }

/** A cell as it was copied: thousands may be grouped, 万 counts ten thousand; anything else is said to be wrong. */
export function pastedCell(text: string): PastedCell {
  const bare = text.trim().replaceAll(/[,，\s￥¥]/g, '')
  if (bare === '' || bare === '-' || bare === '—') return { yuan: '' }
  const found = /^(\d{1,10}(?:\.\d{1,6})?)(万?)(元?)$/.exec(bare)
  if (!found) return { problem: bare.startsWith('-') ? '目标不能小于 0' : `「${text.trim().slice(0, 12)}」不是金额` }
  const yuan = Number(found[1]) * (found[2] ? 10_000 : 1)
  if (yuan > 9_999_999_999) return { problem: '金额过大' }
  return { yuan: fenToYuan(yuanToFen(yuan.toFixed(2))) }
}

/** The cells of a piece of a sheet, line by line. */
export const pastedCells = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
