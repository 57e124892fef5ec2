import { describe, expect, it } from 'vitest'
import { changesBetween, isMarked, measureAt, type PerioCells } from './cells.ts'
import { perioKeyOf, perioRounds, type PerioKey, type PerioRounds } from './keys.ts'
import { beginEntry, pressKey, type PerioEntry } from './machine.ts'
import { s4Depth, s4Entry, s4Margins, s4Start, typed } from './s4.ts'
import { sitesOnScreen, stopsOf, type PerioPath } from './sites.ts'
import { perioSummary, teethWithLoss } from './summary.ts'
import { perioProposal, perioSign } from './case.ts'

const key = (code: string, more: { shift?: boolean; mod?: boolean; repeat?: boolean } = {}) => ({
  code,
  key: '',
  shift: false,
  mod: false,
  repeat: false,
  ...more,
})
/** Presses keys by their places on the keyboard; S: with Shift, ^: with Control, ~: held down. */
function press(entry: PerioEntry, keys: string): PerioEntry {
  return keys.split(' ').reduce((now, word) => {
    const [, how = '', name = ''] = /^(S(?=[A-Z]$)|[\^~])?(.+)$/.exec(word) ?? []
    const code = /^\d$/.test(name) ? `Digit${name}` : /^[A-Z]$/.test(name) ? `Key${name}` : name
    const asked = now.waiting && 'typed' in now.waiting ? now.waiting.kind : null
    const pressed = perioKeyOf(key(code, { shift: how === 'S', mod: how === '^', repeat: how === '~' }), asked)
    return pressed ? pressKey(now, pressed) : now
  }, entry)
}
const pd = (entry: PerioEntry, tooth: string) =>
  [0, 1, 2, 3, 4, 5].map((site) => measureAt(entry.cells[tooth], 'pd', site))
const gm = (entry: PerioEntry, tooth: string) =>
  [0, 1, 2, 3, 4, 5].map((site) => measureAt(entry.cells[tooth], 'gm', site))

describe('sides of the mouth', () => {
  it.each([
    ['16', [2, 1, 0], [5, 4, 3]],
    ['26', [0, 1, 2], [3, 4, 5]],
    ['36', [0, 1, 2], [3, 4, 5]],
    ['46', [2, 1, 0], [5, 4, 3]],
  ] as const)('%s stands on the screen from the left', (tooth, buccal, lingual) => {
    expect(sitesOnScreen(tooth, 'B')).toEqual(buccal)
    expect(sitesOnScreen(tooth, 'L')).toEqual(lingual)
  })
  it.each(['snake', 'jaw', 'sextant'] as const)('%s comes to each of 192 sites once', (path) => {
    const sites = stopsOf(path).flatMap((stop) => stop.sites.map((site) => `${stop.tooth}.${site}`))
    expect(new Set(sites).size).toBe(192)
    expect(sites).toHaveLength(192)
  })
  it('the snake turns at the ends of the rows', () => {
    const names = stopsOf('snake').map(({ tooth, side, sites }) => `${tooth}${side}${sites.join('')}`)
    expect([names[0], names[15], names[16], names[31], names[32], names[47], names[48], names[63]]).toEqual([
      '18B210',
      '28B012',
      '28L543',
      '18L345',
      '48L543',
      '38L345',
      '38B210',
      '48B012',
    ])
  })
  it('sextants are 17–14, 13–23, 24–27, 37–34, 33–43, 44–47', () => {
    const teeth = [...new Set(stopsOf('sextant').map(({ tooth }) => tooth))]
    expect(teeth.join(' ')).toBe(
      '18 17 16 15 14 13 12 11 21 22 23 24 25 26 27 28 38 37 36 35 34 33 32 31 41 42 43 44 45 46 47 48',
    )
  })
})

