import { describe, expect, it } from 'vitest'
import drugs from './data/drugs.json' with { type: 'json' }
import { doseByWeight, doseInMg, readUsualDose, readWeightDose, strengthMg, totalQuantity } from './drug-dose.ts'

const of = (id: string) => {
  const found = drugs.items.find((each) => each.id === id)
  if (!found) throw new Error(id)
  return found
}

describe('the usual dose of adults, out of the words of the reference', () => {
  it.each([
    ['amoxicillin', 500, 1500],
    ['amox-clav', 1000, 2000],
    ['cefradine', 500, 2000],
    ['ceftriaxone', 2000, 2000],
    ['ampicillin', 1000, 4000],
    ['metronidazole', 400, 1200],
    ['azithromycin', 500, 500],
    ['fluconazole', 50, 50],
    ['aciclovir', 800, 4000],
    ['ibuprofen', 400, 1200],
    ['paracetamol', 600, 2000],
    ['diclofenac', 75, 150],
    ['celecoxib', 200, 400],
    ['prednisone', 30, 30],
    ['loxoprofen', 60, 180],
    ['aspirin', 600, 1800],
    ['tramadol', 100, 400],
  ])('%s: %d mg at once, %d mg a day', (id, singleMg, dailyMg) => {
    expect(readUsualDose(of(id).adultDose)).toEqual({ singleMg, dailyMg })
  })

  it('says nothing of drugs that are not counted in mg, nor of doses by weight', () => {
    for (const id of ['chlorhexidine', 'lidocaine-epi-inj', 'gelatin-sponge', 'nitrous-oxide'])
      expect(readUsualDose(of(id).adultDose), id).toEqual({ singleMg: null, dailyMg: null })
  })
})

describe('the dose of a child by weight', () => {
  it('mg/kg a day: × weight, divided, and never more than an adult takes', () => {
    const read = readWeightDose(of('amoxicillin').pediatricDose)
    expect(read).toEqual({ low: 20, high: 40, per: 'day', times: 3, maxPerKgDay: null, maxSingleMg: null })
    const adult = readUsualDose(of('amoxicillin').adultDose)
    expect(read && doseByWeight(read, 15, adult)).toEqual({
      singleMg: [100, 200],
      dailyMg: [300, 600],
      steps: ['20–40 mg/kg/日 × 15 kg = 300–600 mg', '分 3 次，每次 100–200 mg'],
    })
    expect(read && doseByWeight(read, 50, adult)).toEqual({
      singleMg: [333.3, 500],
      dailyMg: [1000, 1500],
      steps: ['20–40 mg/kg/日 × 50 kg = 1000–2000 mg', '不超过成人每日量 1500 mg', '分 3 次，每次 333.3–500 mg'],
    })
  })

  it('mg/kg a dose: so many times a day, within the most of a day', () => {
    const read = readWeightDose(of('ibuprofen').pediatricDose)
    expect(read).toEqual({ low: 5, high: 10, per: 'dose', times: 4, maxPerKgDay: 40, maxSingleMg: null })
    expect(read && doseByWeight(read, 20, readUsualDose(of('ibuprofen').adultDose))).toMatchObject({
      singleMg: [100, 200],
      dailyMg: [400, 800],
    })
    const paracetamol = readWeightDose(of('paracetamol').pediatricDose)
    expect(paracetamol?.times).toBe(4)
    expect(readWeightDose(of('cefuroxime-axetil').pediatricDose)?.maxSingleMg).toBe(250)
    expect(readWeightDose('10–15mg/kg q12h（最大每次0.25g）')?.times).toBe(2)
  })

  it('nothing where the words give no dose by weight', () => {
    for (const id of ['doxycycline', 'chlorhexidine', 'tinidazole', 'diazepam'])
      expect(readWeightDose(of(id).pediatricDose), id).toBeNull()
  })
})

describe('how much is handed out', () => {
  const line = { singleDose: 500, doseUnit: 'mg', frequency: 'q8h', days: 3, unit: '粒', spec: '0.25g' }
  it.each([
    [line, 18],
    [{ ...line, singleDose: 0.5, doseUnit: 'g' }, 18],
    [{ ...line, singleDose: 125 }, 5],
    [{ ...line, singleDose: 2, doseUnit: '粒' }, 18],
    [{ ...line, frequency: 'prn' }, null],
    [{ ...line, unit: '瓶' }, null],
    [{ ...line, singleDose: 10, doseUnit: 'ml', unit: 'ml', frequency: 'bid' }, 60],
    [{ ...line, spec: '0.1g；20mg' }, null],
    [{ ...line, frequency: 'st' }, 2],
  ])('%o', (given, total) => {
    expect(totalQuantity(given)).toBe(total)
  })

  it('reads a strength only where there is one', () => {
    expect([strengthMg('0.25g'), strengthMg('0.25g、0.5g'), strengthMg('5ml:25mg'), strengthMg('2%')]).toEqual([
      250,
      null,
      null,
      null,
    ])
    expect([doseInMg(2, '片', '0.2g'), doseInMg(10, 'ml', '2%')]).toEqual([400, null])
  })
})
