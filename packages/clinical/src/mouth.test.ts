import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chartProblems, foldMouth, newChartProblem, type ChartEntry, type MouthMoment } from './mouth.ts'
import { teeth } from './teeth.ts'
import { toothCondition, toothConditions, toothMarkStatuses, type ToothMark } from './tooth-conditions.ts'

const DAY = 86_400_000
let serial = 0
/** `'36 caries MO 深'`, `'35 missing/planned'`, `'S11 caries'`: what a visit on a day says, signed at once. */
function said(day: number, text: string, more: Partial<ChartEntry> = {}): ChartEntry {
  const [tooth = '', what = '', ...rest] = text.split(' ')
  const [condition = '', status = 'present'] = what.split('/')
  const surfaces = rest.find((each) => /^[MDBLOIC]+$/.test(each)) ?? ''
  const detail = rest.find((each) => !/^[MDBLOIC]+$/.test(each)) ?? ''
  serial += 1
  return {
    id: `e${serial}`,
    tooth,
    surfaces,
    detail,
    condition: condition as ChartEntry['condition'],
    status: status as ChartEntry['status'],
    groupId: null,
    recordId: `r${day}`,
    visitAt: day * DAY,
    signedAt: day * DAY,
    place: serial,
    knownFrom: day * DAY,
    knownTo: null,
    ...more,
  }
}

/** What stands, as it was said; what is covered in brackets, what is only watched with a mark. */
function mouth(entries: ChartEntry[], moment?: MouthMoment): string[] {
  return [...foldMouth(entries, moment).teeth.values()].flat().map(({ entry, surfaces, hidden, watched }) => {
    const plan = entry.status === 'planned' || entry.status === 'inProgress' ? `/${entry.status}` : ''
    const words = [entry.tooth, `${entry.condition}${plan}`, surfaces, entry.detail].filter(Boolean).join(' ')
    return hidden ? `(${words})` : watched ? `${words} 观察中` : words
  })
}
const after = (...texts: string[]) => mouth(texts.map((text, day) => said(day, text)))