describe('keys', () => {
  const begin = (cells: PerioCells = {}) => beginEntry(cells)
  it('a digit goes on, over missing teeth', () => {
    const entry = press(begin({ 18: { status: 'missing' }, 16: { status: 'missing' } }), '3 4 5 6')
    expect(pd(entry, '17')).toEqual([5, 4, 3, null, null, null])
    expect(pd(entry, '15')).toEqual([null, null, 6, null, null, null])
    expect(entry.place).toEqual({ tooth: '15', site: 1, kind: 'pd' })
  })
  it('10 to 15 by = and by / of the keypad; 16 is refused at its place and nothing is recorded', () => {
    expect(pd(press(begin(), 'Equal 2 NumpadDivide Numpad5'), '18')).toEqual([null, 15, 12, null, null, null])
    const refused = press(begin(), '3 Equal 6')
    expect(refused.problem).toEqual({ tooth: '18', site: 1, message: '探诊深度应在 0 到 15 mm 之间' })
    expect(pd(refused, '18')).toEqual([null, null, 3, null, null, null])
  })
  it('a margin above the CEJ by minus, and never a loss below zero', () => {
    expect(gm(press(begin(), 'G Minus 3 1'), '18')).toEqual([null, 1, -3, null, null, null])
    const beside = press(begin(), '3 NumpadSubtract Numpad2')
    expect([pd(beside, '18')[2], gm(beside, '18')[2], beside.place.site]).toEqual([3, -2, 1])
    expect(press(begin(), '2 Minus 3').problem).toMatchObject({
      site: 2,
      message: '附着丧失不能小于 0（深度 2，龈缘 -3）',
    })
  })
  it('marks stand on the site just typed, again takes them off, with Shift or held on all three', () => {
    const marks = (entry: PerioEntry, mark: 'bop' | 'pus' | 'plaque' | 'calculus') =>
      [0, 1, 2].map((site) => (isMarked(entry.cells['18'], mark, site) ? 1 : 0)).join('')
    expect(marks(press(begin(), '3 4 B'), 'bop')).toBe('010')
    expect(marks(press(begin(), '3 4 B B'), 'bop')).toBe('000')
    expect(marks(press(begin(), '3 SP'), 'pus')).toBe('111')
    expect(marks(press(begin(), '3 NumpadAdd ~NumpadAdd'), 'bop')).toBe('111')
    const dots = (n: number) => press(begin(), ['3', ...Array.from({ length: n }, () => 'NumpadDecimal')].join(' '))
    expect([1, 2, 3, 4].map((n) => `${marks(dots(n), 'plaque')[2]}${marks(dots(n), 'calculus')[2]}`)).toEqual([
      '10',
      '01',
      '11',
      '00',
    ])
  })
  it('the dot held down puts what the site has on the whole side, however long it is held', () => {
    const on = (keys: string) =>
      [0, 1, 2].map((site) =>
        (['plaque', 'calculus'] as const)
          .map((mark) => (isMarked(press(begin(), keys).cells['18'], mark, site) ? 1 : 0))
          .join(''),
      )
    expect(on('3 NumpadDecimal ~NumpadDecimal')).toEqual(['10', '10', '10'])
    expect(on('3 NumpadDecimal ~NumpadDecimal ~NumpadDecimal')).toEqual(['10', '10', '10'])
    expect(on('3 NumpadDecimal NumpadDecimal ~NumpadDecimal')).toEqual(['01', '01', '01'])
  })
  it('the keypad comes to each pass, depth and margin in turn too', () => {
    const passes = [1, 2, 3, 4].map((n) =>
      press(begin(), Array.from({ length: n }, () => 'NumpadDivide NumpadAdd').join(' ')),
    )
    expect(passes.map(({ pass }) => pass)).toEqual(['gm', 'plaque', 'both', 'pd'])
  })
  it('plaque that was looked for and not found is 0 %, not looked for it is not known', () => {
    const probed = press(begin({}), '3 3 3')
    expect(perioSummary(probed.cells)).toMatchObject({ sites: 3, plaqueSites: 0, plaquePct: null })
    const clean = press(probed, 'Q T 1 8 0 0 0')
    expect(perioSummary(clean.cells)).toMatchObject({ sites: 3, plaqueSites: 0, plaquePct: 0 })
    expect(perioSummary(press(probed, 'Q T 1 8 1 0 0').cells).plaquePct).toBeCloseTo(33.33, 1)
    expect(perioSummary(press(clean, '^Z ^Z ^Z').cells).plaquePct).toBeNull()
    expect(press(probed, 'Q T 1 8 2').problem?.message).toBe('菌斑：1 有，0 无')
  })
  it('same again, back and clear, next tooth, other side, jump', () => {
    expect(pd(press(begin(), '4 Space Space'), '18')).toEqual([4, 4, 4, null, null, null])
    const back = press(begin(), '4 B 5 Backspace Backspace')
    expect([back.cells['18'], back.place.site]).toEqual([{}, 2])
    expect(press(begin(), '4 Enter').place).toMatchObject({ tooth: '17', site: 2 })
    expect(press(begin(), 'Tab').place).toMatchObject({ tooth: '18', site: 3 })
    expect(press(begin(), 'T 3 6').place).toMatchObject({ tooth: '36', site: 2 })
    expect(press(begin(), 'NumpadDivide NumpadDivide Numpad3 Numpad6').place.tooth).toBe('36')
    expect(press(begin(), 'T 5 1').problem?.message).toBe('没有 51 这颗恒牙')
  })
  it('furcation by place, mobility, width and prognosis; what a tooth can not have is refused', () => {
    const entry = press(begin(), 'T 1 6 F B 2 F D 1 M 1 W 4 R 2')
    expect(entry.cells['16']).toEqual({ 'furcation.B': 2, 'furcation.D': 1, mobility: 1, width: 4, prognosis: 2 })
    expect(press(begin(), 'T 1 6 NumpadDivide Numpad7 Numpad2 Numpad3').cells['16']).toEqual({ 'furcation.M': 3 })
    expect(press(begin(), 'T 1 1 F B 2').problem?.message).toBe('11 没有根分叉')
    expect(press(begin(), 'M 4').problem?.message).toBe('松动度应为 0 到 Ⅲ 度')
  })
  it('a tooth that was said to be missing is jumped to and said to be there again; nothing is measured of it before', () => {
    const gone = press(begin({ 36: { status: 'missing' } }), 'T 3 6')
    expect(gone.place.tooth).toBe('36')
    const measured = press(gone, '3')
    expect([measured.cells['36'], measured.problem?.message]).toEqual([{ status: 'missing' }, '36 缺失，不能记测量值'])
    const there = press(gone, 'X')
    expect([there.cells['36'], there.place.tooth, there.askMouth]).toEqual([{}, '36', null])
    expect(press(there, '3').cells['36']).toEqual({ [`pd.${there.place.site}`]: 3 })
  })

  it('missing clears the tooth and goes on; undo brings it back, the furcation too', () => {
    const entry = press(begin(), 'T 1 6 4 F B 2 X')
    expect([entry.cells['16'], entry.place.tooth, entry.askMouth]).toEqual([
      { status: 'missing' },
      '15',
      { tooth: '16', status: 'missing' },
    ])
    expect(press(entry, '^Z').cells['16']).toEqual({ 'pd.2': 4, 'furcation.B': 2 })
  })
  it('two noughts and Enter in a pass of margins fill what is empty, marked as filled, in one step of undo', () => {
    const start = press(begin({ 18: { status: 'missing' } }), 'G 2 0 0 Enter')
    expect(start.cells['17']).toMatchObject({ 'gm.2': 2, 'gm.1': 0, 'filled.1': 1 })
    expect(start.cells['17']?.['filled.2']).toBeUndefined()
    expect(start.cells['18']).toEqual({ status: 'missing' })
    expect(start.cells['48']?.['gm.5']).toBe(0)
    expect(gm(press(start, '^Z'), '17')).toEqual([null, null, 2, null, null, null])
    expect(press(begin(), '0 0 Enter').cells['16']).toBeUndefined()
    expect(press(begin(), 'G 2 0 Enter').cells['48']).toBeUndefined()
  })
  it('depth and margin at each site in turn', () => {
    const entry = [
      { kind: 'pass', pass: 'both' } as const,
      ...[3, 1, 4, 2].map((digit): PerioKey => ({ kind: 'digit', digit })),
    ].reduce(pressKey, begin())
    expect([pd(entry, '18').slice(0, 3), gm(entry, '18').slice(0, 3)]).toEqual([
      [null, 4, 3],
      [null, 2, 1],
    ])
  })
  it('after the last site a digit is refused instead of written over it', () => {
    const last = typed(begin(), [
      { kind: 'tooth', tooth: '48' },
      ...[1, 2, 3, 4].map((digit): PerioKey => ({ kind: 'digit', digit })),
    ])
    expect([last.done, last.problem?.message, pd(last, '48').slice(0, 3)]).toEqual([
      true,
      '已是最后一个位点',
      [1, 2, 3],
    ])
  })
})

