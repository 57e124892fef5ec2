import type { Handwriting } from '@dentin/contract/consent'
import type { Random } from '../random.ts'

/** Size of the field that a name is written into, and of one of its characters. */
const [WIDTH, HEIGHT, SIZE] = [320, 120, 74]

/** A name written by hand: for each of its characters a few strokes, slightly bent, one after the other. */
export function signatureOf(r: Random, name: string): Handwriting {
  const letters = [...name].slice(0, 4)
  const left = (WIDTH - letters.length * SIZE * 0.95) / 2
  let time = 0
  const strokes: Handwriting['strokes'] = []
  for (const [place] of letters.entries()) {
    const count = r.int(4, 7)
    for (let n = 0; n < count; n += 1) {
      const isFlat = n % 2 === 0
      const length = SIZE * (0.35 + r.next() * 0.5)
      const from = {
        x: left + place * SIZE * 0.95 + SIZE * (isFlat ? 0.08 : 0.2 + r.next() * 0.55),
        y: (HEIGHT - SIZE) / 2 + SIZE * (isFlat ? 0.12 + (n / count) * 0.72 : r.next() * 0.3),
      }
      const bend = (r.next() - 0.5) * 12
      const slope = isFlat ? -0.12 : (r.next() - 0.5) * 0.7
      const points = 9
      strokes.push(
        Array.from({ length: points }, (_, at): [number, number, number] => {
          const along = at / (points - 1)
          const off = Math.sin(along * Math.PI) * bend
          const x = from.x + (isFlat ? along * length : along * length * slope + off)
          const y = from.y + (isFlat ? along * length * slope + off : along * length)
          time += r.int(9, 16)
          return [Math.round(x * 10) / 10, Math.round(y * 10) / 10, time]
        }),
      )
      time += r.int(60, 180)
    }
  }
  return { width: WIDTH, height: HEIGHT, strokes }
}
