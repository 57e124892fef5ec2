import { tariffFields, tariffKeys, type TariffField, type TariffKey } from '@dentin/contract/tariff-fields'
import { fenToYuan, yuanToFen } from '@dentin/kit/money'
import type { Price, PriceRow } from './hooks.ts'

// What is typed into the grid of items: kept by row as what differs from what the server said when the row was first touched.

export type CellValue = string | number | boolean | null
export interface Edit {
  /** As the server had it when it was touched; null: a new item. */
  base: Price | null
  values: Partial<Record<TariffKey, CellValue>>
}
/** What is typed, by the id of the item, or by a key of its own for a new one. */
export type Edits = Readonly<Record<string, Edit>>
/** Words beside cells, by row and field; `version` is about the whole row. */
export type Problems = Readonly<Record<string, Readonly<Record<string, string>>>>

export const fieldOf = (key: TariffKey): TariffField => tariffFields[key]

/** What a cell holds: as it was typed, else as the server has it, else what a new item begins with. */
export function cellValue(key: TariffKey, base: Price | null, edit: Edit | undefined): CellValue {
  const typed = edit?.values[key]
  if (typed !== undefined) return typed
  const from = edit?.base ?? base
  return (from ? from[key] : (fieldOf(key).blank ?? null)) as CellValue
}

/** The edits with one more cell; a cell that is as it was is none, and a row without any neither. */
export function withCell(edits: Edits, row: string, base: Price | null, key: TariffKey, value: CellValue): Edits {
  const edit = edits[row] ?? { base, values: {} }
  const values = { ...edit.values, [key]: value }
  if (edit.base && (edit.base[key] ?? null) === value) delete values[key]
  const { [row]: _before, ...others } = edits
  return edit.base && Object.keys(values).length === 0 ? others : { ...edits, [row]: { ...edit, values } }
}

/** The edits without a row. */
export function withoutRow(edits: Edits, row: string): Edits {
  const { [row]: _gone, ...others } = edits
  return others
}

/** The edits of a row laid over what somebody else has made of it meanwhile. */
export const overNewest = (edits: Edits, row: string, newest: Price): Edits => {
  const edit = edits[row]
  return edit ? { ...edits, [row]: { ...edit, base: newest } } : edits
}

/** What a text means in a cell; null where a number or an amount is emptied. */
export function readCell(key: TariffKey, text: string): CellValue {
  const { kind } = fieldOf(key)
  const plain = text.trim()
  if (kind === 'money') {
    const amount = plain.replaceAll(/[,，¥￥元\s]/g, '')
    if (amount === '') return key === 'price' ? '' : null
    return /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? fenToYuan(yuanToFen(amount)) : amount
  }
  if (kind === 'number') return plain === '' ? null : /^\d+$/.test(plain) ? Number(plain) : plain
  if (kind === 'words') return plain === '' ? null : Number(plain)
  return plain
}

/** The rows that are sent, in the order of their keys. @param from from when changed prices count; null: at once */
export function rowsToSend(edits: Edits, from: string | null, withCost: boolean): { keys: string[]; rows: PriceRow[] } {
  const keys = Object.keys(edits)
  const rows = keys.map((row) => {
    const edit = edits[row]
    const base = edit?.base ?? null
    const fields = tariffKeys
      .filter((key) => withCost || !fieldOf(key).cost)
      .map((key) => [key, cellValue(key, base, edit)])
    const isRepriced = base !== null && edit?.values.price !== undefined
    return {
      ...(Object.fromEntries(fields) as unknown as PriceRow),
      id: base?.id ?? null,
      ...(base && { version: base.version }),
      effectiveFrom: isRepriced ? from : null,
    }
  })
  return { keys, rows }
}

/** Refusals of a save beside the cells that they are about: `rows.3.price` of the fourth row that was sent. */
export function problemsOf(keys: readonly string[], fields: readonly { field: string; message: string }[]): Problems {
  const found: Record<string, Record<string, string>> = {}
  for (const { field, message } of fields) {
    const [, at = '', key = 'version'] = /^rows\.(\d+)(?:\.(\w+))?/.exec(field) ?? []
    const row = keys[Number(at)]
    if (at !== '' && row) found[row] = { ...found[row], [key === 'effectiveFrom' ? 'price' : key]: message }
  }
  return found
}

/** Rows that somebody else has changed since they were touched. */
export const overtakenRows = (edits: Edits, rows: readonly Price[]): Price[] =>
  rows.filter((row) => {
    const base = edits[row.id]?.base
    return base != null && base.version !== row.version
  })
