import type { PerioTreatment } from '@dentin/contract/perio'

/** What a price list may offer: the treatments of a chart, and the maintenance of implants. */
export type Offered = PerioTreatment | 'implant'

/** By which words a treatment is offered; the first of them names it best. */
const NAMED: Readonly<Record<Offered, readonly RegExp[]>> = {
  scaling: [/龈上洁治|超声洁治/, /洁治|洁牙|洗牙/],
  debridement: [/龈下刮治/, /刮治/],
  rootPlaning: [/根面平整/],
  surgery: [/牙周翻瓣|牙周手术/, /翻瓣/],
  implant: [/种植体?(?:周|周围)?(?:维护|保养)/, /种植.*(?:维护|保养|洁治|洁牙)/],
}
/** Words of somebody or something else: an implant, a child, an extraction, part of another treatment. */
const OTHER = /种植|儿童|小儿|乳牙|正畸|孕|宠物|义齿|拔|根尖|植骨|冠延长|美白|喷砂|抛光|套餐|卡/
/** Short of the whole: a tooth, a quarter, half a mouth. */
const PART = /局部|半口|单颌|1\/4|1\/2/

/** How well a name of the price list says a treatment: the greater the better; null: it says another. */
function fitOf(what: Offered, name: string): number | null {
  const place = NAMED[what].findIndex((words) => words.test(name))
  if (place < 0) return null
  const others = Object.entries(NAMED).filter(
    ([key, list]) => key !== what && key !== 'implant' && list.some((words) => words.test(name)),
  ).length
  const strange = what === 'implant' ? 0 : (name.match(new RegExp(OTHER, 'g'))?.length ?? 0)
  return -100 * place - 40 * strange - 20 * others - (PART.test(name) ? 10 : 0) - name.length
}

/** The item of the price list whose name says a treatment best; of equals the first. */
export function bestItem<Item extends { name: string }>(what: Offered, items: readonly Item[]): Item | null {
  const fitting = items.flatMap((item) => {
    const fit = fitOf(what, item.name)
    // An item for implants is none for teeth.
    return fit === null || (what !== 'implant' && item.name.includes('种植')) ? [] : [{ item, fit }]
  })
  return fitting.toSorted((a, b) => b.fit - a.fit)[0]?.item ?? null
}
