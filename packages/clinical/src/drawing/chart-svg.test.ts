import { describe, expect, test } from 'vitest'
import { toothConditions, type ToothMark } from '../tooth-conditions.ts'
import { chartSvg } from './chart-svg.ts'
import { DOTS, HATCH } from './paper-paints.ts'

const mark = (tooth: string, condition: ToothMark['condition'], rest: Partial<ToothMark> = {}): ToothMark => ({
  tooth,
  condition,
  surfaces: '',
  status: 'present',
  ...rest,
})

const drawn = (...marks: ToothMark[]): string =>
  chartSvg({ age: 30, notation: 'fdi', marks, size: 'full', width: 480, font: 'Sans' }).svg

const count = (text: string, part: string): number => text.split(part).length - 1

describe('chart on paper', () => {
  test('has no style sheet to lean on', () => {
    const svg = drawn(mark('16', 'caries', { surfaces: 'MO' }), mark('26', 'crown'))
    expect(svg).not.toMatch(/class=|var\(|NaN|undefined/)
  })

  test('without colour a finding is dotted, what exists is solid, a plan is hatched', () => {
    const filled = (pattern: string, ...marks: ToothMark[]) => count(drawn(...marks), `fill="${pattern}"`)
    expect(filled(DOTS, mark('16', 'caries', { surfaces: 'O' }))).toBe(1)
    expect(filled(HATCH, mark('16', 'caries', { surfaces: 'O' }))).toBe(0)
    expect(filled(HATCH, mark('16', 'filling', { surfaces: 'O', status: 'planned' }))).toBe(1)
    expect(filled(DOTS, mark('16', 'filling', { surfaces: 'O', status: 'planned' }))).toBe(0)
    const existing = drawn(mark('16', 'filling', { surfaces: 'O' }))
    expect(count(existing, DOTS) + count(existing, HATCH)).toBe(0)
    expect(existing).not.toBe(drawn())
  })

  test('every condition shows', () => {
    const bare = drawn(mark('16', 'sound'))
    const same = toothConditions.filter(
      ({ id, perSurface }) => id !== 'sound' && drawn(mark('16', id, { surfaces: perSurface ? 'O' : '' })) === bare,
    )
    expect(same.map(({ id }) => id)).toEqual([])
  })

  test('a tooth that was never laid down is not drawn as one that was taken out', () => {
    const [never, out] = [drawn(mark('12', 'congenitally_missing')), drawn(mark('12', 'missing'))]
    expect(never).not.toBe(out)
    expect(count(never, '<ellipse') - count(out, '<ellipse')).toBe(2)
    expect(drawn(mark('12', 'congenitally_missing'), mark('12', 'implant'))).toBe(
      drawn(mark('12', 'missing'), mark('12', 'implant')),
    )
  })

  test('strokes keep their width whatever the scale of the teeth', () => {
    const width = (points: number) => {
      const { svg } = chartSvg({
        age: 30,
        notation: 'fdi',
        marks: [mark('16', 'missing')],
        size: 'full',
        width: points,
        font: 'Sans',
      })
      const [, scale = '0'] = /scale\(([\d.]+)/.exec(svg) ?? []
      const [, stroke = '0'] = /stroke-width="(0\.\d+)" stroke-dasharray/.exec(svg) ?? []
      return Number(scale) * Number(stroke)
    }
    expect(width(480)).toBeCloseTo(0.75, 2)
    expect(width(300)).toBeCloseTo(0.75, 2)
  })

  test('a child has both dentitions, numbered as asked', () => {
    const child = (notation: 'fdi' | 'palmer' | 'universal') =>
      chartSvg({ age: 8, notation, marks: [], size: 'full', width: 480, font: 'Sans' }).svg
    expect(child('fdi')).toContain('>55<')
    expect(child('fdi')).toContain('>16<')
    expect(child('palmer')).toContain('>E<')
    expect(child('universal')).toContain('>32<')
    expect(child('universal')).toContain('>K<')
    expect(child('universal')).not.toContain('>75<')
  })
})
