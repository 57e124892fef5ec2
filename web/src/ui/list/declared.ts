import type { Resource } from '@dentin/contract'
import type { AnyCall, Call, WireInput } from '@dentin/contract/core/call'
import type { ListFact, ListField } from '@dentin/contract/core/setting-list'
import { priceText } from '@dentin/kit/money'
import type { z } from 'zod'

/** What every entry of a list has besides its own fields. */
export type Entry = Record<string, unknown> & { id: string; sortNo: number; enabled: boolean; version: number }

/** A list as the contract declares it (`settingList`), as far as a screen is concerned. */
export interface Declaration<Row extends Entry, Save extends AnyCall> {
  noun: string
  fields: Readonly<Record<string, ListField>>
  facts: Readonly<Record<string, ListFact>>
  edit: Resource
  calls: {
    list: Call<{}, {}, {}, z.ZodType<unknown, readonly Row[]>>
    save: Save
    sort: AnyCall
    sheet: AnyCall & { answer: 'file' }
  }
}

/** An entry as it is saved: the one that stands there, or a new one. Answer and body are made of the same fields. */
export function entryOf<Row extends Entry, Save extends AnyCall>(
  { fields }: Declaration<Row, Save>,
  row: Row | null,
  more: Readonly<Record<string, unknown>> = {},
): Partial<WireInput<Save>> {
  const begun: Partial<WireInput<Save>> = {}
  const values = Object.fromEntries(Object.entries(fields).map(([key, { blank }]) => [key, row ? row[key] : blank]))
  return Object.assign(
    begun,
    values,
    { id: row?.id ?? null, version: row?.version, enabled: row?.enabled ?? true },
    more,
  )
}

/** A value of an entry in words; '' when there is nothing to say. */
export function wordsOf(
  { label, words, edit, cell }: Pick<ListField, 'label' | 'words' | 'edit' | 'cell'>,
  value: unknown,
): string {
  if (typeof value === 'boolean') return value ? label : ''
  if (typeof value === 'number') {
    const unit = cell?.unit ?? edit?.unit
    return words ? (words[value] ?? '') : unit ? `${value} ${unit}` : String(value)
  }
  if (Array.isArray(value)) return value.join('、')
  if (typeof value !== 'string') return ''
  return edit?.as === 'money' ? priceText(value) : value
}
