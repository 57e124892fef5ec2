import { atLeast, atMost, known, type Points } from '../geometry.ts'
import { dentalMeasures } from './dental.ts'
import { filmOf, type FilmMeasure, type OcclusalPlane } from './film.ts'
import { calibrate, clinicalFrame, detectFacing, type Facing, type Scale } from './frame.ts'
import { skeletalMeasures } from './skeletal.ts'
import { softTissueMeasures } from './soft-tissue.ts'

/** Every measure of a lateral film. */
export const filmMeasures: readonly FilmMeasure[] = [...skeletalMeasures, ...dentalMeasures, ...softTissueMeasures]

/** A lateral film as it is stored: landmarks in pixels of the original image, x right, y down. */
export interface LateralFilm {
  points: Points
  /** Left out: angles and ratios only, no millimetre. */
  scale?: Scale | null
  /** Left out: found from the landmarks. */
  facing?: Facing
  /** functional unless said otherwise. */
  occlusalPlane?: OcclusalPlane
}

export interface LateralResult {
  /** mm of one pixel; not there without a valid scale. */
  mmPerPx?: number
  /** By the id of the measure; what can't be known is not there. */
  measures: Record<string, number>
  /** Classes of the ISBI challenge, 1 is normal. */
  isbi: Record<string, number>
}

/**
 * Values of given measures of a film, by their id.
 * @param measures what is asked for: `filmMeasures`, or the soft tissue alone for a photo
 */
export function measureFilm(
  { points, scale, facing, occlusalPlane }: LateralFilm,
  measures: readonly FilmMeasure[],
): { mmPerPx?: number; measures: Record<string, number> } {
  const calibrated = scale ? calibrate(scale) : undefined
  const mmPerPx = calibrated && 'mmPerPx' in calibrated ? calibrated.mmPerPx : undefined
  const film = filmOf(
    clinicalFrame(points, facing ?? detectFacing(points), mmPerPx ?? 1),
    occlusalPlane ?? 'functional',
  )
  const values = measures
    .filter(({ unit }) => unit !== 'mm' || mmPerPx !== undefined)
    .map(({ id, of }) => [id, of(film)] as const)
  return {
    ...(mmPerPx !== undefined && { mmPerPx }),
    measures: known(Object.fromEntries(values)) as Record<string, number>,
  }
}

/** Classes below, within and above two limits; both limits are within. */
const within =
  (low: number, high: number, [below, above]: readonly [number, number]) =>
  (value: number): number =>
    !atLeast(value, low) ? below : !atMost(value, high) ? above : 1

/** Edge-to-edge up to so many mm, either way. */
const EDGE_TO_EDGE_MM = 0.1
/** Between 0 and the normal range the paper defines no class; 0 is the project's own (decision). */
const MW_UNDEFINED = 0

function edgeClass(mm: number): number {
  if (atMost(Math.abs(mm), EDGE_TO_EDGE_MM)) return 2
  if (mm < 0) return 3
  if (!atLeast(mm, 2)) return MW_UNDEFINED
  return atMost(mm, 4.5) ? 1 : 4
}

/** Key of the class, the measure it is taken from, and the class of a value. FHA of that data set is SN to Go–Gn. */
const ISBI: readonly (readonly [id: string, measure: string, classOf: (value: number) => number])[] = [
  ['ANB', 'ANB', within(3.2, 5.7, [3, 2])],
  ['SNB', 'SNB', within(74.6, 78.7, [2, 3])],
  ['SNA', 'SNA', within(79.4, 83.2, [3, 2])],
  ['ODI', 'ODI', within(68.4, 80.5, [3, 2])],
  ['APDI', 'APDI', within(77.6, 85.2, [2, 3])],
  ['FHI', 'FHI', within(0.65, 0.75, [3, 2])],
  ['FHA', 'SN_GoGn', within(26.8, 31.4, [3, 2])],
  ['MW', 'MW', edgeClass],
]

/**
 * The eight classes of the ISBI 2015 challenge (Wang et al., Med Image Anal 2016). The limits come from one Taiwanese hospital;
 * they are no norms for a diagnosis, and are offered as a table of their own. Compared with one public implementation.
 */
export const isbiClasses = (measures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    ISBI.flatMap(([id, measure, classOf]) => {
      const value = measures[measure]
      return value === undefined ? [] : [[id, classOf(value)]]
    }),
  )

/** Every measure of a lateral film and its ISBI classes. Source: clinical-calculators §1.4, §1.5. */
export function cephLateral(film: LateralFilm): LateralResult {
  const measured = measureFilm(film, filmMeasures)
  return { ...measured, isbi: isbiClasses(measured.measures) }
}
