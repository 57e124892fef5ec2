import { describe, expect, it, test } from 'vitest'
import { teethBetween, touch } from './arch-places.ts'
import { isLate, monthOf, monthText, trayDays, trayDue, trayProblem, traysUntil } from './course.ts'
import { gradesOf, type ExamMeasures } from './exam.ts'
import { inMouth, sameAsBefore, wireRuns } from './in-mouth.ts'
import { strippingProblem, strippingSums } from './ipr.ts'
import { lackingOf, lackingText } from './picture-set.ts'
import type { DatedVisit, OrthoVisit } from './visit.ts'
import { elasticProblem, visitProblems, type VisitFacts } from './visit-problems.ts'
import { wireProblem, type Elastic } from './vocabulary.ts'

const plain: OrthoVisit = {
  phase: null,
  upperWire: null,
  lowerWire: null,
  wiresOff: [],
  elastics: null,
  chains: null,
  springs: null,
  bracketLoss: [],
  rebonded: [],
  attachmentLoss: [],
  attachmentsRebonded: [],
  tray: null,
  wearHours: null,
  stripping: [],
  hygiene: null,
  cooperation: null,
  measures: { spaceRight: null, spaceLeft: null, overjet: null, overbite: null, canineRight: null, canineLeft: null },
}
const on = (day: string, visit: Partial<OrthoVisit>): DatedVisit => ({ day, visit: { ...plain, ...visit } })
const second: Elastic = { type: 'Ⅱ类', size: '3/16', force: 4.5, teeth: ['13', '46'], hours: 22 }

describe('wires', () => {
  test.each([
    ['0.012', 'NiTi', null, null],
    ['0.012', 'SS', null, '没有 0.012 的不锈钢丝'],
    ['0.017×0.025', 'TMA', '0.018', null],
    ['0.019×0.025', 'SS', '0.022', null],
    ['0.019×0.025', 'SS', '0.018', '0.019×0.025 的弓丝放不进 0.018 的槽沟'],
    ['0.018', 'TMA', null, '没有 0.018 的TMA丝'],
  ] as const)('%s %s in %s: %s', (size, material, slot, problem) => {
    expect(wireProblem({ size, material }, slot)).toBe(problem)
  })
})

describe('teeth that touch', () => {
  test.each([
    ['11', '21', true],
    ['31', '41', true],
    ['13', '12', true],
    ['13', '11', false],
    ['13', '43', false],
    ['18', '28', false],
    ['13', '13', false],
    ['13', '19', false],
    ['55', '16', true],
    ['55', '54', true],
  ])('%s and %s: %s', (one, other, answer) => {
    expect(touch(one, other)).toBe(answer)
    expect(touch(other, one)).toBe(answer)
  })
  it('the neighbours of a tooth that was taken out touch, and it touches nothing', () => {
    expect(touch('13', '15', new Set(['14']))).toBe(true)
    expect(touch('13', '14', new Set(['14']))).toBe(false)
    expect(teethBetween('15', '12', new Set(['14']))).toEqual(['15', '13', '12'])
    expect(teethBetween('13', '23')).toHaveLength(6)
    expect(teethBetween('13', '33')).toBeNull()
  })
  it('0.1 to 0.5 mm at one contact, summed by arch', () => {
    expect(strippingProblem({ between: ['11', '21'], mm: 0.1 })).toBeNull()
    expect(strippingProblem({ between: ['11', '21'], mm: 0.5 })).toBeNull()
    expect(strippingProblem({ between: ['11', '21'], mm: 0.6 })).toBe('片切量应在 0.1～0.5 mm 之间')
    expect(strippingProblem({ between: ['11', '22'], mm: 0.2 })).toBe('11 与 22 不相邻，不能片切')
    expect(
      strippingSums([
        { between: ['11', '21'], mm: 0.1 },
        { between: ['12', '11'], mm: 0.2 },
        { between: ['31', '41'], mm: 0.5 },
      ]),
    ).toEqual({ upper: 0.3, lower: 0.5 })
  })
})