describe('what ends what', () => {
  test.each<[rule: string, said: string[], stands: string[]]>([
    ['1 done work ends the plan of the same work', ['36 filling/planned MO', '36 filling MO'], ['36 filling MO']],
    [
      '1 and nothing else of the plan',
      ['36 filling/planned MO', '36 crown/planned', '36 filling MO'],
      ['36 crown/planned', '36 filling MO'],
    ],
    ['1 not on other surfaces', ['36 filling/planned B', '36 filling MO'], ['36 filling/planned B', '36 filling MO']],
    ['1 also where the plan has a name of its own', ['46 rct_needed', '46 rct'], ['46 rct']],
    ['4 a cyst is watched after the root filling as any lesion', ['46 cyst', '46 rct'], ['46 cyst 观察中', '46 rct']],
    ['5 a tooth lost early takes its findings along', ['75 caries O', '75 lost_early'], ['75 lost_early']],
    [
      '5 and keeps the plan to close its gap',
      ['15 space_closed/planned', '15 filling/planned O', '15 missing'],
      ['15 space_closed/planned', '15 missing'],
    ],
    ['5 a splint goes on without one of its teeth', ['31 splint', '31 missing'], ['31 splint', '31 missing']],
    [
      '6 an implant stands where a tooth was lost early',
      ['15 lost_early', '15 implant'],
      ['(15 lost_early)', '15 implant'],
    ],
    ['2 a filling ends the caries it covers', ['36 caries O', '36 filling O'], ['36 filling O']],
    ['2 and leaves the rest', ['36 caries MOD', '36 filling O'], ['36 caries MD', '36 filling O']],
    ['2 on M it does nothing to O', ['36 caries O', '36 filling M'], ['36 caries O', '36 filling M']],
    [
      '2 a newer filling takes the place of the older',
      ['36 filling MO 银汞', '36 filling O 树脂'],
      ['36 filling M 银汞', '36 filling O 树脂'],
    ],
    ['2 a crack stays', ['36 crack O', '36 filling O'], ['36 crack O', '36 filling O']],
    ['3 a crown hides what is under it', ['36 filling O', '36 crown'], ['(36 filling O)', '36 crown']],
    ['3 taken off, it shows again', ['36 filling O', '36 crown', '36 crown/removed'], ['36 filling O']],
    [
      '3 a new crown ends the former and a temporary one',
      ['36 temporary_crown', '36 crown 金属', '36 crown 全瓷'],
      ['36 crown 全瓷'],
    ],
    ['3 what is found on a crowned root shows', ['36 crown', '36 periapical'], ['36 crown', '36 periapical']],
    ['4 a root filling ends pulpitis', ['26 pulpitis', '26 rct'], ['26 rct']],
    ['4 and the lesion stays, watched', ['26 periapical', '26 rct'], ['26 periapical 观察中', '26 rct']],
    ['4 until it is said to be gone', ['26 periapical', '26 rct', '26 periapical/removed'], ['26 rct']],
    [
      '5 an extraction ends findings, restorations and plans for the tooth',
      ['18 caries O', '18 filling B', '18 rct/planned', '18 extract_planned', '18 missing'],
      ['18 missing'],
    ],
    [
      '5 and keeps the plans for the gap',
      ['36 implant/planned', '36 removable/planned', '36 pontic/planned', '36 space_maintainer/planned', '36 missing'],
      ['36 implant/planned', '36 removable/planned', '36 pontic/planned', '36 space_maintainer/planned', '36 missing'],
    ],
    [
      '6 an implant stands in the place of a missing tooth',
      ['36 missing', '36 implant'],
      ['(36 missing)', '36 implant'],
    ],
    ['6 explanted, the tooth is missing again', ['36 missing', '36 implant', '36 implant/removed'], ['36 missing']],
    [
      '6 explanted, a tooth that nobody had charted as missing is missing too',
      ['36 implant', '36 implant/removed'],
      ['36 missing'],
    ],
    [
      '6 what stood on the implant goes with it, the plan of another stays',
      ['36 implant', '36 implant_abutment', '36 crown', '36 pontic/planned', '36 implant/removed'],
      ['36 pontic/planned', '36 missing'],
    ],
    [
      '6 a plan that is dropped leaves no gap',
      ['36 caries O', '36 implant/planned', '36 implant/removed'],
      ['36 caries O'],
    ],
    [
      '6 the planned implant is done',
      ['36 missing', '36 implant/planned', '36 implant'],
      ['(36 missing)', '36 implant'],
    ],
    ['7 sound ends findings, never restorations', ['16 caries O', '16 filling B', '16 sound'], ['16 filling B']],
    ['7 nor plans', ['16 crown/planned', '16 sound'], ['16 crown/planned']],
    [
      'a tooth that was never laid down stands in nobody’s way but its own',
      ['12 caries M', '12 congenitally_missing', '12 implant/planned'],
      ['12 congenitally_missing', '12 implant/planned'],
    ],
    ['and is not one that was taken out', ['12 missing', '12 congenitally_missing'], ['12 congenitally_missing']],
    [
      'an implant stands in its place',
      ['12 congenitally_missing', '12 implant'],
      ['(12 congenitally_missing)', '12 implant'],
    ],
    ...['missing', 'lost_early', 'congenitally_missing', 'implant', 'pontic'].flatMap(
      (state): [string, string[], string[]][] => [
        [`${state} carries no surface state`, [`36 ${state}`, '36 caries O', '36 filling M'], [`36 ${state}`]],
        [`${state} ends what was on surfaces`, ['36 caries O', '36 filling M', `36 ${state}`], [`36 ${state}`]],
      ],
    ),
    ['what is unerupted has no surfaces', ['48 caries O', '48 unerupted'], ['48 unerupted']],
    ['it may have plans', ['36 unerupted', '36 sealant/planned O'], ['36 unerupted', '36 sealant/planned O']],
    ['what a later visit finds on it says that it came through', ['48 unerupted', '48 caries O'], ['48 caries O']],
    ['a sound tooth has come through', ['48 erupting', '48 sound'], []],
    ['grades take each other’s place', ['31 mobility1', '31 mobility3', '31 mobility2'], ['31 mobility2']],
    ['a tooth erupts', ['48 unerupted', '48 erupting'], ['48 erupting']],
    ['what is said again stays as old as it is', ['36 caries O 中', '36 caries O 中'], ['36 caries O 中']],
    ['a deeper caries takes the place of the shallow one', ['36 caries O 浅', '36 caries MO 深'], ['36 caries MO 深']],
    [
      'a supernumerary tooth carries its own',
      ['S11 supernumerary', 'S11 caries O', '11 caries M'],
      ['S11 supernumerary', 'S11 caries O', '11 caries M'],
    ],
    ['a plan goes on and is done', ['36 rct/planned', '36 rct/inProgress', '36 rct/completed'], ['36 rct']],
    ['elsewhere or here, a crown is a crown', ['36 crown/external 全瓷', '36 crown 全瓷'], ['36 crown 全瓷']],
  ])('%s', (_rule, texts, stands) => {
    expect(after(...texts)).toEqual(stands)
  })

  test('8 a removal ends a whole group, and only that one', () => {
    const bridge = { groupId: 'b1' }
    const made = [
      said(0, '46 missing'),
      said(1, '45 bridge_abutment', bridge),
      said(1, '46 pontic', bridge),
      said(1, '47 bridge_abutment', bridge),
      said(1, '15 bridge_abutment', { groupId: 'b2' }),
    ]
    expect(mouth(made)).toEqual([
      '(46 missing)',
      '46 pontic',
      '45 bridge_abutment',
      '47 bridge_abutment',
      '15 bridge_abutment',
    ])
    expect(mouth([...made, said(2, '45 bridge_abutment/removed', bridge)])).toEqual([
      '46 missing',
      '15 bridge_abutment',
    ])
  })

  test('8 where a pontic was is a gap, unless a root is still there', () => {
    const bridge = { groupId: 'b1' }
    const made = [
      said(1, '45 bridge_abutment', bridge),
      said(1, '46 pontic', bridge),
      said(1, '47 bridge_abutment', bridge),
    ]
    const off = said(2, '45 bridge_abutment/removed', bridge)
    expect(mouth([...made, off])).toEqual(['46 missing'])
    expect(mouth([...made, off], { at: 1 * DAY })).toContain('46 pontic')
    expect(mouth([...made, off, said(3, '46 implant')])).toEqual(['(46 missing)', '46 implant'])
    expect(mouth([said(0, '46 residual_root'), ...made, off])).toEqual(['46 residual_root'])
  })

  test('9 a visit that is signed late ends nothing that later visits found', () => {
    const late = said(1, '36 filling O', { signedAt: 9 * DAY, knownFrom: 9 * DAY })
    expect(mouth([said(2, '36 secondary_caries O'), late])).toEqual(['36 filling O', '36 secondary_caries O'])
    expect(mouth([said(5, '36 crown'), said(1, '36 sound', { signedAt: 9 * DAY })])).toEqual(['36 crown'])
  })

  test('two visits of one day act in their order', () => {
    const morning = said(0, '36 caries O', { visitAt: 1 })
    const evening = said(0, '36 filling O', { visitAt: 2 })
    expect(mouth([evening, morning])).toEqual(['36 filling O'])
  })
})

