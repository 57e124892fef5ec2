import { expect, it } from 'vitest'
import { citiesOf, cityIn } from './cities.ts'
import { isMunicipality, PROVINCES } from './provinces.ts'

it('every province has its cities, a municipality only itself', () => {
  for (const province of PROVINCES) {
    const cities = citiesOf(province)
    expect(new Set(cities).size, province).toBe(cities.length)
    if (isMunicipality(province)) expect(cities).toEqual([province])
    else expect(cities.length, province).toBeGreaterThan(4)
  }
  expect(citiesOf('浙江')).toEqual([])
})

it('choosing a province keeps a city that lies in it and takes the one that stands alone', () => {
  expect(cityIn('浙江省', '杭州市')).toBe('杭州市')
  expect(cityIn('江苏省', '杭州市')).toBe('')
  expect(cityIn('上海市', '杭州市')).toBe('上海市')
  expect(cityIn('', '杭州市')).toBe('杭州市')
})
