/** A point or a vector: [x, y]. What the axes mean is said by whoever makes it. */
export type Point = readonly [x: number, y: number]
/** Landmarks by their code; one that was not placed is not there. */
export type Points = Readonly<Partial<Record<string, Point>>>
/** What can't be known, because a landmark is missing or a line has no length, is undefined; never 0 and never NaN. */
type Maybe<T> = T | undefined

/** Below this a length counts as none. */
export const NO_LENGTH = 1e-9
/** Comparing a computed number with a limit: what lies on the limit but for rounding of the machine counts as on it. */
export const ROUNDING = 1e-9
const DEGREES = 180 / Math.PI

/** Whether a value is at most a limit, the rounding of the machine left aside. */
export const atMost = (value: number, limit: number): boolean => value <= limit + ROUNDING
/** Whether a value is at least a limit, the rounding of the machine left aside. */
export const atLeast = (value: number, limit: number): boolean => value >= limit - ROUNDING

/** Whether a value is a point with two numbers. */
export const isPoint = (point: Maybe<Point | null>): point is Point =>
  Array.isArray(point) && Number.isFinite(point[0]) && Number.isFinite(point[1])

/** The way from one point to another; zero when they are one. */
export const offset = (from: Maybe<Point>, to: Maybe<Point>): Maybe<Point> =>
  from && to && [to[0] - from[0], to[1] - from[1]]

/** A line from one point to another; undefined when it has no length. */
export function line(from: Maybe<Point>, to: Maybe<Point>): Maybe<Point> {
  const way = offset(from, to)
  return way && Math.hypot(...way) > NO_LENGTH ? way : undefined
}

/** The point between two. */
export const middle = (one: Maybe<Point>, other: Maybe<Point>): Maybe<Point> =>
  one && other && [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]

export const dot = (u: Point, v: Point): number => u[0] * v[0] + u[1] * v[1]
/** Positive when v lies counter-clockwise of u in a frame with y up. */
export const cross = (u: Point, v: Point): number => u[0] * v[1] - u[1] * v[0]
export const reverse = (u: Maybe<Point>): Maybe<Point> => u && [-u[0], -u[1]]
/** Turned by +90°, counter-clockwise in a frame with y up. */
export const turned = (u: Maybe<Point>): Maybe<Point> => u && [-u[1], u[0]]

/** A point turned about a centre by degrees, counter-clockwise in a frame with y up. */
export function rotate([x, y]: Point, [cx, cy]: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(degrees / DEGREES), Math.sin(degrees / DEGREES)]
  const [dx, dy] = [x - cx, y - cy]
  return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos]
}

/** Degrees wrapped into (−180, 180]. */
export function wrap(degrees: number): number {
  const rest = ((degrees % 360) + 360) % 360
  return rest > 180 ? rest - 360 : rest
}

/** Direction of a vector in degrees from the x axis, −180…180. */
export const direction = (u: Point): number => Math.atan2(u[1], u[0]) * DEGREES

/** Angle between two lines, 0…180°. By atan2 and not acos, which loses digits near 0 and 180. */
export const angle = (u: Maybe<Point>, v: Maybe<Point>): Maybe<number> =>
  u && v && Math.atan2(Math.abs(cross(u, v)), dot(u, v)) * DEGREES

/** Angle P-Q-R with the vertex Q, 0…180°. */
export const angleAt = (p: Maybe<Point>, q: Maybe<Point>, r: Maybe<Point>): Maybe<number> =>
  angle(line(q, p), line(q, r))

/** Signed angle from v to u in (−180, 180]: θ(u) − θ(v). */
export const turnFrom = (v: Maybe<Point>, u: Maybe<Point>): Maybe<number> => u && v && wrap(direction(u) - direction(v))

/** Inclination of a line to a reference, both back to front: positive when the front end of the line is lower. */
export const declination = (reference: Maybe<Point>, other: Maybe<Point>): Maybe<number> => turnFrom(other, reference)

/** Distance of a point from the line top→bottom: positive when the point is in front of the line (x forward, y up). */
export function distanceFrom(point: Maybe<Point>, top: Maybe<Point>, bottom: Maybe<Point>): Maybe<number> {
  const [axis, way] = [line(top, bottom), offset(top, point)]
  return axis && way && cross(axis, way) / Math.hypot(...axis)
}

/** Length of v along u, negative against it. */
export const projection = (v: Maybe<Point>, u: Maybe<Point>): Maybe<number> => u && v && dot(v, u) / Math.hypot(...u)

/** Distance of two points; undefined when they are one: a length of nothing is no measurement. */
export function distance(one: Maybe<Point>, other: Maybe<Point>): Maybe<number> {
  const between = line(one, other)
  return between && Math.hypot(...between)
}

/** A sum that is known only when each part is. */
export const sum = (...parts: readonly Maybe<number>[]): Maybe<number> =>
  parts.reduce((whole, part) => (whole === undefined || part === undefined ? undefined : whole + part), 0)

/** A difference that is known only when both are. */
export const minus = (one: Maybe<number>, other: Maybe<number>): Maybe<number> =>
  one === undefined || other === undefined ? undefined : one - other

/** A quotient; undefined when a part is, or when the lower one is zero. */
export const quotient = (upper: Maybe<number>, lower: Maybe<number>): Maybe<number> =>
  upper === undefined || lower === undefined || Math.abs(lower) <= NO_LENGTH ? undefined : upper / lower

/** An object without the keys whose value is not known. */
export const known = <T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