describe('months and trays', () => {
  test.each([
    ['2026-03-10', '2026-03-10', 1],
    ['2026-03-10', '2026-04-09', 1],
    ['2026-03-10', '2026-04-10', 2],
    ['2025-12-31', '2026-01-30', 1],
    ['2024-11-20', '2026-11-20', 25],
    ['2026-03-10', '2026-03-09', null],
  ])('from %s %s is month %s', (start, day, month) => {
    expect(monthOf(start, day)).toBe(month)
  })
  it('says month X of about N, and without N X alone', () => {
    expect(monthText(9, 24)).toBe('第 9 / 约 24 月')
    expect(monthText(9, null)).toBe('第 9 月')
  })
  it('is late after more than 45 days', () => {
    expect([45, 46].map(isLate)).toEqual([false, true])
  })
  it('tray 23 of 22 is refused; the last has no next', () => {
    expect(trayProblem({ no: 23, total: 22 })).toBe('一共 22 副，没有第 23 副')
    expect(trayProblem({ no: 22, total: 22 })).toBeNull()
    expect(trayProblem({ no: 0, total: 22 })).toBe('副数从 1 开始')
    expect(trayDays({ no: 20, total: 22, daysPerTray: 7 }, 100)).toEqual({ next: 107, end: 121 })
    expect(trayDays({ no: 22, total: 22, daysPerTray: 10 }, 100)).toEqual({ next: null, end: 110 })
    const course = { no: 5, total: 8, daysPerTray: 7 }
    expect([100, 106, 107, 121, 300].map((day) => trayDue(course, 100, day))).toEqual([5, 5, 6, 8, 8])
  })
})

describe('what is in the mouth', () => {
  const wire = { size: '0.014', material: 'NiTi' } as const
  const thick = { size: '0.019×0.025', material: 'SS' } as const
  const visits = [
    on('2026-03-01', { upperWire: wire, lowerWire: wire, phase: '排齐' }),
    on('2026-04-01', { upperWire: wire, bracketLoss: ['45'], stripping: [{ between: ['11', '21'], mm: 0.2 }] }),
    on('2026-05-01', { lowerWire: thick, elastics: [second], chains: [{ kind: '密', from: '13', to: '23' }] }),
    on('2026-06-01', { rebonded: ['45'], bracketLoss: ['33'], elastics: [], wiresOff: ['upper'], phase: '关间隙' }),
  ]
  it('nothing, before the first visit', () => {
    expect(inMouth([])).toMatchObject({ upper: null, elastics: [], lostBrackets: [], strippingSums: { upper: 0 } })
  })
  it('what a visit says nothing of stays; what it says once more has been there since', () => {
    expect(inMouth(visits.slice(0, 2))).toMatchObject({
      upper: { what: wire, since: '2026-03-01' },
      lostBrackets: ['45'],
      phase: '排齐',
    })
    expect(inMouth(visits.slice(0, 3))).toMatchObject({
      upper: { since: '2026-03-01' },
      lower: { what: thick, since: '2026-05-01' },
      elastics: [second],
      lostBrackets: ['45'],
    })
  })
  it('an empty list takes the elastics out, and a wire comes off', () => {
    expect(inMouth(visits)).toMatchObject({
      upper: null,
      lower: { what: thick },
      elastics: [],
      chains: [{ from: '13', to: '23' }],
      lostBrackets: ['33'],
      phase: '关间隙',
      strippingSums: { upper: 0.2, lower: 0 },
    })
  })
  it('the wires of an arch one after another', () => {
    expect(wireRuns(visits, 'lower')).toEqual([
      { what: wire, since: '2026-03-01', until: '2026-05-01' },
      { what: thick, since: '2026-05-01', until: null },
    ])
    expect(wireRuns(visits, 'upper')).toEqual([{ what: wire, since: '2026-03-01', until: '2026-06-01' }])
  })
  it('a tray has been worn since it was handed over; the same number of a refinement is another tray', () => {
    const tray = (no: number, refinement = 0) => ({ no, total: 22, daysPerTray: 7, refinement })
    const worn = [on('2026-03-01', { tray: tray(1) }), on('2026-04-01', { tray: tray(1) })]
    expect(inMouth(worn).tray?.since).toBe('2026-03-01')
    expect(inMouth([...worn, on('2026-05-01', { tray: tray(1, 1) })]).tray?.since).toBe('2026-05-01')
  })
  it('the same as before takes over what is worn, and nothing that was found', () => {
    const same = sameAsBefore(inMouth(visits.slice(0, 3)))
    expect(same).toMatchObject({ upperWire: wire, lowerWire: thick, elastics: [second] })
    expect(Object.keys(same)).not.toContain('bracketLoss')
    expect(inMouth([...visits.slice(0, 3), on('2026-06-01', same)])).toEqual(inMouth(visits.slice(0, 3)))
  })
})

