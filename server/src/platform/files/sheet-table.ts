import { readSheet, type SheetCell } from './sheet-reader.ts'

/** What is wrong with a formula that the sheet keeps no result of: read as an empty cell it would take away what there is. */
export const EMPTY_FORMULA = '是没有结果的公式，请改成数值或文字'

/** What a table is that somebody exported, changed and sends back. */
export interface TableKind {
  /** The head by which the row of heads is found, among the first few rows. */
  key: string
  isKnown: (title: string) => boolean
  /** The head of a column that people fill down beyond the last row: what stands under it alone is no row. */
  filledDown: string
  /** So many rows are read. */
  most: number
  /** Sentences for a sheet without heads, and for one without rows. */
  noHead: string
  noRows: string
}

/** A row of a table, with what stands under the heads that are known. */
export interface TableRow {
  /** As the sheet counts its rows. */
  rowNo: number
  texts: ReadonlyMap<string, string>
  /** Heads under which a formula has no result. */
  unread: readonly string[]
}
export interface Table {
  /** The heads that are known, and the others. */
  titles: string[]
  ignored: string[]
  rows: TableRow[]
}

/** Heads stand in one of so many rows; titles over the table are passed over. */
const HEAD_WITHIN = 5
const MOST_COLUMNS = 60
const MOST_BYTES = 30 * 1024 * 1024

/** Reads a table out of a sheet that somebody sends, or says in one sentence why it can't be read. */
export async function readTable(
  company: string,
  path: string,
  { key, isKnown, filledDown, most, noHead, noRows }: TableKind,
): Promise<Table | { problem: string }> {
  const content = await readSheet(company, path, { rows: most + 50, columns: MOST_COLUMNS, bytes: MOST_BYTES })
  if ('problem' in content) return content
  const head = content.rows.slice(0, HEAD_WITHIN).findIndex((row) => row.some((cell) => headText(cell) === key))
  if (head < 0) return { problem: noHead }
  const heads = (content.rows[head] ?? []).map(headText)
  const titles = heads.filter(isKnown)
  const twice = titles.find((title, n) => titles.indexOf(title) !== n)
  if (twice) return { problem: `“${twice}”有两列，请只留一列` }
  const rows = content.rows.slice(head + 1).flatMap((cells, n): TableRow[] => {
    const texts = new Map<string, string>()
    const unread: string[] = []
    let says = false
    for (const [at, title] of heads.entries()) {
      if (!isKnown(title)) continue
      const text = cellText(cells[at] ?? null)
      const isUnread = content.formulas.has(`${head + 1 + n},${at}`)
      texts.set(title, text)
      if (isUnread) unread.push(title)
      says ||= title !== filledDown && (isUnread || text !== '')
    }
    return says ? [{ rowNo: head + n + 2, texts, unread }] : []
  })
  if (rows.length === 0) return { problem: noRows }
  if (rows.length > most) return { problem: `一次最多 ${most} 行，请分成几个文件` }
  return { titles, ignored: heads.filter((title) => title !== '' && !isKnown(title)), rows }
}

/** The head of a column, as the product writes it or a person does: 价格 *, 价格（元）. */
const headText = (cell: SheetCell): string =>
  String(cell ?? '')
    .replaceAll(/[\s*＊]/g, '')
    .replace(/[（(].*[）)]$/, '')

/** What stands in a cell, as text. */
function cellText(cell: SheetCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10)
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  // A sum that was worked out has digits behind the fen that nobody has typed.
  return (typeof cell === 'number' ? String(Number(cell.toFixed(6))) : cell).trim()
}