/** The same entry by other means: sites in a list, undo by typing all but the last key again. */
class Model {
  sites: { id: string; pd: number | null; bop: boolean; pus: boolean; plaque: boolean }[]
  at = 0
  last: number | null = null
  constructor(path: PerioPath, missing: readonly string[]) {
    this.sites = stopsOf(path).flatMap(({ tooth, sites }) =>
      missing.includes(tooth)
        ? []
        : sites.map((site) => ({ id: `${tooth}.${site}`, pd: null, bop: false, pus: false, plaque: false })),
    )
  }
  press(name: string) {
    const here = this.sites[this.at]
    if (/^\d$/.test(name) && here) {
      here.pd = Number(name)
      this.last = this.at
      this.at += 1
    } else if (/^S?[BPL]$/.test(name)) {
      const mark = ({ B: 'bop', P: 'pus', L: 'plaque' } as const)[name.at(-1) as 'B' | 'P' | 'L']
      const site = this.sites[this.last ?? Math.min(this.at, this.sites.length - 1)]
      const [tooth = '', at = ''] = site?.id.split('.') ?? []
      const side = this.sites.filter(({ id }) => id.startsWith(`${tooth}.`) && Number(id.at(-1)) < 3 === Number(at) < 3)
      const all = name.length > 1 ? side : site ? [site] : []
      const on = all.every((each) => each[mark])
      for (const each of all) each[mark] = !on
    } else if (name === 'Backspace' && this.at > 0) {
      this.at -= 1
      Object.assign(this.sites[this.at] ?? {}, { pd: null, bop: false, pus: false, plaque: false })
      this.last = null
    } else if (name === 'Space') {
      const before = this.sites[this.last ?? this.at - 1]
      if (before && before.pd !== null) this.press(String(before.pd))
    }
  }
}

