import type { SheetCell } from './sheet-reader.ts'

/** The head of a column, as the product writes it or a person does: 价格 *, 价格（元）. */
export const headText = (cell: SheetCell): string =>
  String(cell ?? '')
    .replaceAll(/[\s*＊]/g, '')
    .replace(/[（(].*[）)]$/, '')

/** What stands in a cell, as text. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  // A sum that was worked out has digits behind the fen that nobody has typed.
  return (typeof cell === 'number' ? String(Number(cell.toFixed(6))) : cell).trim()
}

/** What is wrong with a formula that the sheet keeps no result of: read as an empty cell it would take away what there is. */
export const EMPTY_FORMULA = '是没有结果的公式，请改成数值或文字'
