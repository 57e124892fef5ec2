import { describe, expect, it } from 'vitest'
import { anaestheticProblems, estimateWeight, laMax, laMix } from './anaesthetic.ts'
import { anaesthetics } from './anaesthetic-data.ts'

describe('S26 anaesthetics', () => {
  it('six years, 20 kg, articaine: 100 mg, 2.5 ml, 1.4 cartridges', () => {
    const child = laMax('articaine4_epi100k', { population: 'child', weightKg: 20, age: 6 }, 1.7)
    expect(child).toMatchObject({ maxMg: 100, maxMl: 2.5, cartridgesDisplay: 1.4 })
  })
  it('60 kg with a heart disease, lidocaine: 420 mg would be 21 ml, adrenaline allows 4 ml, 2.2 cartridges', () => {
    const plainly = 7 * 60
    expect([plainly, plainly / 20]).toEqual([420, 21])
    const dose = laMax('lidocaine2_epi100k', { population: 'adult', weightKg: 60, cardiac: true }, 1.8)
    expect(dose).toMatchObject({ maxMl: 4, cartridgesDisplay: 2.2, limitedBy: 'vasoconstrictor', adrenalineUg: 40 })
  })
})

describe('doses', () => {
  it('rise with weight up to the cap, and never above it', () => {
    for (const { id, standard } of anaesthetics) {
      const at = (weightKg: number) => laMax(id, { population: 'adult', weightKg, age: 30 }, 1.8)
      const [light, heavy] = [at(40), at(250)]
      if (!light.allowed || !heavy.allowed) throw new Error(id)
      expect(light.maxMg, id).toBeLessThanOrEqual(heavy.maxMg)
      expect(heavy.maxMg, id).toBeLessThanOrEqual(standard.maxMg)
      expect(heavy.adrenalineUg, id).toBeLessThanOrEqual(200 + 1e-9)
    }
  })
  it('a child whose age is not known gets no drug with a lowest age', () => {
    const unknown = { population: 'child', weightKg: 20 } as const
    expect(laMax('articaine4_epi100k', unknown, 1.7)).toEqual({ allowed: false, reason: 'minAge' })
    expect(laMax('lidocaine2_plain', unknown, 1.8).allowed).toBe(true)
    const next = { drug: 'articaine4_epi100k', cartridgeMl: 1.7 }
    expect(laMix(unknown, [], next).nextMaxMl).toBe(0)
    const mixed = laMix({ ...unknown, age: 3 }, [{ drug: 'articaine4_epi100k', ml: 0.1 }])
    expect([mixed.withinFraction, mixed.withinLowestMax]).toEqual([false, false])
  })
  it('nothing given leaves all the room, and a full dose none', () => {
    const patient = { population: 'adult', weightKg: 60 } as const
    const next = { drug: 'lidocaine2_plain', cartridgeMl: 1.8 }
    expect(laMix(patient, [], next)).toMatchObject({ fractionUsed: 0, nextMaxMl: 13.5 })
    expect(laMix(patient, [{ drug: 'lidocaine2_plain', ml: 13.5 }], next)).toMatchObject({
      withinFraction: true,
      nextMaxMl: 0,
      nextCartridgesDisplay: 0,
    })
  })
  it('numbers that nobody has are refused in Chinese', () => {
    expect(anaestheticProblems({ weightKg: 60, age: 30, ml: [1.7] })).toEqual([])
    expect(anaestheticProblems({ weightKg: null })).toEqual([{ field: 'weightKg', message: '请填体重' }])
    for (const weightKg of [0, -1, 251, Number.NaN])
      expect(anaestheticProblems({ weightKg })).toEqual([{ field: 'weightKg', message: '体重应大于 0，不超过 250 kg' }])
    expect(anaestheticProblems({ weightKg: 60, age: -1, ml: [1, -1] })).toEqual([
      { field: 'age', message: '年龄应在 0 到 120 之间' },
      { field: 'ml.1', message: '用量应在 0 到 50 ml 之间' },
    ])
  })
  it('a weight is guessed from one year to twelve only', () => {
    expect([estimateWeight(0), estimateWeight(1), estimateWeight(12), estimateWeight(13)]).toEqual([
      null,
      10,
      39.5,
      null,
    ])
  })
})