it('random keys give what a plain list of sites gives, undo what the keys before gave', () => {
  let seed = 7
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * n)
  }
  const names = [...'0123456789', 'B', 'B', 'P', 'L', 'SB', 'SP', 'SL', 'Backspace', 'Space']
  for (let round = 0; round < 30; round += 1) {
    const missing = ['18', '21', '36', '48'].filter(() => random(2) === 1)
    const path = (['snake', 'jaw', 'sextant'] as const)[round % 3] ?? 'snake'
    const model = new Model(path, missing)
    let entry = beginEntry(Object.fromEntries(missing.map((tooth) => [tooth, { status: 'missing' }])), path)
    const states: PerioCells[] = []
    for (let n = 0; n < 260; n += 1) {
      const name = names[random(names.length)] ?? '3'
      states.push(entry.cells)
      entry = press(entry, name)
      if (entry.cells === states.at(-1)) states.pop()
      model.press(name)
    }
    for (const { id, pd: depth, bop, pus, plaque } of model.sites) {
      const [tooth = '', site = ''] = id.split('.')
      expect([
        id,
        measureAt(entry.cells[tooth], 'pd', Number(site)),
        ...(['bop', 'pus', 'plaque'] as const).map((mark) => isMarked(entry.cells[tooth], mark, Number(site))),
      ]).toEqual([id, depth, bop, pus, plaque])
    }
    for (let back = 0; back < 150; back += 1) {
      entry = press(entry, '^Z')
      const was = states.pop() ?? {}
      for (const { id } of model.sites) {
        const [tooth = '', site = ''] = id.split('.')
        if (measureAt(entry.cells[tooth], 'pd', Number(site)) !== measureAt(was[tooth], 'pd', Number(site)))
          expect(id).toBe('as it was')
      }
    }
  }
})

