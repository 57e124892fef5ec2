import { describe, expect, test } from 'vitest'
import type { ToothConditionId, ToothMark } from '../tooth-conditions.ts'
import { layoutChart, type ChartSize } from './chart-layout.ts'
import { chartSvg } from './chart-svg.ts'
import { pieceShapes } from './pieces.ts'
import type { Shape } from './shape.ts'
import { silhouetteShapes } from './silhouette.ts'
import { sideTilt, tiltFromAbove, toothDrawing } from './tooth-drawing.ts'
import { toothShape } from './tooth-shape.ts'

const mark = (tooth: string, condition: ToothConditionId, rest: Partial<ToothMark> = {}): ToothMark => ({
  tooth,
  condition,
  surfaces: '',
  status: 'present',
  ...rest,
})
const marksOf = (teeth: string, condition: ToothConditionId, rest: Partial<ToothMark> = {}): ToothMark[] =>
  teeth.split(' ').map((tooth) => mark(tooth, condition, rest))

const layout = (size: ChartSize = 'full') => layoutChart('permanent', 700, size)
const drawn = (marks: readonly ToothMark[], size: ChartSize = 'full') => pieceShapes(layout(size), marks)
const pathOf = ({ form }: Shape): string => (form.kind === 'path' ? form.d : '')
/** From where to where a shape reaches across the chart, in px. */
function reach(shape: Shape): [number, number] {
  const xs = [...pathOf(shape).matchAll(/(-?[\d.]+) -?[\d.]+/g)].map(([, x]) => Number(x) * layout().scale)
  return [Math.min(...xs), Math.max(...xs)]
}
const placeOf = (fdi: string) => {
  const place = layout().places.find((each) => each.fdi === fdi)
  if (!place) throw new Error(fdi)
  return place
}
const bridge = [mark('47', 'bridge_abutment', { group: 'a' }), mark('46', 'pontic', { group: 'a' })].concat(
  mark('45', 'bridge_abutment', { group: 'a' }),
)

