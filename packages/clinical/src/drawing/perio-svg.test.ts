import { describe, expect, it } from 'vitest'
import type { PerioCells } from '../perio/cells.ts'
import { s4Entry } from '../perio/s4.ts'
import { perioSvg } from './perio-svg.ts'

const drawn = (cells: PerioCells) => perioSvg({ cells, width: 500, font: 'Sans' })
const count = (text: string, part: RegExp) => [...text.matchAll(part)].length
const bars = (svg: string, colour: string) => count(svg, new RegExp(`width="6" height="[\\d.]+" fill="${colour}"`, 'g'))

describe('periodontal chart on paper', () => {
  it('draws S4: a bar a site in its colour, a dot for each that bled, a square for plaque; no style sheet to lean on', () => {
    const { svg, width, height } = drawn(s4Entry().cells)
    expect(svg).not.toMatch(/class=|var\(|NaN|undefined/)
    expect([bars(svg, '#b7c6d6'), bars(svg, '#e08a1e'), bars(svg, '#c0392b')]).toEqual([132, 26, 10])
    expect(count(svg, /r="2.4" fill="#c0392b"/g)).toBe(42)
    expect(count(svg, /width="4" height="4" fill="#6b7c77"/g)).toBe(84)
    expect(width).toBe(500)
    expect(height).toBeLessThan(500)
  })
  it('leaves empty what was not measured, and has no figure of a missing tooth', () => {
    const { svg } = drawn({ '16': { 'pd.0': 7, 'gm.0': -2 }, '11': { status: 'missing', 'pd.0': 5 } })
    expect([bars(svg, '#b7c6d6'), bars(svg, '#e08a1e'), bars(svg, '#c0392b')]).toEqual([0, 0, 1])
    expect(svg).toContain('>−2<')
    expect(svg).not.toContain('>0<')
  })
  it('draws the furcations: from the second degree half, from the third whole', () => {
    const forks = (degree: number) =>
      count(drawn({ '36': { 'furcation.B': degree } }).svg, /<path d="M[^"]+Z" fill="#22302c"/g)
    expect([1, 2, 3].map(forks)).toEqual([0, 1, 1])
  })
})