describe('S4', () => {
  it('depth and bleeding in 210 keys, everything in at most 360', () => {
    expect(s4Depth(false)).toHaveLength(210)
    expect(s4Depth(true).length + s4Margins().length).toBeLessThanOrEqual(360)
  })
  it('comes to the figures of the scenario', () => {
    const summary = perioSummary(s4Entry().cells)
    expect(summary).toMatchObject({
      sites: 168,
      bopSites: 42,
      bopPct: 25,
      plaqueSites: 84,
      plaquePct: 50,
      meanPd: 2.83,
      pd4to5: 26,
      pd6plus: 10,
      calSites: 168,
      meanCal: 3.08,
      pd5Sites: 23,
      maxInterdentalCal: 8,
      worstTooth: '41',
      teeth: 28,
      missing: 4,
    })
    expect(teethWithLoss(s4Entry().cells, 5)).toHaveLength(12)
  })
  it('is Ⅲ B generalised, with the data that decided', () => {
    const answers = { isCase: true, boneLoss: 40, cigarettes: 0, diabetes: false, teethLostToPerio: 0 }
    expect(perioProposal(s4Entry().cells, answers, { age: 45 })).toMatchObject({
      kind: 'periodontitis',
      stage: 'III',
      grade: 'B',
      extent: 'generalized',
      why: {
        stage: '最重牙间附着丧失 8 mm（41）',
        grade: '骨吸收 40% ÷ 45 岁 = 0.89',
        extent: '12/28 牙（42.9%）牙间附着丧失 ≥ 5 mm',
      },
    })
    expect(perioProposal(s4Entry().cells, { ...answers, isCase: null }, { age: 45 }).kind).toBe('open')
    expect(perioProposal(s4Entry().cells, { isCase: false }, { age: 45 })).toMatchObject({
      kind: 'gingivitis',
      gingivitis: 'localized',
      stage: null,
    })
  })
  it('measures nothing that was not measured', () => {
    expect(perioSummary(s4Start)).toMatchObject({
      sites: 0,
      bopPct: null,
      plaquePct: null,
      meanPd: null,
      meanCal: null,
    })
    const implant = perioSummary({ 11: { status: 'implant', 'pd.0': 6, 'bop.0': 1 }, 12: { 'pd.0': 2 } })
    expect(implant).toMatchObject({
      sites: 1,
      bopPct: 0,
      maxPd: 2,
      implants: { count: 1, sites: 1, bopPct: 100, meanPd: 6 },
    })
  })
  it.each([
    [{ ridgeDefect: 'moderate' }, 'III', '牙槽嵴中度缺损'],
    [{ ridgeDefect: 'severe' }, 'IV', '牙槽嵴重度缺损'],
    [{ chewing: true }, 'IV', '咀嚼功能障碍'],
    [{ biteCollapse: true }, 'IV', '咬合塌陷、移位'],
    [{ secondaryTrauma: true }, 'IV', '继发创伤，松动 2 度'],
    [{ verticalDefect: 3 }, 'III', '垂直骨缺损 3 mm'],
    [{ teethLostToPerio: 2 }, 'III', '因牙周炎失牙 2 颗'],
    [{ boneLoss: 20 }, 'II', '骨吸收 20%'],
    [{}, 'I', '最重牙间附着丧失 1 mm（11）'],
    [{ ridgeDefect: 'none', chewing: false, secondaryTrauma: false }, 'I', '最重牙间附着丧失 1 mm（11）'],
  ] as const)('%o alone makes it stage %s, and says so', (answers, stage, why) => {
    const present = Object.fromEntries(
      [
        '12',
        '13',
        '14',
        '15',
        '16',
        '17',
        '21',
        '22',
        '23',
        '24',
        '25',
        '26',
        '27',
        '31',
        '32',
        '33',
        '34',
        '35',
        '36',
      ].map((tooth) => [tooth, { 'pd.0': 2 }]),
    )
    const cells = { ...present, 11: { 'pd.0': 1, 'gm.0': 0, mobility: 2 } }
    const found = perioProposal(cells, { isCase: true, ...answers }, { age: 45 })
    expect([found.stage, found.why.stage]).toEqual([stage, why])
  })
  it('asks whether it is periodontitis by what the chart shows', () => {
    expect(perioSign({ 11: { 'pd.0': 2, 'gm.0': 0 }, 14: { 'pd.0': 2, 'gm.0': 0 } })).toContain('牙间附着丧失')
    expect(perioSign({ 11: { 'pd.0': 2, 'gm.0': 0 }, 12: { 'pd.0': 2, 'gm.0': 0 } })).toBeNull()
    expect(perioSign({ 11: { 'pd.1': 4, 'gm.1': 0 }, 12: { 'pd.4': 4, 'gm.4': 0 } })).toContain('颊侧或舌侧')
    expect(perioSign({ 11: { 'pd.1': 3, 'gm.1': 1 }, 12: { 'pd.4': 4, 'gm.4': 0 } })).toBeNull()
    expect(perioSign({ 11: { 'pd.1': 4, 'gm.1': -2 }, 12: { 'pd.4': 4, 'gm.4': 0 } })).toBeNull()
  })
  it('is never staged lower than before treatment', () =>
    expect(
      perioProposal({ 11: { 'pd.0': 2, 'gm.0': 0 } }, { isCase: true }, { age: 45, previousStage: 'III' }),
    ).toMatchObject({
      stage: 'III',
      why: { stage: '治疗前的分期，不因治疗降低' },
    }))
})

