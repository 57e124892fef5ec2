import { toothDrawing } from './drawing/tooth-drawing.ts'
import { describe, expect, it } from 'vitest'
import { marksAfterPlan, outcomeOfItem } from './plan-marks.ts'
import type { ToothMark } from './tooth-conditions.ts'

const mark = (tooth: string, condition: ToothMark['condition']): ToothMark => ({
  tooth,
  condition,
  surfaces: '',
  status: 'present',
})
const told = (marks: readonly ToothMark[]) =>
  marks.map(({ tooth, condition, status }) => `${tooth} ${condition} ${status}`)

describe('what an item leaves in the mouth', () => {
  it.each([
    ['种植体植入', 'implant'],
    ['残根拔除', 'extraction'],
    ['氧化锆全瓷冠', 'crown'],
    ['基台 + 氧化锆全瓷冠', 'crown'],
    ['氧化锆桥 三单位', 'bridge'],
    ['根管治疗（磨牙）', 'rct'],
    ['单面复合树脂充填', 'filling'],
    ['瓷贴面', 'veneer'],
    ['窝沟封闭', 'sealant'],
    ['锥形束 CT', null],
    ['根尖片', null],
    ['临时桥', null],
    ['洁治', null],
  ])('%s', (name, outcome) => expect(outcomeOfItem(name)).toBe(outcome))
})

describe('the mouth after a plan', () => {
  it('an implant takes the place of what was there; the rest stays', () => {
    const mouth = [mark('46', 'missing'), mark('16', 'filling')]
    expect(told(marksAfterPlan(mouth, [{ id: 'a', teeth: '46', outcome: 'implant' }]))).toEqual([
      '16 filling present',
      '46 missing present',
      '46 implant planned',
    ])
  })
  it('one that is in already stands there as it is: no natural root behind it, and nothing planned', () => {
    const lines = [
      { id: 'a', teeth: '46', outcome: 'implant' as const },
      { id: 'c', teeth: '46', outcome: 'crown' as const },
    ]
    expect(told(marksAfterPlan([mark('46', 'implant')], lines))).toEqual(['46 implant present', '46 crown planned'])
    const drawn = toothDrawing(marksAfterPlan([mark('46', 'missing')], lines))
    expect(drawn).toMatchObject({ natural: 'ghost', implant: 'plan', crown: 'plan' })
  })
  it('a bridge has its pontic where a tooth is missing, or is taken out by the same plan', () => {
    const lines = [
      { id: 'x', teeth: '36', outcome: 'extraction' as const },
      { id: 'b', teeth: '35;36;37', outcome: 'bridge' as const },
    ]
    expect(told(marksAfterPlan([mark('36', 'residual_root')], lines))).toEqual([
      '35 bridge_abutment planned',
      '36 pontic planned',
      '37 bridge_abutment planned',
    ])
  })
  it('an extraction alone shows as planned, a line without teeth or outcome as nothing', () => {
    const lines = [
      { id: 'x', teeth: '18', outcome: 'extraction' as const },
      { id: 'y', teeth: '', outcome: 'crown' as const },
      { id: 'z', teeth: '11', outcome: null },
    ]
    expect(told(marksAfterPlan([], lines))).toEqual(['18 extract_planned planned'])
  })
  it('what another plan wants is not drawn beside it', () => {
    const other: ToothMark = { ...mark('46', 'implant'), status: 'planned' }
    expect(told(marksAfterPlan([other], [{ id: 'a', teeth: '46', outcome: 'crown' }]))).toEqual(['46 crown planned'])
  })
})
