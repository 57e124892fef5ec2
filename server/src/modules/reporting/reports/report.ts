import type { Cut, ReportName } from '@dentin/contract/report'
import type { CountedFigure, Figure } from '../figures/figure.ts'
import type { FaceName } from './faces.ts'

/** A report: which figures it shows, and by what they may be cut. It has no SQL of its own. */
export interface Report {
  name: ReportName
  /** By what its rows may be cut, the first when nothing is chosen. */
  cuts: readonly Cut[]
  figures: readonly Figure[]
  /** Cuts whose rows stand in groups of another, each with its sum. */
  groups: Readonly<Partial<Record<Cut, Cut>>>
  /** A figure that is shown part by part before its whole, a column for each key of a cut. */
  spread: { figure: CountedFigure; by: Cut } | null
  /** How single things are ordered when nobody asks: by a figure, 'A6-desc'; else as they happened. */
  order: string | null
  /** What single things of a cut say of themselves here, where that is not what they say elsewhere. */
  faces: Readonly<Partial<Record<Cut, FaceName>>>
  /** Figures that pictures ask for by name, and that the table does not show. */
  pictured: readonly Figure[]
  /** Of single things of a cut the columns that say something; left out: all. */
  ofThings: Readonly<Partial<Record<Cut, readonly string[]>>>
  /** Of people: whoever reaches less than a clinic sees the own row and what the others come to on average. */
  people: boolean
  /** By a cut that is here only these figures are counted: of others its rows know nothing. */
  only: Readonly<Partial<Record<Cut, readonly string[]>>>
}
/** What stands behind the figures of a report. */
export type ReportRest = Partial<
  Pick<Report, 'groups' | 'spread' | 'order' | 'faces' | 'ofThings' | 'people' | 'only'>
> & {
  pictured?: string
}
