import { expect, it } from 'vitest'
import { laMax, laMix } from './anaesthetic.ts'
import { adrenalineReasons, anaestheticRisksIn, anaestheticWarnings, dosedAs, factorOf } from './anaesthetic-facts.ts'

const grown = { weightKg: 60, age: 40, asa: null, risks: [] }

it('reads a heart disease out of the file’s words and limits the adrenaline, not where it is denied', () => {
  expect(anaestheticRisksIn(['心脏病', '高血压'])).toEqual([{ risk: 'heart', said: '心脏病' }])
  expect(anaestheticRisksIn(['高血压，冠心病支架术后'])).toEqual([{ risk: 'heart', said: '冠心病支架术后' }])
  expect(anaestheticRisksIn(['否认心脏病、肝炎病史', '无高血压'])).toEqual([{ risk: 'liver', said: '肝炎病史' }])
  expect(anaestheticRisksIn(['否认心脏病，否认肝炎'])).toEqual([])
  expect(anaestheticRisksIn(['普萘洛尔 10mg 每日'])).toEqual([{ risk: 'betaBlocker', said: '普萘洛尔 10mg 每日' }])
  expect(adrenalineReasons({ risks: ['heart'] })).toEqual(['心血管病'])
  expect(adrenalineReasons({ asa: 3, risks: [] })).toEqual(['ASA Ⅲ 级及以上'])
  expect(adrenalineReasons({ asa: 2, risks: ['pregnant'] })).toEqual([])
})

it('halves articaine for the old alone, and takes 0.7 below six months', () => {
  expect(factorOf('articaine4_epi100k', { age: 65 }).factor).toBe(0.5)
  expect(factorOf('articaine4_epi100k', { age: 64 }).factor).toBe(1)
  expect(factorOf('lidocaine2_epi100k', { age: 80 }).factor).toBe(1)
  expect(factorOf('lidocaine2_plain', { age: 0, underSixMonths: true }).factor).toBe(0.7)
  const old = dosedAs({ ...grown, age: 70 }, 'standard')
  expect(laMax('articaine4_epi100k', old, 1.7)).toMatchObject({ maxMg: 210, cartridgesDisplay: 3 })
  // Each drug of a mixture has a factor of its own.
  const mixed = laMix(old, [
    { drug: 'articaine4_epi100k', ml: 2.625 },
    { drug: 'lidocaine2_plain', ml: 6.75 },
  ])
  expect(mixed.fractionUsed).toBeCloseTo(1, 6)
})

it('a person below eighteen has the limits of a child', () => {
  expect(laMax('articaine4_epi100k', dosedAs({ ...grown, age: 6, weightKg: 20 }, 'standard'), 1.7)).toMatchObject({
    maxMg: 100,
    maxMl: 2.5,
    cartridgesDisplay: 1.4,
  })
  expect(dosedAs({ ...grown, age: 17 }, 'standard').population).toBe('child')
  expect(dosedAs({ ...grown, age: 18 }, 'standard').population).toBe('adult')
})

it('says of a disease only what concerns the drug', () => {
  const ill = { ...grown, risks: ['methaemoglobinaemia', 'sulphite', 'pregnant'] as const }
  expect(anaestheticWarnings(['lidocaine2_plain'], ill)).toHaveLength(1)
  expect(anaestheticWarnings(['articaine4_epi100k'], ill)).toHaveLength(3)
  expect(anaestheticWarnings(['lidocaine2_plain'], { ...grown, weightKg: 121 })).toEqual([
    '体重超过 120 kg：按理想体重核对，绝对上限不变',
  ])
  expect(anaestheticWarnings(['lidocaine2_plain'], { ...grown, weightKg: 120 })).toEqual([])
})
