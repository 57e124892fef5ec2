import { useState } from 'react'
import { useRecordPrices } from './hooks.ts'

/** An item whose price is another than when the record was begun, or that is not done any more. */
export interface PriceNews {
  before: string
  now: string
  off: boolean
}

/**
 * What became of the items of a record since the day of its visit and since this screen first saw them.
 * @param id of the record
 * @param enabled false: nobody writes here, so nobody is told
 */
export function usePriceNews(id: string, enabled: boolean): ReadonlyMap<string, PriceNews> {
  const prices = useRecordPrices(id, enabled).data ?? []
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const fresh = prices.filter(({ tariffId }) => !seen.has(tariffId))
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map(({ tariffId, price }) => [tariffId, price] as const)]))
  const news = new Map<string, PriceNews>()
  for (const { tariffId, price, priceThen, enabled: isOn } of prices) {
    const before = priceThen === price ? (seen.get(tariffId) ?? price) : priceThen
    if (before !== price || !isOn) news.set(tariffId, { before, now: price, off: !isOn })
  }
  return news
}
