import { dot, isZero, lengthOf, middle, minus, plus, times, turned, type Point, type Points } from './geometry.ts'

/** The points that a measure is taken at; reading one that is not marked ends the measure without a value. */
export class Marks {
  readonly #points: Points
  readonly #plane: OcclusalPlane

  constructor(points: Points, plane: OcclusalPlane) {
    this.#points = points
    this.#plane = plane
  }
  at(code: string): Point {
    const point = code === 'Xi' ? this.#xi() : this.#points[code]
    if (!point) throw new NotMeasured()
    return point
  }
  /** From one landmark to another; two at the same place are no line. */
  line(from: string, to: string): Point {
    return certain(minus(this.at(to), this.at(from)))
  }
  get frankfort(): Point {
    return this.line('Po', 'Or')
  }
  get base(): Point {
    return this.line('S', 'N')
  }
  get palate(): Point {
    return this.line('PNS', 'ANS')
  }
  get mandible(): Point {
    return this.line('Go', 'Me')
  }
  /** From the apex to the edge. */
  get upper(): Point {
    return this.line('U1A', 'U1')
  }
  get lower(): Point {
    return this.line('L1A', 'L1')
  }
  /** From the first molars to the first premolars, or to the incisor edges. */
  get occlusion(): Point {
    const front = this.#plane === 'bisected' ? (['U1', 'L1'] as const) : (['U4', 'L4'] as const)
    const [rear, fore] = [middle(this.at('U6'), this.at('L6')), middle(this.at(front[0]), this.at(front[1]))]
    return certain(minus(fore, rear))
  }
  /** The centre of the ramus, constructed on the Frankfort horizontal through the four ramus points. */
  #xi(): Point {
    const along = times(this.frankfort, 1 / lengthOf(this.frankfort))
    const up = turned(along)
    const mean = (one: string, other: string, axis: Point) => dot(middle(this.at(one), this.at(other)), axis)
    return plus(times(along, mean('R1', 'R2', along)), times(up, mean('R3', 'R4', up)))
  }
}

/** functional: molars to premolars. bisected: molars to incisor edges (Downs). */
export type OcclusalPlane = 'functional' | 'bisected'

class NotMeasured extends Error {}

function certain(line: Point): Point {
  if (isZero(line)) throw new NotMeasured()
  return line
}

/** A measure's value; undefined where a landmark is missing or a line has no length. */
export function valueOf(measure: (marks: Marks) => number, marks: Marks): number | undefined {
  try {
    const value = measure(marks)
    return Number.isFinite(value) ? value : undefined
  } catch (error) {
    if (error instanceof NotMeasured) return undefined
    throw error
  }
}
