import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allergiesFrom,
  allergiesHeld,
  allergyText,
  allergyWords,
  checkedAllergy,
  unitedAllergies,
  type AllergyEntry,
} from './allergy-list.ts'
import { checkDrugs } from './check.ts'
import type { DrugFacts } from './facts.ts'

const entry = (over: Partial<AllergyEntry> = {}): AllergyEntry => ({
  substance: '青霉素',
  class: null,
  kind: 'allergy',
  reaction: '',
  severity: 0,
  ended: null,
  ...over,
})
const over = { on: '2026-11-20', reason: '复查皮试阴性' }

describe('allergies in words', () => {
  it('says what, how bad and how it showed', () => {
    const list = [
      entry({ severity: 3, reaction: '过敏性休克' }),
      entry({ substance: '布洛芬', kind: 'adverse', reaction: '胃痛' }),
      entry({ substance: '碘', ended: over }),
      entry({ substance: '乳胶' }),
    ]
    expect(allergyText(list)).toBe('青霉素（重度，过敏性休克）、布洛芬（不良反应，胃痛）、乳胶')
  })

  it('reads a typed text: any separator, brackets kept together, twice named once', () => {
    expect(allergiesFrom('青霉素（中度、皮疹，瘙痒）, 头孢；头孢\n磺胺类。', [], '2026-11-20')).toEqual([
      entry({ severity: 0, reaction: '中度、皮疹，瘙痒' }),
      entry({ substance: '头孢' }),
      entry({ substance: '磺胺类' }),
    ])
  })

  it('words read again are the same list', () => {
    const word = fc.stringMatching(/^[a-z一-龥]{1,8}$/).filter((each) => !/过敏|对|轻度|中度|重度|不良反应/.test(each))
    const some = fc.record({
      substance: word,
      class: fc.constant(null),
      kind: fc.constantFrom('allergy' as const, 'adverse' as const),
      reaction: fc.oneof(fc.constant(''), word),
      severity: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      ended: fc.constant(null),
    })
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: (each) => each.substance, maxLength: 6 }), (list) => {
        expect(allergiesFrom(allergyText(list), [], '2026-11-20')).toEqual(list)
      }),
    )
  })

  it('a text that names an entry barely keeps all of it; one that leaves it out ends it', () => {
    const before = [entry({ class: 'penicillin', severity: 3 }), entry({ substance: '碘' })]
    expect(allergiesFrom('青霉素过敏、乳胶', before, '2026-11-20')).toEqual([
      before[0],
      entry({ substance: '乳胶' }),
      entry({ substance: '碘', ended: { on: '2026-11-20', reason: '档案中删去' } }),
    ])
  })

  it('a file without a list is what its words say; what ended stays ended', () => {
    expect(allergiesHeld(1, '青霉素、碘', [entry({ severity: 2 })]).map(allergyWords)).toEqual(['青霉素（中度）', '碘'])
    expect(allergiesHeld(0, '', [entry({ ended: over })])).toEqual([entry({ ended: over })])
    expect(allergiesHeld(2, '', [entry()])).toEqual([])
  })

  it('two lists: nothing is lost, the graver of two stands', () => {
    const one = [entry({ severity: 1, reaction: '皮疹' }), entry({ substance: '碘', ended: over })]
    const other = [entry({ severity: 3, class: 'penicillin', reaction: '休克' }), entry({ substance: '碘' })]
    expect(unitedAllergies(one, other)).toEqual([
      entry({ severity: 3, class: 'penicillin', reaction: '皮疹，休克' }),
      entry({ substance: '碘' }),
      entry({ substance: '碘', ended: over }),
    ])
  })
})

describe('allergies and drugs', () => {
  const facts = (...list: AllergyEntry[]): DrugFacts => ({
    today: '2026-11-20',
    age: 40,
    sex: 'male',
    weightKg: 70,
    pregnancy: { state: 'notPregnant' },
    lactating: false,
    diseases: ['高血压'],
    allergies: list.map(checkedAllergy),
    medicines: ['氨氯地平'],
    recent: [],
    items: [],
  })
  const amoxicillin = [{ drugId: 'amoxicillin', name: '阿莫西林', dailyMg: 1500 }]
  const ceftriaxone = [{ drugId: 'ceftriaxone', name: '头孢曲松', dailyMg: 1000 }]
  const found = (drugs: typeof amoxicillin, ...list: AllergyEntry[]) =>
    checkDrugs(drugs, facts(...list))
      .filter(({ ruleId }) => /allergy|cross/.test(ruleId))
      .map(({ severity, outcome }) => `${outcome} ${severity}`)

  it('an allergy blocks its class, an adverse reaction is a hint, one that ended is silent', () => {
    expect(found(amoxicillin, entry())).toEqual(['命中 阻断'])
    expect(found(amoxicillin, entry({ kind: 'adverse' }))).toEqual(['命中 提示'])
    expect(found(amoxicillin, entry({ ended: over }))).toEqual([])
  })

  it('a name that nobody can read blocks by its chosen class', () => {
    const own = entry({ substance: '某院自制消炎针', class: 'penicillin' })
    expect(found(amoxicillin, own)).toContain('命中 阻断')
    expect(found(amoxicillin, { ...own, class: null })).toEqual(['无法自动核对 提示'])
  })

  it('a shock says more of the cross group than a mild rash', () => {
    const severities = (each: AllergyEntry) =>
      checkDrugs(ceftriaxone, facts(each)).filter(({ datum }) => datum.startsWith('过敏史'))
    const shock = severities(entry({ reaction: '过敏性休克' }))
    expect(shock).toEqual(severities(entry({ severity: 3 })))
    expect(severities(entry({ severity: 1, reaction: '皮疹' }))).not.toEqual(shock)
  })
})
