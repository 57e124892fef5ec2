import type { Handwriting } from './core/consent-content.ts'

/** The SVG path of a handwriting, in its own pixels; a single point is a dot. */
export const handwritingPath = ({ strokes }: Handwriting): string =>
  strokes
    .map((stroke) => {
      const [[x, y] = [0, 0], ...rest] = stroke
      return rest.length === 0 ? `M${x} ${y}l.1 .1` : `M${x} ${y}${rest.map(([px, py]) => `L${px} ${py}`).join('')}`
    })
    .join('')
