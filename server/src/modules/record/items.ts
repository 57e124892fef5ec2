import type { RecordContent } from '@dentin/contract'
import { outcomeOfItem, type PlanOutcome } from '@dentin/clinical/plan-marks'

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

/** The steps of a root canal (`courseSteps`). */
const ROOT_CANAL: ReadonlySet<number> = new Set([1, 2])

/** What an item is: as the price list says, and only where that says nothing by its name. */
export function natureOf({
  name,
  isImplant,
  course,
}: Pick<ItemFacts, 'name' | 'isImplant' | 'course'>): PlanOutcome | null {
  if (isImplant) return 'implant'
  if (course === null) return outcomeOfItem(name)
  return ROOT_CANAL.has(course) ? 'rct' : null
}

/** What of a visit a patient's medicines may speak against. */
export type Operation = 'extraction' | 'implant' | 'surgery'
const WORDS: readonly (readonly [RegExp, Operation])[] = [
  [/拔牙|拔除/, 'extraction'],
  [/种植/, 'implant'],
  [/手术|切开|翻瓣/, 'surgery'],
]

/** The operations of a text. A row that names items is what they are; of the rest the words say it. */
export function operationsIn({ treatments }: Pick<RecordContent, 'treatments'>, items: ItemsOfText): Operation[] {
  const found = treatments.flatMap((row): Operation[] => {
    const named = itemsOf(row, items)
    if (named.length === 0) return WORDS.flatMap(([words, operation]) => (words.test(row.content) ? [operation] : []))
    return named.flatMap((item): Operation[] => {
      const nature = natureOf(item)
      const what = nature === 'extraction' || nature === 'implant' ? [nature] : []
      return item.isSurgery ? [...what, 'surgery'] : what
    })
  })
  return [...new Set(found)]
}
