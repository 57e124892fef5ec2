import { laMix } from '@dentin/clinical/anaesthetic'
import { dosedAs } from '@dentin/clinical/anaesthetic-facts'
import { expect, it } from 'vitest'
import { maxSteps, mixSteps, shown } from './formula.ts'

const texts = (steps: { label: string; text: string; decides?: boolean }[]) =>
  steps.map(({ label, text, decides }) => `${decides ? '*' : ''}${label} ${text}`)

it('S26: shows how 60 kg with a heart disease come to 4 ml of lidocaine, and that the adrenaline decides', () => {
  const who = { weightKg: 60, age: 50, asa: null, risks: ['heart'] as const }
  const { dose, steps } = maxSteps('lidocaine2_epi100k', who, dosedAs(who, 'standard'), 1.8)
  expect(dose).toMatchObject({ maxMl: 4, cartridgesDisplay: 2.2 })
  expect(texts(steps)).toEqual([
    '按体重 7 mg/kg × 60 kg = 420 mg',
    '绝对上限 500 mg',
    '换成体积 420 mg ÷ 20 mg/ml = 21 ml',
    '*肾上腺素 40 µg（心血管病） ÷ 10 µg/ml = 4 ml',
    '换成支数 4 ml ÷ 1.8 ml/支 = 2.2 支（舍去不足 0.1 支的）',
  ])
})

it('S26: a child of six years and 20 kg has 1.4 cartridges of articaine by its weight', () => {
  const who = { weightKg: 20, age: 6, asa: null, risks: [] }
  const { dose, steps } = maxSteps('articaine4_epi100k', who, dosedAs(who, 'standard'), 1.7)
  expect(dose).toMatchObject({ maxMg: 100, maxMl: 2.5, cartridgesDisplay: 1.4, limitedBy: 'mgPerKg' })
  expect(texts(steps)[0]).toBe('*按体重 5 mg/kg × 20 kg = 100 mg')
})

it('names the factor of the old', () => {
  const who = { weightKg: 60, age: 70, asa: null, risks: [] }
  const { steps } = maxSteps('articaine4_epi100k', who, dosedAs(who, 'standard'), 1.7)
  expect(texts(steps)).toContain('系数 420 mg × 0.5 = 210 mg（65 岁及以上，阿替卡因减半）')
})

it('the room for a next drug names the smaller of toxicity and adrenaline', () => {
  const who = { weightKg: 60, age: 40, asa: null, risks: [] }
  const patient = dosedAs(who, 'standard')
  const given = [{ drug: 'lidocaine2_epi100k', ml: 10.5 }]
  const next = { drug: 'articaine4_epi100k', cartridgeMl: 1.7 }
  const { used, room } = mixSteps(given, next.drug, who, patient, laMix(patient, given, next))
  expect(texts(used)).toEqual(['2% 利多卡因（肾上腺素 1:100000） 10.5 ml = 210 mg，上限 420 mg，占 50.0%'])
  expect(texts(room)).toEqual([
    '*按毒性累加 （1 − 50.0%）× 420 mg ÷ 40 mg/ml = 5.25 ml',
    '肾上腺素 （200 µg − 105 µg）÷ 10 µg/ml = 9.5 ml',
  ])
})

it('rounds down for reading, never up', () => {
  expect([shown(2.999), shown(2.2), shown(0.1 + 0.2), shown(299.376)]).toEqual(['2.99', '2.2', '0.3', '299.37'])
})
