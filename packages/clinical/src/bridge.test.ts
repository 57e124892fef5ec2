import { describe, expect, it } from 'vitest'
import { bridgeMarks } from './bridge.ts'

const bridge = (teeth: string[], missing: string[] = []) => {
  const marks = bridgeMarks({ teeth, missing: new Set(missing), status: 'present', group: 'b1' })
  return 'problem' in marks ? marks.problem : marks.map(({ tooth, condition }) => `${tooth} ${condition}`)
}

describe('a bridge', () => {
  it.each([
    [
      '45 to 47 with nothing missing',
      ['45', '46', '47'],
      [],
      ['47 bridge_abutment', '46 pontic', '45 bridge_abutment'],
    ],
    ['46 missing', ['47', '46', '45'], ['46'], ['47 bridge_abutment', '46 pontic', '45 bridge_abutment']],
    ['over the midline', ['11', '21', '12'], ['11'], ['12 bridge_abutment', '11 pontic', '21 bridge_abutment']],
    ['with a free end', ['35', '36'], ['36'], ['35 bridge_abutment', '36 pontic']],
  ])('%s', (_name, teeth, missing, marks) => {
    expect([...bridge(teeth, missing)].sort()).toEqual([...marks].sort())
  })
  it.each([
    ['a deciduous tooth', ['54', '55'], [], '固定桥只能标在恒牙上'],
    ['one tooth', ['45'], [], '固定桥至少选两颗相连的牙'],
    ['teeth apart', ['45', '47'], [], '固定桥的牙应在同一颌内相连'],
    ['both jaws', ['17', '16', '46'], [], '固定桥的牙应在同一颌内相连'],
    ['a tooth twice', ['45', '45', '46'], [], '固定桥的牙应在同一颌内相连'],
    ['no abutment', ['45', '46'], ['45', '46'], '固定桥至少要有一颗基牙'],
    ['no pontic', ['45', '46'], [], '固定桥至少要有一个桥体：选三颗牙，或先标缺失'],
  ])('is refused: %s', (_name, teeth, missing, problem) => {
    expect(bridge(teeth, missing)).toBe(problem)
  })
  it('is one piece', () => {
    const marks = bridgeMarks({ teeth: ['45', '46', '47'], missing: new Set(), status: 'planned', group: 'b1' })
    expect(marks).toHaveLength(3)
    for (const mark of 'problem' in marks ? [] : marks) expect(mark).toMatchObject({ group: 'b1', status: 'planned' })
  })
})