describe('what a visit may not say', () => {
  const facts: VisitFacts = {
    gone: new Set(['14', '24']),
    slot: '0.022',
    before: { lostBrackets: ['45'], lostAttachments: [] },
  }
  const found = (visit: Partial<OrthoVisit>) => visitProblems({ ...plain, ...visit }, facts)
  it('a plain visit says nothing wrong', () => {
    expect(found({})).toEqual([])
    expect(
      found({
        upperWire: { size: '0.019×0.025', material: 'SS' },
        elastics: [second],
        chains: [{ kind: '密', from: '13', to: '23' }],
        rebonded: ['45', '33'],
        bracketLoss: ['33'],
        tray: { no: 22, total: 22, daysPerTray: 7, refinement: 0 },
        stripping: [{ between: ['13', '15'], mm: 0.2 }],
        measures: { ...plain.measures, overjet: -2 },
      }),
    ).toEqual([])
  })
  test.each<[string, Partial<OrthoVisit>, string]>([
    ['aligner 23 of 22', { tray: { no: 23, total: 22, daysPerTray: 7, refinement: 0 } }, 'tray.no'],
    ['a tray of 40 days', { tray: { no: 2, total: 22, daysPerTray: 40, refinement: 0 } }, 'tray.daysPerTray'],
    ['stripping teeth apart', { stripping: [{ between: ['13', '16'], mm: 0.2 }] }, 'stripping.0'],
    ['a chain over both arches', { chains: [{ kind: '中', from: '13', to: '33' }] }, 'chains.0'],
    ['a spring at a missing tooth', { springs: [{ kind: '开', from: '14', to: '16' }] }, 'springs.0'],
    ['a bracket lost where no tooth is', { bracketLoss: ['14'] }, 'bracketLoss'],
    ['bonding again what is not lost', { rebonded: ['11'] }, 'rebonded'],
    ['a wire on and off', { upperWire: { size: '0.014', material: 'NiTi' }, wiresOff: ['upper'] }, 'upperWire'],
    ['an overjet of 40', { measures: { ...plain.measures, overjet: 40 } }, 'measures.overjet'],
    ['a third class elastic hooked as a second', { elastics: [{ ...second, type: 'Ⅲ类' }] }, 'elastics.0'],
  ])('%s', (_what, visit, field) => {
    expect(found(visit).map((problem) => problem.field)).toEqual([field])
  })
  test.each<[Partial<Elastic>, string | null]>([
    [{ teeth: ['23', '36'] }, null],
    [{ teeth: ['13', '36'] }, 'Ⅱ类橡皮圈挂在同一侧'],
    [{ teeth: ['13', '16'] }, 'Ⅱ类橡皮圈从上颌挂到下颌'],
    [{ teeth: ['13', '46', '45'] }, 'Ⅱ类橡皮圈挂 2 颗牙'],
    [{ teeth: ['14', '46'] }, '14 不在口内，不能挂橡皮圈'],
    [{ type: 'Ⅲ类', teeth: ['16', '43'] }, null],
    [{ type: '三角', teeth: ['13', '43', '44'] }, null],
    [{ type: '箱状', teeth: ['12', '22', '42', '32'] }, null],
    [{ type: '交互', teeth: ['16', '46'] }, null],
  ])('%o: %s', (change, problem) => {
    expect(elasticProblem({ ...second, ...change }, facts.gone)).toBe(problem)
  })
})

