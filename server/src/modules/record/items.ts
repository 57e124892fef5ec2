import type { RecordContent } from '@dentin/contract'

/** What the price list says of an item that a treatment names. */
export interface ItemFacts {
  name: string
  isSurgery: boolean
  isImplant: boolean
  /** A step of a course (`courseSteps`); null: none. */
  course: number | null
}
/** By the item's id. */
export type ItemsOfText = ReadonlyMap<string, ItemFacts>

/** The items of a row of treatments. */
export const itemsOf = (
  { tariffs = [] }: Partial<Pick<RecordContent['treatments'][number], 'tariffs'>>,
  items: ItemsOfText,
): ItemFacts[] => tariffs.flatMap(({ tariffId }) => items.get(tariffId) ?? [])
