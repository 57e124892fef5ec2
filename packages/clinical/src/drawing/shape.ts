import type { ToothLayer } from '../tooth-conditions.ts'
import type { Zone } from './tooth-shape.ts'

/** What a shape stands for; the screen's style sheet and the paper's table of strokes say how each looks. */
export type Paint =
  | ToothLayer
  | `${ToothLayer}Line`
  | `canal-${ToothLayer}`
  | `mark-${ToothLayer | 'removable'}`
  | `fissure-${ToothLayer | 'sealant'}`
  | 'apical'
  | 'base'
  | 'canal'
  | 'chamber'
  | 'chosen'
  | 'cross'
  | 'crown'
  | 'dashed'
  | 'faint'
  | 'ghost'
  | 'groove'
  | 'implant'
  | 'implantPlan'
  | 'light'
  | 'line'
  | 'margin'
  | 'mark'
  | 'neckArc'
  | 'outline'
  | 'outlineFill'
  | 'piece'
  | 'plain'
  | 'planHatch'
  | 'post'
  | 'restored'
  | 'ridge'
  | 'root'
  | 'rootFar'
  | 'roots'
  | 'screw'
  | 'screwHole'
  | 'sealant'
  | 'spot'
  | 'temporary'
  | 'thread'
  | 'zone'

/** A form of the drawing in mm, without colours: what it is made of, and what it stands for. */
export interface Shape {
  form: Form
  paints: readonly Paint[]
  /** Path outside of which nothing of it shows. */
  clip?: string
  /** A transform in SVG's words. */
  transform?: string
  /** Filled with the hatch of plans. */
  hatched?: boolean
  /** The holes of the path stay empty. */
  evenOdd?: boolean
  /** A field that can be chosen by pointing at it. */
  zone?: Zone
}

export type Form =
  | { kind: 'path'; d: string }
  | { kind: 'ellipse'; x: number; y: number; rx: number; ry: number }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; r: number }
  | { kind: 'group'; shapes: readonly Shape[] }

type Words = readonly (Paint | false | null | undefined | '')[]

const said = (paints: Words): Paint[] => paints.flatMap((paint) => paint || [])

/** A path by its SVG data. */
export const path = (d: string, ...paints: Words): Shape => ({ form: { kind: 'path', d }, paints: said(paints) })

/** An ellipse by centre and radii in mm. */
export const ellipse = (x: number, y: number, rx: number, ry: number, ...paints: Words): Shape => ({
  form: { kind: 'ellipse', x, y, rx, ry },
  paints: said(paints),
})

/** Shapes that share what they stand for. */
export const group = (shapes: readonly Shape[], ...paints: Words): Shape => ({
  form: { kind: 'group', shapes },
  paints: said(paints),
})