describe('amended and deleted records', () => {
  const caries = said(0, '36 caries O')
  /** Signed on day 1, taken back by an amendment of day 5. */
  const filling = said(1, '36 filling O', { knownTo: 5 * DAY })

  test('the caries is there again when the filling is amended away', () => {
    expect(mouth([caries, filling])).toEqual(['36 caries O'])
  })

  test('as it was, and as was then known, are two questions', () => {
    const entries = [caries, filling]
    expect(mouth(entries, { at: 2 * DAY }), 'with what is known today').toEqual(['36 caries O'])
    expect(mouth(entries, { at: 2 * DAY, knownAt: 2 * DAY }), 'as the doctor saw it then').toEqual(['36 filling O'])
    expect(mouth(entries, { at: 0, knownAt: 2 * DAY })).toEqual(['36 caries O'])
    expect(mouth(entries, { knownAt: 5 * DAY })).toEqual(['36 caries O'])
  })

  test('what was signed late was not known before', () => {
    const late = said(1, '36 crown', { signedAt: 9 * DAY, knownFrom: 9 * DAY })
    expect(mouth([late], { at: 3 * DAY })).toEqual(['36 crown'])
    expect(mouth([late], { at: 3 * DAY, knownAt: 3 * DAY })).toEqual([])
  })
})

