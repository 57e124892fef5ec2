import type { ToothConditionId, ToothLayer } from '@dentin/clinical'
import type { ReactNode } from 'react'
import css from './tooth-swatch.module.css'

export type SwatchKind = ToothLayer | 'missing' | 'neverThere' | 'apical' | 'crown' | 'implant' | 'plain'

const kinds: Partial<Record<ToothConditionId, SwatchKind>> = {
  periapical: 'apical',
  crown: 'crown',
  temporary_crown: 'crown',
  implant: 'implant',
  missing: 'missing',
  congenitally_missing: 'neverThere',
  impacted: 'plain',
  unerupted: 'plain',
  embedded: 'plain',
  sound: 'plain',
}

/** The swatch that stands for a condition on a layer. */
export function swatchOf(condition: ToothConditionId, layer: ToothLayer): SwatchKind {
  return layer === 'plan' ? 'plan' : (kinds[condition] ?? layer)
}

/** A 12 px square in the colour of a layer, as in the legend and the palette. */
export function ToothSwatch({ kind }: { kind: SwatchKind }): ReactNode {
  return <span aria-hidden className={`${css.swatch} ${css[kind]}`} />
}
