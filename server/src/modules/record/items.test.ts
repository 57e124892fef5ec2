import { describe, expect, it } from 'vitest'
import { operationsIn, type ItemFacts } from './items.ts'

const item = (name: string, more: Partial<ItemFacts> = {}): [string, ItemFacts] => [
  name,
  { name, isSurgery: false, isImplant: false, course: null, ...more },
]
const priceList = new Map([
  item('微创拔牙', { isSurgery: true }),
  item('进口种植体植入', { isImplant: true, isSurgery: true }),
  item('Ⅰ期手术包', { isImplant: true }),
  item('翻瓣术', { isSurgery: true }),
  item('根管预备', { course: 1 }),
  item('拔除评估咨询'),
])
const row = (content: string, ...names: string[]) => ({
  teeth: '36',
  content,
  tariffs: names.map((tariffId) => ({ tariffId, qty: 1 })),
})
const operations = (...treatments: ReturnType<typeof row>[]) => operationsIn({ treatments } as never, priceList)

describe('operations of a visit that a medicine may speak against', () => {
  it('are what the items are, whatever the words say', () => {
    expect(operations(row('局麻下完成', '微创拔牙'))).toEqual(['extraction', 'surgery'])
    expect(operations(row('扩孔，植入', '进口种植体植入'))).toEqual(['implant', 'surgery'])
    expect(operations(row('打开', 'Ⅰ期手术包'))).toEqual(['implant'])
    expect(operations(row('切口缝合', '翻瓣术'))).toEqual(['surgery'])
  })
  it('stay silent where the words speak of one and the item is another', () => {
    expect(operations(row('暂不拔除，先做根管；种植方案已告知', '根管预备'))).toEqual([])
    expect(operations(row('评估 36 拔除风险', '拔除评估咨询'))).toEqual([])
  })
  it('go by the words of a row that names no item, each once', () => {
    expect(operations(row('局麻下拔除 36'), row('拔除 37', '微创拔牙'))).toEqual(['extraction', 'surgery'])
    expect(operations(row('洁治'))).toEqual([])
  })
})
