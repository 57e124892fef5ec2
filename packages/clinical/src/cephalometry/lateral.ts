import { clinicalPoints, facingOf, mmPerPixel, type Facing, type Ruler } from './frame.ts'
import type { Points } from './geometry.ts'
import { isbiClasses } from './isbi.ts'
import { Marks, valueOf, type OcclusalPlane } from './lines.ts'
import { lateralMeasures } from './measures.ts'

export interface LateralInput {
  /** Image pixels of the unrotated film, y down. */
  points: Points
  /** Without it no millimetre is said. */
  scale?: Ruler | null | undefined
  /** Left out: read from the points. */
  facing?: Facing | undefined
  occlusalPlane?: OcclusalPlane | undefined
}

/** A measure that can't be taken has no key. */
export interface LateralResult {
  mmPerPx?: number
  measures: Record<string, number>
  /** Classes of the ISBI table, 1 is normal. */
  isbi: Record<string, number>
}

/** All measures of a lateral film: angles in degrees, lengths in mm, ratios as such. Unrounded. */
export function lateralAnalysis({ points, scale, facing, occlusalPlane = 'functional' }: LateralInput): LateralResult {
  const mmPerPx = scale ? mmPerPixel(scale) : null
  const side = facing ?? facingOf(points) ?? 'right'
  const marks = new Marks(clinicalPoints(points, side, mmPerPx ?? 1), occlusalPlane)
  const measures = Object.fromEntries(
    lateralMeasures.flatMap(({ id, unit, formula }) => {
      const value = unit === 'mm' && mmPerPx === null ? undefined : valueOf(formula, marks)
      return value === undefined ? [] : [[id, value]]
    }),
  )
  return { ...(mmPerPx === null ? {} : { mmPerPx }), measures, isbi: isbiClasses(measures) }
}
