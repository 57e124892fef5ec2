import { formatTeeth, parseTeeth, teeth, toothConditions, type ToothMark } from '@dentin/clinical'
import {
  groupMarks,
  layoutChart,
  mapPath,
  marksText,
  pieceShapes,
  supernumeraryOf,
  toothAt,
  toothDrawing,
  toothShape,
} from '@dentin/clinical/drawing'
import { describe, expect, test } from 'vitest'
import { moveTooth, selectRange, toggleSurface, toggleSurfaceOfAll, toggleTooth } from './selection.ts'

const mark = (tooth: string, condition: ToothMark['condition'], rest: Partial<ToothMark> = {}): ToothMark => ({
  tooth,
  condition,
  surfaces: '',
  status: 'present',
  ...rest,
})

describe('keyboard', () => {
  const { rows } = layoutChart('permanent', 694, 'full')
  test('left and right follow the arch across the midline and stop at its ends', () => {
    expect(moveTooth(rows, '11', 'ArrowRight')).toBe('21')
    expect(moveTooth(rows, '21', 'ArrowLeft')).toBe('11')
    expect(moveTooth(rows, '18', 'ArrowLeft')).toBe('18')
    expect(moveTooth(rows, '38', 'ArrowRight')).toBe('38')
    expect(moveTooth(rows, '26', 'Home')).toBe('18')
    expect(moveTooth(rows, '46', 'End')).toBe('38')
  })

  test('up and down change the arch in the same column', () => {
    expect(moveTooth(rows, '26', 'ArrowDown')).toBe('36')
    expect(moveTooth(rows, '36', 'ArrowUp')).toBe('26')
    expect(moveTooth(rows, '26', 'ArrowUp')).toBe('26')
  })

  test('on the mixed chart up and down pass through the deciduous rows', () => {
    const mixed = layoutChart('mixed', 694, 'full').rows
    expect(moveTooth(mixed, '16', 'ArrowDown')).toBe('55')
    expect(moveTooth(mixed, '51', 'ArrowDown')).toBe('81')
    expect(moveTooth(mixed, '75', 'ArrowDown')).toBe('35')
  })
})

describe('selection', () => {
  test('a range is a set of whole teeth', () => {
    expect(formatTeeth(selectRange('12', '22'))).toBe('11;12;21;22')
  })

  test('a tooth toggles and keeps the others', () => {
    expect(formatTeeth(toggleTooth(parseTeeth('16:MO'), '24'))).toBe('16:MO;24')
    expect(formatTeeth(toggleTooth(parseTeeth('16:MO;24'), '16'))).toBe('24')
  })

  test('surfaces toggle on one tooth and on all', () => {
    expect(formatTeeth(toggleSurface([], '16', 'O'))).toBe('16:O')
    expect(formatTeeth(toggleSurface(parseTeeth('16:O'), '16', 'M'))).toBe('16:MO')
    expect(formatTeeth(toggleSurface(parseTeeth('16:MO'), '16', 'O'))).toBe('16:M')
    expect(formatTeeth(toggleSurfaceOfAll(parseTeeth('16:M;11;Q3'), 'O'))).toBe('11:I;16:MO;Q3')
    expect(formatTeeth(toggleSurfaceOfAll(parseTeeth('16:MO;11:I'), 'O'))).toBe('11;16:M')
  })
})

describe('layout', () => {
  test.each(['permanent', 'deciduous', 'mixed'] as const)('%s teeth stand inside the chart and can be hit', (kind) => {
    for (const size of ['full', 'small'] as const) {
      const layout = layoutChart(kind, 694, size)
      for (const place of layout.places) {
        expect(place.left).toBeGreaterThanOrEqual(0)
        expect(place.right).toBeLessThanOrEqual(layout.width)
        expect(place.top).toBeGreaterThanOrEqual(0)
        expect(place.bottom).toBeLessThanOrEqual(layout.height)
        expect(toothAt(layout, place.x, place.occlusalY)).toBe(place.fdi)
        expect(toothAt(layout, place.x, place.numberY)).toBe(place.fdi)
      }
    }
  })

  test('upper and lower share columns and the sides mirror', () => {
    const places = new Map(layoutChart('permanent', 694, 'full').places.map((place) => [place.fdi, place]))
    expect(places.get('16')?.x).toBe(places.get('46')?.x)
    expect((places.get('16')?.x ?? 0) + (places.get('26')?.x ?? 0)).toBeCloseTo(694)
  })
})