describe('pictures at start and end', () => {
  const whole = [10, 11, 1, 2, 3, 4, 4, 3, 5, 6, 7, 8, 9]
  it('panorama or CBCT 1, lateral 1, face 6, intra-oral 5, signed plan 1', () => {
    expect(lackingOf(whole, true)).toEqual([])
    expect(lackingOf([17, ...whole.slice(1)], true)).toEqual([])
    expect(lackingText(lackingOf([], false))).toBe(
      '全景片或 CBCT、头颅侧位片、正面像、正面微笑像、侧面像、45° 像、其他角度面像 2 张、口内正面、口内左侧、口内右侧、上颌𬌗面、下颌𬌗面、签字方案',
    )
  })
  it('names the one that is missing', () => {
    for (const kind of [10, 11, 1, 2, 5, 6, 7, 8, 9])
      expect(
        lackingOf(
          whole.filter((each) => each !== kind),
          true,
        ),
        String(kind),
      ).toMatchObject([{ kind, count: 1 }])
    expect(lackingText(lackingOf([10, 11, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9], true))).toBe('其他角度面像')
    expect(lackingText(lackingOf(whole, false))).toBe('签字方案')
  })
})

describe('grades of the first examination', () => {
  const exam: ExamMeasures = {
    crowdingUpper: null,
    crowdingLower: null,
    spacingUpper: null,
    spacingLower: null,
    speeLeft: null,
    speeRight: null,
    boltonAnterior: null,
    boltonTotal: null,
    boltonNorm: 'cn_textbook',
    overjet: null,
    overbite: null,
    openBite: null,
    lipClosure: null,
    missingTeeth: '',
    supernumerary: '',
    par: { upperAnterior: null, lowerAnterior: null, buccal: null, overjet: null, overbite: null, centreline: null },
  }
  const graded = (change: Partial<ExamMeasures>) => gradesOf({ ...exam, ...change })
  it('no IOTN follows from lips that nobody looked at, from wisdom teeth, or from figures below its second grade', () => {
    expect(graded({ overjet: 5 }).iotn).toBeNull()
    expect(graded({ missingTeeth: '18;28;38;48' }).iotn).toBeNull()
    expect(graded({ overjet: 3, openBite: 1, lipClosure: '闭合' }).iotn).toBeNull()
  })
  it('what was not measured has no grade', () => {
    expect(Object.values(graded({})).every((grade) => grade === null)).toBe(true)
  })
  test.each<[Partial<ExamMeasures>, keyof ReturnType<typeof gradesOf>, string]>([
    [{ crowdingUpper: 4 }, 'crowdingUpper', 'Ⅰ度拥挤'],
    [{ crowdingUpper: 4.5 }, 'crowdingUpper', 'Ⅱ度拥挤'],
    [{ crowdingLower: 8.1 }, 'crowdingLower', 'Ⅲ度拥挤'],
    [{ crowdingUpper: 0 }, 'crowdingUpper', '无拥挤'],
    [{ spacingUpper: 3 }, 'crowdingUpper', '牙列间隙'],
    [{ crowdingLower: 4, speeLeft: 2, speeRight: 3 }, 'archLower', '整平后 −7 mm'],
    [{ overjet: 0 }, 'overjet', '对刃'],
    [{ overjet: 3 }, 'overjet', '覆盖正常'],
    [{ overjet: 5 }, 'overjet', 'Ⅰ度深覆盖'],
    [{ overjet: 8 }, 'overjet', 'Ⅱ度深覆盖'],
    [{ overjet: 9 }, 'overjet', 'Ⅲ度深覆盖'],
    [{ overjet: -2 }, 'overjet', '反覆盖'],
    [{ overbite: 1 / 3 }, 'overbite', '覆𬌗正常'],
    [{ overbite: 0.5 }, 'overbite', 'Ⅰ度深覆𬌗'],
    [{ overbite: 0.7 }, 'overbite', 'Ⅲ度深覆𬌗'],
    [{ openBite: 2 }, 'overbite', 'Ⅰ度开𬌗'],
    [{ openBite: 6 }, 'overbite', 'Ⅲ度开𬌗'],
    [{ boltonAnterior: 78.8 }, 'boltonAnterior', '正常（国人教材 78.8±1.72）'],
    [{ boltonAnterior: 82 }, 'boltonAnterior', '偏大，下牙过大（国人教材 78.8±1.72）'],
    [{ boltonTotal: 88 }, 'boltonTotal', '偏小，上牙过大（国人教材 91.5±1.51）'],
    [{ overjet: 9.1 }, 'iotn', '5a 覆盖 > 9 mm（覆盖 9.1 mm）'],
    [{ overjet: 9 }, 'iotn', '4a 覆盖 > 6～9 mm（覆盖 9 mm）'],
    [{ overjet: 6, lipClosure: '不全' }, 'iotn', '3a 覆盖 > 3.5～6 mm，唇闭合不全（覆盖 6 mm，唇闭合不全）'],
    [{ overjet: 6, lipClosure: '闭合' }, 'iotn', '2a 覆盖 > 3.5～6 mm，唇可闭合（覆盖 6 mm，唇可闭合）'],
    [{ overjet: -3.6 }, 'iotn', '4b 反覆盖 > 3.5 mm，无咀嚼或语音障碍（反覆盖 3.6 mm）'],
    [{ overjet: -1 }, 'iotn', '2b 反覆盖 > 0～1 mm（反覆盖 1 mm）'],
    [{ openBite: 4.5, overjet: 7 }, 'iotn', '4a 覆盖 > 6～9 mm（覆盖 7 mm）'],
    [{ openBite: 4.5, overjet: 5, lipClosure: '不全' }, 'iotn', '4e 开𬌗 > 4 mm（开𬌗 4.5 mm）'],
    [{ missingTeeth: '12;14;18' }, 'iotn', '5h 每象限缺失超过 1 颗（缺失 12 14）'],
    [{ missingTeeth: '12;22;38', overjet: 7 }, 'iotn', '4h 较轻的缺牙，须修复前正畸或关闭间隙（缺失 12 22）'],
    [
      { par: { upperAnterior: 5, lowerAnterior: 3, buccal: 2, overjet: 2, overbite: 1, centreline: 0 } },
      'par',
      '24 分',
    ],
  ])('%o: %s %s', (change, key, word) => {
    expect(graded(change)[key]).toBe(word)
  })
})

describe('the trays until the next visit', () => {
  const tray = { no: 7, total: 22, daysPerTray: 10 }
  it('each has its days; the last one begins before the visit', () => {
    expect(traysUntil(tray, 35)).toEqual([
      { no: 7, from: 0, to: 9 },
      { no: 8, from: 10, to: 19 },
      { no: 9, from: 20, to: 29 },
      { no: 10, from: 30, to: 39 },
    ])
  })
  it('a visit on the day of change needs no further tray', () => expect(traysUntil(tray, 30)).toHaveLength(3))
  it('none beyond the last', () => expect(traysUntil({ ...tray, no: 21 }, 70).map(({ no }) => no)).toEqual([21, 22]))
  it('without a day of the next visit: three', () => expect(traysUntil(tray, null)).toHaveLength(3))
})