const anyEntry = fc.record({
  id: fc.uuid(),
  tooth: fc.constantFrom(...teeth.slice(0, 6).map(({ fdi }) => fdi), 'S11'),
  surfaces: fc.constantFrom('', 'O', 'MO', 'MOD', 'B'),
  condition: fc.constantFrom(...toothConditions.map(({ id }) => id)),
  status: fc.constantFrom(...toothMarkStatuses.map(({ id }) => id)),
  detail: fc.constantFrom('', '深'),
  groupId: fc.constantFrom(null, 'g1'),
  recordId: fc.constantFrom('r1', 'r2', 'r3'),
  visitAt: fc.integer({ min: 0, max: 20 }),
  signedAt: fc.integer({ min: 0, max: 20 }),
  place: fc.nat(),
  knownFrom: fc.integer({ min: 0, max: 20 }),
  knownTo: fc.option(fc.integer({ min: 21, max: 40 })),
})
const anyHistory = fc.uniqueArray(anyEntry, { selector: ({ place }) => place, maxLength: 30 })

describe('what can be', () => {
  const mark = (text: string): ToothMark => {
    const { tooth, condition, surfaces, status } = said(0, text)
    return { tooth, condition, surfaces, status }
  }
  const problem = (text: string, ...there: string[]) => chartProblems(there.map(mark), [mark(text)])[0]
  test('a tooth has its own surfaces', () => {
    expect(problem('11 caries O')).toBe('11 没有𬌗面')
    expect(problem('16 caries I')).toBe('16 没有切缘')
    expect(problem('16 caries MODBLC')).toBeNull()
    expect(problem('S11 caries O')).toBe('S11 没有𬌗面')
  })
  /** What stands in the way of the marks of one record, each on its own line. */
  const within = (record: string[], before: string[] = []) => chartProblems(before.map(mark), record.map(mark))

  test('found missing and filled are not one record', () => {
    const filled = '17 在这份病历里标了缺失，不能再标充填体；本次拔除的，缺失的性质选已完成'
    expect(within(['17 missing', '17 filling O'])).toEqual([null, filled])
    expect(within(['17 filling O', '17 missing'])).toEqual([filled, null])
    expect(within(['17 filling/completed O', '17 missing/external'])[0]).toBe(filled)
    expect(within(['17 caries O', '17 congenitally_missing'])[0]).toBe('17 在这份病历里标了先天缺失，不能再标龋')
    expect(within(['46 pontic', '46 wedge BC'])[1]).toBe('46 在这份病历里标了桥体，不能再标楔状缺损')
    expect(within(['46 implant', '46 rct'])[1]).toBe('46 在这份病历里标了种植体，不能再标根管治疗')
    expect(within(['46 missing', '47 caries O', '46 implant/planned'])).toEqual([null, null, null])
    expect(newChartProblem([], [mark('17 filling O')], [mark('17 filling O'), mark('17 missing')])).toBe(filled)
    expect(newChartProblem([], [mark('17 missing'), mark('17 filling O')], [mark('17 filling O')])).toBeNull()
  })

  test('found ill and taken out in one visit is everyday, in whatever order it is charted', () => {
    expect(within(['17 caries O', '17 missing/completed'])).toEqual([null, null])
    expect(within(['17 missing/completed', '17 caries O', '17 filling/external B'])).toEqual([null, null, null])
    expect(within(['48 embedded', '48 missing/completed'])).toEqual([null, null])
    expect(within(['36 caries O', '36 missing/completed', '36 implant/completed'])).toEqual([null, null, null])
    expect(within(['36 filling/completed O', '36 missing/completed'])).toEqual([null, null])
    expect(within(['36 missing/completed', '36 filling/completed O'])[1]).toMatch(/^36 在这份病历里标了缺失/)
  })

  test('what is not through has no surfaces, until it is said to be through', () => {
    const hidden = '48 是未萌牙，不能标龋；已萌出的先标健康或萌出中'
    expect(within(['48 unerupted', '48 caries O'])[1]).toBe(hidden)
    expect(within(['48 caries O', '48 filling B'], ['48 unerupted'])[0]).toBe(hidden)
    expect(within(['48 embedded', '48 sealant/planned O'])).toEqual([null, null])
    expect(within(['48 sound', '48 caries O'], ['48 unerupted'])).toEqual([null, null])
    expect(within(['48 caries O', '48 erupting'], ['48 embedded'])).toEqual([null, null])
    expect(within(['48 missing/completed', '48 impacted'], ['48 unerupted'])).toEqual([null, null])
  })

  test('a tooth that was never laid down is found so, and nobody takes it out', () => {
    const wrong = '12 先天缺失是现有的情况，性质应选现有'
    for (const status of ['planned', 'inProgress', 'completed', 'external', 'removed'])
      expect(problem(`12 congenitally_missing/${status}`), status).toBe(wrong)
    expect(problem('12 missing/completed', '12 congenitally_missing')).toBe('12 先天缺失，没有牙可拔')
    expect(problem('12 missing/planned', '12 congenitally_missing')).toBe('12 先天缺失，没有牙可拔')
    expect(problem('12 filling O', '12 congenitally_missing')).toBe('12 先天缺失，不能标充填体')
    expect(problem('12 implant', '12 congenitally_missing')).toBeNull()
  })

  test('where the pontic of a bridge was that is taken off no tooth is', () => {
    const piece = { group: 'b1' }
    const bridge = ['45 bridge_abutment', '46 pontic', '47 bridge_abutment'].map((text) => ({
      ...mark(text),
      ...piece,
    }))
    const off = { ...mark('45 bridge_abutment/removed'), ...piece }
    expect(chartProblems(bridge, [mark('46 caries O')])[0]).toBe('46 是桥体，不能标龋')
    expect(chartProblems(bridge, [off, mark('46 caries O')])).toEqual([null, '46 已缺失，不能标龋'])
    expect(chartProblems(bridge, [off, mark('46 implant'), mark('45 caries O')])).toEqual([null, null, null])
  })

  test('what is natural needs a tooth; what fills a gap does not', () => {
    expect(problem('46 caries O', '46 missing')).toBe('46 已缺失，不能标龋')
    expect(problem('46 rct', '46 implant')).toBe('46 是种植体，不能标根管治疗')
    for (const text of ['46 implant', '46 pontic', '46 crown', '46 removable', '46 missing'])
      expect(problem(text, '46 missing'), text).toBeNull()
    expect(problem('46 caries O', '46 missing/planned')).toBeNull()
    expect(problem('46 filling/removed O', '46 missing')).toBeNull()
    expect(problem('47 caries O', '46 missing')).toBeNull()
  })
})