describe('the rounds of a person', () => {
  const all: PerioKey[] = Array.from({ length: 192 }, () => ({ kind: 'digit', digit: 2 }))
  const enter: PerioKey = { kind: 'enter' }
  it('are what an examination begins with', () => {
    const begins = (Object.keys(perioRounds) as PerioRounds[]).map((rounds) => [
      rounds,
      beginEntry({}, 'jaw', rounds).place.kind,
    ])
    expect(Object.fromEntries(begins)).toEqual({ depthThenMargin: 'pd', depth: 'pd', margin: 'gm', both: 'pd' })
  })
  it('the margins come after the last depth where somebody makes both, and not where depths are all', () => {
    const through = (rounds: PerioRounds) => all.reduce(pressKey, beginEntry({}, 'snake', rounds))
    const next = pressKey(through('depthThenMargin'), enter)
    expect([next.pass, next.place]).toEqual(['gm', { tooth: '18', site: 2, kind: 'gm' }])
    const last = pressKey(through('depth'), enter)
    expect([last.pass, last.problem?.message]).toEqual(['pd', '后面没有牙了'])
  })
  it('other passes are gone through without changing them', () => {
    const after = [{ kind: 'pass', pass: 'plaque' } as const, { kind: 'nextPass' } as const].reduce<PerioEntry>(
      pressKey,
      beginEntry({}, 'snake', 'depth'),
    )
    expect([after.pass, after.rounds]).toEqual(['both', 'depth'])
  })
  it('chosen in the middle they leave the cursor where it is, unless they have no such pass', () => {
    const some = all.slice(0, 5).reduce(pressKey, beginEntry({}))
    const same = pressKey(some, { kind: 'rounds', rounds: 'depth' })
    expect([same.pass, same.place, same.rounds]).toEqual(['pd', some.place, 'depth'])
    const other = pressKey(some, { kind: 'rounds', rounds: 'both' })
    expect([other.pass, other.place.tooth, other.rounds]).toEqual(['both', '18', 'both'])
  })
})

describe('noughts that fill the rest', () => {
  it('take no margin back that was measured, after the last site too', () => {
    const all: PerioKey[] = Array.from({ length: 192 }, () => ({ kind: 'digit', digit: 2 }))
    const done = all.reduce(pressKey, beginEntry({}, 'snake', 'margin'))
    const nought: PerioKey = { kind: 'digit', digit: 0 }
    const after = [nought, nought, { kind: 'enter' } as const].reduce<PerioEntry>(pressKey, done)
    expect(done.done).toBe(true)
    expect(changesBetween(done.cells, after.cells)).toEqual([])
  })
})
