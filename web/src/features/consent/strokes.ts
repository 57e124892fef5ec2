import type { Handwriting } from '@dentin/contract/consent'

/** A stroke as the pad gives it. */
interface PadStroke {
  points: readonly { x: number; y: number; time: number }[]
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** The pad's strokes as they are kept: points in tenths of a pixel, milliseconds since the first. */
export function handwritingOf(data: readonly PadStroke[], width: number, height: number): Handwriting {
  const first = data[0]?.points[0]?.time ?? 0
  const strokes = data
    .filter(({ points }) => points.length > 0)
    .map(({ points }) =>
      points.map(({ x, y, time }): [number, number, number] => [
        tenth(x),
        tenth(y),
        Math.max(0, Math.round(time - first)),
      ]),
    )
  return { width: Math.round(width), height: Math.round(height), strokes }
}

/** The path of a handwriting for drawing; a single point is a dot. */
export const pathOf = ({ strokes }: Handwriting): string =>
  strokes
    .map((stroke) => {
      const [[x, y] = [0, 0], ...rest] = stroke
      return rest.length === 0 ? `M${x} ${y}l.1 .1` : `M${x} ${y}${rest.map(([px, py]) => `L${px} ${py}`).join('')}`
    })
    .join('')
