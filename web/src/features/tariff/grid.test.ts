import { describe, expect, it } from 'vitest'
import { cellValue, overNewest, overtakenRows, problemsOf, readCell, rowsToSend, withCell, type Edits } from './grid.ts'
import type { Price } from './hooks.ts'

const price = (more: Partial<Price> = {}): Price => ({
  id: 'a',
  code: 'XF01',
  name: '全瓷冠',
  shortName: '',
  pinyin: 'qcg',
  categoryId: 'c',
  categoryName: '修复 / 冠桥',
  unit: '颗',
  price: '2600.00',
  memberPrice: null,
  minPrice: null,
  priceMin: null,
  priceMax: null,
  costPrice: '900.00',
  labCost: null,
  durationMin: 60,
  toothRequired: true,
  toothCountPriced: true,
  canDiscount: true,
  canBonus: true,
  isGoods: false,
  isSurgery: false,
  isImplant: false,
  course: null,
  medicareCode: '',
  nationalCode: '',
  invoiceItem: null,
  executeRule: 1,
  performanceRule: 1,
  enabled: true,
  nextPrice: null,
  nextFrom: null,
  sortNo: 1,
  clinics: 0,
  version: 3,
  ...more,
})

describe('the grid of items', () => {
  it('keeps what was typed, and forgets a cell that is as it was', () => {
    const one = withCell({}, 'a', price(), 'price', '2800.00')
    expect(cellValue('price', price(), one.a)).toBe('2800.00')
    expect(withCell(one, 'a', price(), 'price', '2600.00')).toEqual({})
    const two = withCell(one, 'a', price(), 'priceMin', '2000.00')
    expect(withCell(two, 'a', price(), 'price', '2600.00').a?.values).toEqual({ priceMin: '2000.00' })
  })

  it('reads amounts and numbers as people type them, and leaves what is none to be refused', () => {
    expect(readCell('price', ' 2,680 元')).toBe('2680.00')
    expect(readCell('price', '12.345')).toBe('12.345')
    expect([readCell('price', ''), readCell('minPrice', ''), readCell('durationMin', '')]).toEqual(['', null, null])
    expect([readCell('durationMin', '45'), readCell('durationMin', '四十')]).toEqual([45, '四十'])
  })

  it('sends touched rows whole, with the version that was seen, and a day only for prices that changed', () => {
    let edits: Edits = withCell({}, 'a', price(), 'price', '2800.00')
    edits = withCell(edits, 'b', price({ id: 'b', version: 7 }), 'unit', '个')
    edits = withCell(edits, 'new-1', null, 'name', '新项目')
    const { keys, rows } = rowsToSend(edits, '2027-01-01', true)
    expect(keys).toEqual(['a', 'b', 'new-1'])
    expect(rows.map(({ id, version, effectiveFrom }) => [id, version, effectiveFrom])).toEqual([
      ['a', 3, '2027-01-01'],
      ['b', 7, null],
      [null, undefined, null],
    ])
    expect(rows[0]).toMatchObject({ price: '2800.00', name: '全瓷冠', costPrice: '900.00' })
    expect(rowsToSend(edits, null, false).rows[0]).not.toHaveProperty('costPrice')
  })

  it('lays refusals beside their cells', () => {
    const fields = [
      { field: 'rows.1.price', message: '价格不能低于最低价 20.00 元' },
      { field: 'rows.0.version', message: '全瓷冠已被陈敏于 11-26 09:00 改过' },
      { field: 'rows.1.effectiveFrom', message: '生效日期不能早于今天' },
    ]
    expect(problemsOf(['a', 'b'], fields)).toEqual({
      a: { version: '全瓷冠已被陈敏于 11-26 09:00 改过' },
      b: { price: '生效日期不能早于今天' },
    })
  })

  it('tells of rows that were changed meanwhile, and keeps what was typed over the newest', () => {
    const edits = withCell({}, 'a', price(), 'price', '2800.00')
    const newest = price({ version: 4, name: '改了名的冠' })
    expect(overtakenRows(edits, [newest]).map(({ id }) => id)).toEqual(['a'])
    const laid = overNewest(edits, 'a', newest)
    expect(overtakenRows(laid, [newest])).toEqual([])
    expect(cellValue('name', newest, laid.a)).toBe('改了名的冠')
    expect(rowsToSend(laid, null, true).rows[0]).toMatchObject({ version: 4, price: '2800.00', name: '改了名的冠' })
  })
})
