import type { Paint } from './shape.ts'

/** How a shape is inked on paper; widths and dashes in px of the chart. */
export interface Ink {
  fill?: string
  stroke?: string
  width?: number
  dash?: readonly number[]
  opacity?: number
}

/** Ids of the patterns that a chart on paper defines. */
export const DOTS = 'url(#dots)'
export const HATCH = 'url(#hatch)'

const outline = '#6b7c77'
const rootLine = '#a89d84'
const missing = '#9aa6a2'
const finding = '#b0452b'
const existing = '#3f6188'
const existingFill = '#86a1c2'
const plan = '#08665c'
const none = 'none'

/**
 * Inks in their order: of two that both say something, the later one holds. Without colour a finding is still
 * dotted, what exists is solid, what is planned is hatched.
 */
const inks: readonly (readonly [Paint, Ink])[] = [
  ['root', { fill: '#fbf8f0', stroke: rootLine }],
  ['rootFar', { fill: '#f3eee0', stroke: rootLine }],
  ['groove', { fill: none, stroke: rootLine, opacity: 0.5 }],
  ['crown', { fill: '#ffffff', stroke: outline }],
  ['neckArc', { fill: none, stroke: '#d9cfb8' }],
  ['mark', { fill: none, stroke: outline, opacity: 0.42 }],
  ['ghost', { fill: none, stroke: missing, dash: [3, 2.5] }],
  ['cross', { fill: none, stroke: outline, width: 1.3 }],
  ['outlineFill', { fill: '#ffffff', stroke: none }],
  ['outline', { fill: none, stroke: outline }],
  ['faint', { stroke: missing }],
  ['ridge', { fill: none, stroke: outline, opacity: 0.42 }],
  ['canal-existing', { fill: existing, stroke: none }],
  ['canal-plan', { fill: HATCH, stroke: plan }],
  ['canal-finding', { fill: DOTS, stroke: finding }],
  ['chamber', { opacity: 0.3 }],
  ['implant', { fill: '#d8e1ec', stroke: existing, width: 1.2 }],
  ['screw', { fill: '#d8e1ec', stroke: existing, width: 1.2 }],
  ['implantPlan', { fill: HATCH, stroke: plan }],
  ['thread', { fill: none, width: 1.8 }],
  ['screwHole', { fill: existing, stroke: none }],
  ['finding', { fill: DOTS, stroke: finding }],
  ['existing', { fill: existingFill, stroke: existing }],
  ['plan', { fill: HATCH, stroke: plan }],
  ['planHatch', { fill: HATCH, stroke: plan }],
  ['sealant', { fill: '#dde6f0' }],
  ['plain', { stroke: none }],
  ['restored', { width: 1.4 }],
  ['margin', { fill: none, opacity: 0.5 }],
  ['line', { fill: none, width: 1.5 }],
  ['findingLine', { fill: none, stroke: finding }],
  ['existingLine', { fill: none, stroke: existing }],
  ['planLine', { fill: none, stroke: plan }],
  ['dashed', { dash: [3, 2.5] }],
  ['spot', { width: 1.1 }],
  ['apical', { dash: [2.4, 1.6], width: 1.2 }],
  ['mark-existing', { stroke: existing, opacity: 0.6 }],
  ['mark-removable', { stroke: existing, opacity: 0.6 }],
  ['mark-finding', { stroke: finding }],
  ['mark-plan', { stroke: plan }],
  ['fissure-existing', { stroke: existing, opacity: 0.8 }],
  ['fissure-sealant', { stroke: existing, opacity: 0.8 }],
  ['fissure-finding', { stroke: finding, opacity: 0.8 }],
  ['fissure-plan', { stroke: plan, opacity: 0.9 }],
  ['post', { fill: none, width: 3 }],
  ['base', { opacity: 0.55, width: 1 }],
  ['temporary', { fill: '#f3ead6' }],
]

/** The ink of a shape by what it and the groups around it stand for. */
export function inkOf(around: readonly Paint[], own: readonly Paint[]): Ink {
  const from = (paints: readonly Paint[]): Ink[] =>
    inks.filter(([paint]) => paints.includes(paint)).map(([, ink]) => ink)
  return Object.assign({}, ...from(around), ...from(own)) as Ink
}
