/** A point or vector, x and y. Stored points are image pixels with y down; the clinical frame has X to the front, Y up, mm. */
export type Point = readonly [x: number, y: number]
/** Points by their landmark codes. */
export type Points = Readonly<Partial<Record<string, Point>>>

const DEGREES = 180 / Math.PI

export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]]
export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]]
export const times = (a: Point, factor: number): Point => [a[0] * factor, a[1] * factor]
export const reverse = (a: Point): Point => [-a[0], -a[1]]
export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
export const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1]
export const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0]
export const lengthOf = (a: Point): number => Math.hypot(a[0], a[1])
export const distance = (a: Point, b: Point): number => lengthOf(minus(a, b))
/** Turned by +90°, counter-clockwise where Y points up. */
export const turned = (a: Point): Point => [-a[1], a[0]]
export const isZero = (a: Point): boolean => a[0] === 0 && a[1] === 0

/** The direction of a vector in degrees, −180 to 180. */
export const direction = (a: Point): number => Math.atan2(a[1], a[0]) * DEGREES
/** An angle in degrees brought into (−180, 180]. */
export function wrap(angle: number): number {
  const rest = ((angle % 360) + 360) % 360
  return rest > 180 ? rest - 360 : rest
}
/** The angle between two vectors, 0 to 180 degrees. */
export const angleBetween = (a: Point, b: Point): number => Math.atan2(Math.abs(cross(a, b)), dot(a, b)) * DEGREES
/** The angle at `vertex` between two points, 0 to 180 degrees. */
export const angleAt = (a: Point, vertex: Point, b: Point): number => angleBetween(minus(a, vertex), minus(b, vertex))
/** How far `a` reaches along the direction of `along`. */
export const projected = (a: Point, along: Point): number => dot(a, along) / lengthOf(along)
/** How far a point lies in front of a line from its upper to its lower end; behind it is negative. */
export const beforeLine = (point: Point, upper: Point, lower: Point): number =>
  cross(minus(lower, upper), minus(point, upper)) / distance(lower, upper)

/** Turned by an angle in degrees about a centre, counter-clockwise where Y points up. */
export function rotated(point: Point, centre: Point, angle: number): Point {
  const [cos, sin] = [Math.cos(angle / DEGREES), Math.sin(angle / DEGREES)]
  const [x, y] = minus(point, centre)
  return plus(centre, [x * cos - y * sin, x * sin + y * cos])
}

/** Several points by their codes; null when one of them is not marked. */
export function allOf(codes: readonly string[], pick: (code: string) => Point | undefined): Point[] | null {
  const found: Point[] = []
  for (const code of codes) {
    const point = pick(code)
    if (!point) return null
    found.push(point)
  }
  return found
}
