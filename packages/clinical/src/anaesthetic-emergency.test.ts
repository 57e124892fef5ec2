import { expect, it } from 'vitest'
import { emergencyTexts } from './anaesthetic-emergency.ts'

const steps = (id: string, weightKg: number | null, age: number | null) =>
  emergencyTexts({ weightKg, age }).find((each) => each.id === id)?.steps ?? []

it('lipid goes by weight up to 70 kg, and in fixed amounts above', () => {
  expect(steps('lipid', 60, 40).slice(1)).toEqual([
    '20% 脂肪乳先推 90 ml，2–3 分钟推完（1.5 ml/kg × 60 kg）',
    '再以 15 ml/min 输注（0.25 ml/kg/min × 60 kg）',
    '总量不超过 720 ml（12 ml/kg）',
  ])
  expect(steps('lipid', 70, 40)[1]).toContain('先推 105 ml')
  expect(steps('lipid', 80, 40).slice(1)).toEqual([
    '20% 脂肪乳先推 100 ml，2–3 分钟推完（体重 70 kg 以上）',
    '再以 200–250 ml 于 15–20 分钟输完',
    '总量不超过 960 ml（12 ml/kg）',
  ])
  expect(steps('lipid', null, null).join()).toContain('1.5 ml/kg')
})

it('adrenaline for anaphylaxis: 0.01 mg/kg, a child no more than 0.3 mg, an adult than 0.5 mg', () => {
  const dose = (weightKg: number, age: number | null) =>
    /肾上腺素 ([\d.]+) mg/.exec(steps('anaphylaxis', weightKg, age)[1] ?? '')?.[1]
  expect([dose(20, 6), dose(45, 12), dose(45, 30), dose(80, 30), dose(80, null)]).toEqual([
    '0.2',
    '0.3',
    '0.45',
    '0.5',
    '0.5',
  ])
  expect(steps('anaphylaxis', null, null)[1]).toContain('0.01 mg/kg')
})

it('reversal by phentolamine has a limit for each age and weight, and none below', () => {
  const limit = (weightKg: number | null, age: number | null) => steps('reversal', weightKg, age).slice(1)
  expect(limit(60, 30)).toEqual(['成人最多 0.8 mg'])
  expect(limit(20, 6)).toEqual(['满 3 岁、体重 15–30 kg 最多 0.2 mg'])
  expect(limit(35, 10)).toEqual(['不满 12 岁、体重 30 kg 以上最多 0.4 mg'])
  expect(limit(14, 3)).toEqual(['不满 3 岁或体重不足 15 kg：不用'])
  expect(limit(16, 2)).toEqual(['不满 3 岁或体重不足 15 kg：不用'])
  expect(limit(null, null)).toHaveLength(3)
})
