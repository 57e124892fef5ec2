import { perioProposal, perioSummary } from '@dentin/clinical/perio/index'
import { perioAnswers, perioPlan } from '@dentin/contract/perio'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../record/index.ts'
import { sealOf, type Sealed } from './hash.ts'
import { bestItem } from './offers.ts'
import { cellWords } from './rules.ts'

describe('the tariff of a treatment', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  it.each([
    ['scaling', ['喷砂洁治', '儿童洁治', '种植体洁治', '全口超声洁治'], '全口超声洁治'],
    ['scaling', ['全口抛光', '洁牙'], '洁牙'],
    ['debridement', ['龈下刮治与根面平整', '龈下刮治'], '龈下刮治'],
    ['debridement', ['根尖刮治', '龈下刮治与根面平整'], '龈下刮治与根面平整'],
    ['rootPlaning', ['龈下刮治与根面平整'], '龈下刮治与根面平整'],
    ['surgery', ['翻瓣拔除术', '牙龈翻瓣术'], '牙龈翻瓣术'],
    ['implant', ['种植体植入', '种植体周维护'], '种植体周维护'],
    ['implant', ['全口超声洁治', '牙周维护治疗'], null],
    ['scaling', ['种植体洁治'], null],
  ] as const)('%s of %j is %s', (what, names, best) => {
    expect(bestItem(what, named(...names))?.name ?? null).toBe(best)
    expect(bestItem(what, named(...names).toReversed())?.name ?? null).toBe(best)
  })
})

describe('a chart in words', () => {
  it('names implants with their depths, roots, and every mark of a tooth', () => {
    expect(
      cellWords({
        '16': {
          'pd.0': 6,
          'gm.0': 1,
          'bop.3': 1,
          'pus.0': 1,
          mobility: 2,
          'furcation.M': 2,
          prognosis: 3,
          note: '楔缺',
        },
        '36': { status: 'implant', 'pd.0': 5, 'bop.0': 1 },
        '45': { status: 'root', note: '待拔' },
        '48': { status: 'missing' },
        '11': {},
      }),
    ).toBe(
      [
        '16 深度 颊 6 – – 腭 – – –，龈缘 颊 1 – – 腭 – – –，出血 近中腭，溢脓 近中颊，松动 Ⅱ 度，根分叉 近中Ⅱ，预后差，备注 楔缺',
        '48 缺失',
        '45 残根，备注 待拔',
        '36 种植体，深度 颊 5 – – 舌 – – –，出血 近中颊',
      ].join('；'),
    )
  })
})

describe('the hash of a chart', () => {
  const cells = { '16': { 'pd.0': 6, 'gm.0': 1 } }
  const answers = perioAnswers.parse({ isCase: true })
  const chart: Sealed = {
    id: 'c1',
    recordId: 'r1',
    patientId: 'p1',
    doctorId: 'd1',
    doctorName: '李医生',
    examinedAt: new Date('2026-11-20T01:00:00Z'),
    age: 45,
    cells,
    summary: perioSummary(cells),
    answers,
    proposal: perioProposal(cells, answers, { age: 45 }),
    diagnosis: null,
    plan: perioPlan.parse({ sextants: {} }),
    note: '',
    correctsId: null,
    correctReason: '',
    sealedName: '李医生',
    sealedAt: new Date('2026-11-20T02:00:00Z'),
  }

  it('covers all that a doctor signs', () => {
    const whole = sealOf(chart)
    const others: Partial<Sealed>[] = [
      { summary: { ...chart.summary, meanPd: 2 } },
      { proposal: { ...chart.proposal, stage: 'IV' } },
      { diagnosis: { kind: 'health', gingivitis: null, stage: null, grade: null, extent: null, reason: '' } },
      { plan: { ...chart.plan, maintenanceMonths: 3 } },
      { note: '改' },
      { age: 46 },
      { doctorName: '张医生' },
      { sealedName: '张医生' },
      { sealedAt: new Date('2026-11-21T02:00:00Z') },
      { examinedAt: new Date('2026-11-21T02:00:00Z') },
      { cells: { '16': { 'pd.0': 5, 'gm.0': 1 } } },
      { answers: { ...answers, boneLoss: 40 } },
      { correctReason: '看错' },
    ]
    expect(others.filter((other) => sealOf({ ...chart, ...other }) === whole)).toEqual([])
  })

  it('of a chart that was sealed by the first formula stays what it was', () => {
    const { doctorName: _d, age: _a, summary: _s, proposal: _p, sealedName: _n, sealedAt: _t, ...first } = chart
    expect(sealOf(chart, 1)).toBe(hashOf({ ...first, examinedAt: '2026-11-20T01:00:00.000Z' }))
    expect(sealOf({ ...chart, age: 46 }, 1)).toBe(sealOf(chart, 1))
    expect(sealOf(chart, 1)).not.toBe(sealOf(chart))
  })
})
