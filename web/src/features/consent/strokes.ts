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
