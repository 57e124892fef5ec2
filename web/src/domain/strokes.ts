import type { Handwriting } from '@dentin/contract/consent'
import { handwritingPath } from '@dentin/contract/handwriting-path'

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

/** Room around the strokes of a picture, in px of the pad, and how many px of the picture each of them is. */
const MARGIN = 6
const FINE = 2

/** The strokes as a picture cut to them, black on nothing, for papers of any colour. */
export function pictureOf({ strokes }: Handwriting): Promise<Blob> {
  const points = strokes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN]
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil((Math.max(...xs) + MARGIN - left) * FINE)
  canvas.height = Math.ceil((Math.max(...ys) + MARGIN - top) * FINE)
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.scale(FINE, FINE)
    pen.translate(-left, -top)
    pen.lineWidth = 2.4
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.stroke(new Path2D(handwritingPath({ strokes, width: 1, height: 1 })))
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('签名没有画成图片'))), 'image/png')
  })
}
