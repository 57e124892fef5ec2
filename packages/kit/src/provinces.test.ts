import { expect, it } from 'vitest'
import { isMunicipality, postalAddress, PROVINCES } from './provinces.ts'

it('there are 34 of them, each once, of which six are cities themselves', () => {
  expect(new Set(PROVINCES).size).toBe(34)
  expect(PROVINCES.filter(isMunicipality)).toHaveLength(6)
})

it('an address names a municipality once', () => {
  expect(postalAddress({ province: '上海市', city: '上海市', district: '徐汇区', detail: '漕溪路 1 号' })).toBe(
    '上海市徐汇区漕溪路 1 号',
  )
  expect(postalAddress({ province: '浙江省', city: '杭州市', district: '', detail: '望湖路 118 号' })).toBe(
    '浙江省杭州市望湖路 118 号',
  )
})