describe('whatever is written', () => {
  test('no tooth carries a surface state where there is no surface', () => {
    const closed = ['missing', 'lost_early', 'congenitally_missing', 'unerupted', 'embedded', 'implant', 'pontic']
    fc.assert(
      fc.property(anyHistory, (entries) => {
        for (const own of foldMouth(entries).teeth.values()) {
          const states = own.flatMap(({ entry, layer }) => (layer === 'plan' ? [] : [entry.condition]))
          if (states.some((id) => closed.includes(id)))
            expect(states.filter((id) => toothCondition(id).perSurface)).toEqual([])
        }
      }),
    )
  })

  test('the order in which entries come changes nothing', () => {
    fc.assert(
      fc.property(anyHistory, fc.infiniteStream(fc.nat()), (entries, dice) => {
        const shuffled = entries
          .map((entry) => ({ entry, n: dice.next().value as number }))
          .sort((one, other) => one.n - other.n)
          .map(({ entry }) => entry)
        expect(mouth(shuffled).sort()).toEqual(mouth(entries).sort())
      }),
    )
  })

  test('a day of the past is not changed by later visits', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 0, max: 20 }), (entries, at) => {
        expect(mouth(entries, { at })).toEqual(mouth(entries.filter(({ visitAt }) => visitAt <= at)))
      }),
    )
  })

  test('every mark stands once or was ended by what came after it', () => {
    fc.assert(
      fc.property(anyHistory, (entries) => {
        const { teeth: standing, marks } = foldMouth(entries)
        const stay = new Set([...standing.values()].flat())
        for (const mark of marks) {
          expect(stay.has(mark)).toBe(mark.endedBy === null)
          if (mark.endedBy) expect(mark.endedBy.visitAt).toBeGreaterThanOrEqual(mark.entry.visitAt)
        }
      }),
    )
  })

  test('three hundred entries are folded in less than ten milliseconds', () => {
    const entries = Array.from({ length: 300 }, (_, n) =>
      said(
        n,
        `${teeth[n % 32]?.fdi ?? '11'} ${['caries', 'filling', 'crown', 'rct'][n % 4]} ${n % 4 < 2 ? 'MO' : ''}`.trim(),
      ),
    )
    foldMouth(entries)
    const began = performance.now()
    for (let n = 0; n < 10; n++) foldMouth(entries)
    expect((performance.now() - began) / 10).toBeLessThan(10)
  })
})