describe('drawing', () => {
  test('every tooth has an outline; deciduous teeth are smaller than their successors', () => {
    for (const tooth of teeth) expect(toothShape(tooth.fdi).crown).toMatch(/^M[^N]+Z$/)
    for (const position of [1, 2, 3]) {
      expect(toothShape(`5${position}`).width).toBeLessThan(toothShape(`1${position}`).width)
      expect(toothShape(`8${position}`).rootLength).toBeLessThan(toothShape(`4${position}`).rootLength)
    }
  })

  test('a path maps point by point, also without separators', () => {
    expect(mapPath('M-3.3 .5C-3.8 2.6-4.3 5-4.2 7.4L.1-.2Z', (x, y) => [-x, y * 2])).toBe(
      'M3.3 1C3.8 5.2 4.3 10 4.2 14.8L-0.1 -0.4Z',
    )
  })

  test('a lesion is not hidden by an older filling, and a plan is laid over both', () => {
    const drawing = toothDrawing([
      mark('16', 'caries', { surfaces: 'MO' }),
      mark('16', 'filling', { surfaces: 'O' }),
      mark('16', 'filling', { surfaces: 'O', status: 'planned' }),
    ])
    expect(drawing.zones).toEqual({ M: { base: 'finding', plan: false }, O: { base: 'finding', plan: true } })
  })

  test('an implant takes the place of a missing tooth, a planned one leaves it as it is', () => {
    expect(toothDrawing([mark('16', 'missing')]).natural).toBe('ghost')
    expect(toothDrawing([mark('16', 'missing'), mark('16', 'implant')]).natural).toBe('none')
    expect(toothDrawing([mark('16', 'missing'), mark('16', 'implant', { status: 'planned' })]).natural).toBe('ghost')
    expect(toothDrawing([mark('16', 'missing', { status: 'planned' })]).extraction).toBe(true)
  })

  test('what was taken off is not drawn', () => {
    for (const condition of ['crown', 'implant', 'pontic', 'filling'] as const)
      expect(toothDrawing([mark('16', condition, { surfaces: 'O', status: 'removed' })])).toEqual(toothDrawing([]))
  })

  test('every condition is drawn', () => {
    const layout = layoutChart('permanent', 694, 'full')
    const drawingOf = (marks: ToothMark[]) => JSON.stringify([toothDrawing(marks), pieceShapes(layout, marks)])
    const bare = drawingOf([])
    // A sound tooth is the bare one; a supernumerary is a tooth of its own.
    const drawn = toothConditions.filter(({ id }) => id !== 'sound' && id !== 'supernumerary')
    const same = drawn.filter(
      ({ id, perSurface }) => drawingOf([mark('16', id, { surfaces: perSurface ? 'O' : '' })]) === bare,
    )
    expect(same.map(({ id }) => id)).toEqual([])
  })

  test('a supernumerary has its own code, from its mark or from what is charted on it', () => {
    expect(supernumeraryOf(mark('11', 'supernumerary'))).toBe('S11')
    expect(supernumeraryOf(mark('S11', 'caries'))).toBe('S11')
    expect(supernumeraryOf(mark('11', 'caries'))).toBeNull()
  })

  test('marks are read out in words', () => {
    expect(marksText([])).toBe('健康')
    expect(
      marksText([mark('16', 'caries', { surfaces: 'MO', detail: '深' }), mark('16', 'crown', { status: 'planned' })]),
    ).toBe('深龋 近中𬌗面、计划 冠')
  })

  test('a change of one tooth leaves the groups of the others untouched', () => {
    const before = groupMarks([mark('16', 'caries', { surfaces: 'O' }), mark('24', 'crown')], new Map())
    const after = groupMarks([mark('16', 'caries', { surfaces: 'MO' }), mark('24', 'crown')], before)
    expect(after.get('24')).toBe(before.get('24'))
    expect(after.get('16')).not.toBe(before.get('16'))
  })
})
