import { clinic } from '@dentin/contract/clinic'
import type { DictType } from '@dentin/contract/core/dictionaries'
import { useCall } from './query.ts'

/** What one of the house's dictionaries offers: its words, their entries, and the word that forms begin with ('' for none). */
export function useDict(typeCode: DictType) {
  const { data } = useCall(clinic.dictItems, { typeCode }, { staleTime: 5 * 60_000 })
  const items = data ?? []
  return {
    items,
    words: items.map(({ item }) => item),
    first: items.find(({ isDefault }) => isDefault)?.item ?? '',
    /** As choices, where a row keeps the entry's number. */
    numbers: items.map(({ itemCode, item }) => ({ value: Number(itemCode), label: item })),
  }
}