describe('a piece over several teeth', () => {
  test('a bridge is one bar from its first unit to its last, below in the row of crowns and above from the side', () => {
    const { under, over } = drawn(bridge)
    expect([under.length, over.length]).toEqual([1, 1])
    for (const bar of [...under, ...over]) {
      const [left, right] = reach(bar)
      expect(left).toBeCloseTo(placeOf('47').x, 0)
      expect(right).toBeCloseTo(placeOf('45').x, 0)
    }
    expect(drawn(bridge, 'small')).toMatchObject({ under: [{ paints: ['piece', 'existing'] }], over: [] })
  })

  test('two bridges side by side are two; without a group what stands side by side is one', () => {
    const beside = marksOf('44 43', 'bridge_abutment', { group: 'b' })
    expect(drawn([...bridge, ...beside]).over).toHaveLength(2)
    expect(drawn(marksOf('47 46 45 35', 'pontic')).over.map(pathOf).filter(Boolean)).toHaveLength(1)
  })

  test('a pontic rests on the gum without a root, an abutment keeps its own', () => {
    const side = (condition: ToothConditionId) =>
      silhouetteShapes(toothShape('46'), toothDrawing([mark('46', condition)]))
    const count = (condition: ToothConditionId, paint: string) =>
      side(condition).filter(({ paints }) => (paints as string[]).includes(paint)).length
    expect([count('pontic', 'roots'), count('bridge_abutment', 'roots')]).toEqual([0, 1])
    expect([count('pontic', 'spot'), count('bridge_abutment', 'spot')]).toEqual([1, 0])
  })

  test('a partial denture is a saddle under its teeth, with clasps on the teeth beside it that stand', () => {
    const marks = marksOf('35 36 37', 'removable', { group: 'd' })
    const { under, over } = drawn(marks)
    expect(under).toHaveLength(2)
    for (const saddle of under) {
      const [left, right] = reach(saddle)
      expect(left).toBeCloseTo(placeOf('35').left, 0)
      expect(right).toBeCloseTo(placeOf('37').right, 0)
    }
    const clasps = (...more: ToothMark[]) =>
      drawn([...marks, ...more]).over.filter(({ paints }) => paints.includes('existingLine')).length
    expect(over).toHaveLength(4)
    expect(clasps()).toBe(2)
    expect(clasps(mark('38', 'missing'))).toBe(1)
    expect(clasps(mark('38', 'impacted'), mark('34', 'missing'))).toBe(0)
  })

  test('saddles of both sides are joined by a bar behind the teeth; a full denture has one base and no clasp', () => {
    const both = drawn(marksOf('47 46 36 37', 'removable', { group: 'd' }))
    expect(both.under).toHaveLength(4)
    const bar = both.over.find((shape) => pathOf(shape) !== '' && !shape.paints.includes('line'))
    const [left, right] = bar ? reach(bar) : [NaN, NaN]
    expect([left < placeOf('45').x, right > placeOf('35').x]).toEqual([true, true])
    const upper = layout().rows[0]?.join(' ') ?? ''
    const full = drawn(marksOf(upper, 'full_denture', { group: 'f' }))
    expect([full.under.length, full.over.length]).toEqual([2, 0])
  })

  test('a retainer is one wire over all its teeth, a splint a band; a planned piece is a plan, one taken off is gone', () => {
    const lower = '33 32 31 41 42 43'
    const { over } = drawn(marksOf(lower, 'retainer', { group: 'r' }))
    expect(over).toHaveLength(2)
    for (const wire of over) {
      const [left, right] = reach(wire)
      expect([left < placeOf('43').x, right > placeOf('33').x]).toEqual([true, true])
    }
    expect(drawn(marksOf(lower, 'splint')).over).toHaveLength(4)
    expect(drawn(marksOf(lower, 'retainer', { status: 'planned' })).over[0]?.paints).toContain('planLine')
    expect(drawn(marksOf(lower, 'retainer', { status: 'removed' })).over).toEqual([])
  })

  test('stands on paper as on the screen', () => {
    const paper = (marks: ToothMark[]) =>
      chartSvg({ age: 40, notation: 'fdi', marks, size: 'full', width: 480, font: 'Sans' }).svg
    for (const { form } of pieceShapes(layoutChart('permanent', 480, 'full'), bridge).over)
      expect(paper(bridge)).toContain(form.kind === 'path' ? form.d : '')
    expect(paper(marksOf('46 47', 'removable'))).not.toMatch(/class=|NaN|undefined/)
  })
})

describe('a tooth that stands wrong', () => {
  const ways = (condition: ToothConditionId, details: string[]) =>
    details.map((detail) => {
      const drawing = toothDrawing([mark('38', condition, detail ? { detail } : {})])
      return `${sideTilt(drawing) ?? ''} ${tiltFromAbove(drawing) ?? ''}`
    })

  test('is tilted by its detail, each one differently; an impacted one of which nothing is said leans to its neighbour', () => {
    const impacted = ways('impacted', ['垂直', '近中', '水平', '远中', '倒置'])
    expect(new Set(impacted).size).toBe(5)
    expect(ways('impacted', [''])).toEqual([impacted[1]])
    expect(new Set(ways('malposed', ['唇颊向', '舌腭向', '近中', '远中', '扭转', ''])).size).toBe(6)
  })

  test('leans to the side of its name', () => {
    const angle = (condition: ToothConditionId, detail: string) =>
      Number(/rotate\((-?\d+)/.exec(sideTilt(toothDrawing([mark('38', condition, { detail })])) ?? '')?.[1])
    // In the drawing mesial is to the right and the crown below: a crown that leans there has turned against the clock.
    for (const condition of ['impacted', 'malposed'] as const)
      expect([angle(condition, '近中') < 0, angle(condition, '远中') > 0]).toEqual([true, true])
  })
})
