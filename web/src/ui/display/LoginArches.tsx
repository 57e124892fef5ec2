import { cssVar } from '../theme/tokens.ts'

/** A tooth seen on its chewing side, in the frame of the right half: centre, half sizes and direction of mesial. */
interface Seat {
  fdi: number
  x: number
  y: number
  /** Half the mesiodistal width and half the depth from cheek to tongue. */
  width: number
  depth: number
  /** Degrees from the x axis to mesial, clockwise. */
  turn: number
  /** Roundness of the outline: 2 is an ellipse. */
  power: number
  /** How much narrower it gets towards the tongue. */
  taper: number
  fissures: string
}

const rounds = 'M-.66-.16a.66.14 0 1 0 1.32 0a.66.14 0 1 0-1.32 0Z'
const canine = 'M-.5-.12a.5.24 0 1 0 1 0a.5.24 0 1 0-1 0Z'
const upperPremolar = 'M-.55-.2L-.38 0L-.55.16M-.38 0Q0 .16.38 0M.55-.2L.38 0L.55.16'
const upperMolar = 'M.55.12Q.28-.1 0-.12Q-.3-.1-.5.2Q-.52.42-.36.6M0-.12Q.08-.4.28-.52'
const upperThird = 'M.34.04Q.1-.1-.04-.08Q-.2 0-.3.26M-.04-.08Q.04-.3.2-.4'
const lowerMolar = 'M-.55.04Q0-.08.55.04M.02-.56Q-.06 0 .02.56'
const lowerFirst = 'M-.56.02Q0-.1.56.04M.3-.6Q.26-.2.1-.02M-.08-.02Q-.16.3-.1.62M-.2-.56Q-.14-.3-.08-.02'
const lowerThird = 'M-.4.04Q0-.06.4.04M.02-.42Q-.04-.1-.1.02M-.02-.02Q.04.2 0 .44'
const lowerPremolar = 'M-.3-.28Q0 .06.34-.12M.02-.04Q.04.24-.04.44'
const lowerFirstPremolar = 'M-.36-.3Q0 .26.4-.06'

const seats: readonly Seat[] = [
  { fdi: 11, x: 299.5, y: 168.5, width: 25, depth: 17.5, turn: -13, power: 2.5, taper: 0.56, fissures: rounds },
  { fdi: 12, x: 266.5, y: 181.5, width: 19, depth: 15.5, turn: -33, power: 2.3, taper: 0.5, fissures: rounds },
  { fdi: 13, x: 242, y: 203.5, width: 20.5, depth: 19, turn: -49, power: 2.2, taper: 0.36, fissures: canine },
  { fdi: 14, x: 222, y: 232.5, width: 17.3, depth: 22.5, turn: -61, power: 2.4, taper: 0.08, fissures: upperPremolar },
  { fdi: 15, x: 207.5, y: 262, width: 16.3, depth: 22, turn: -72, power: 2.4, taper: 0.08, fissures: upperPremolar },
  { fdi: 16, x: 195, y: 301, width: 23.5, depth: 28, turn: -81, power: 2.9, taper: -0.06, fissures: upperMolar },
  { fdi: 17, x: 187, y: 347, width: 22, depth: 26.5, turn: -87, power: 2.8, taper: 0.06, fissures: upperMolar },
  { fdi: 18, x: 185.5, y: 389.5, width: 20.8, depth: 23.5, turn: -92, power: 2.6, taper: 0.14, fissures: upperThird },
  { fdi: 48, x: 194.5, y: 478, width: 23.8, depth: 23, turn: 93, power: 2.9, taper: 0.06, fissures: lowerThird },
  { fdi: 47, x: 195, y: 527, width: 25, depth: 24, turn: 86, power: 3, taper: 0.04, fissures: lowerMolar },
  { fdi: 46, x: 204, y: 577.5, width: 26.8, depth: 24.5, turn: 75, power: 3, taper: 0.08, fissures: lowerFirst },
  { fdi: 45, x: 219, y: 618.5, width: 17.5, depth: 20.5, turn: 62, power: 2.5, taper: 0.06, fissures: lowerPremolar },
  { fdi: 44, x: 235.5, y: 648, width: 17, depth: 19, turn: 53, power: 2.3, taper: 0.14, fissures: lowerFirstPremolar },
  { fdi: 43, x: 256.5, y: 673, width: 19.5, depth: 19, turn: 42, power: 2.2, taper: 0.4, fissures: canine },
  { fdi: 42, x: 281.5, y: 690.5, width: 17, depth: 16, turn: 27, power: 2.2, taper: 0.5, fissures: rounds },
  { fdi: 41, x: 307, y: 698, width: 15.4, depth: 14.5, turn: 7, power: 2.2, taper: 0.5, fissures: rounds },
]

const MIDDLE = 320
const fixed = (value: number) => String(Math.round(value * 100) / 100)

/** The outline as a closed smooth curve through points of a tapered superellipse, y > 0 towards the tongue. */
function outline({ width, depth, power, taper }: Seat): string {
  const points = Array.from({ length: 20 }, (_, i): [number, number] => {
    const angle = (i / 20) * 2 * Math.PI
    const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power)
    const y = bend(Math.sin(angle))
    return [width * bend(Math.cos(angle)) * (1 - (taper * (y + 0.7)) / 2), depth * y]
  })
  const at = (i: number) => points[(i + points.length) % points.length] as [number, number]
  const curves = points.map((from, i) => {
    const [before, to, after] = [at(i - 1), at(i + 1), at(i + 2)]
    const one = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const two = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...one, ...two, ...to].map(fixed).join(' ')}`
  })
  return `M${at(0).map(fixed).join(' ')}${curves.join('')}Z`
}

const shapes = seats.map((seat) => ({ ...seat, d: outline(seat) }))

function Tooth({ seat, left }: { seat: (typeof shapes)[number]; left: boolean }) {
  const lower = seat.fdi > 40
  const fdi = left ? (lower ? seat.fdi - 10 : seat.fdi + 10) : seat.fdi
  const chosen = fdi === 26
  const x = left ? 2 * MIDDLE - seat.x : seat.x
  const flip = left ? 'scale(-1 1)' : ''
  const normal = ((seat.turn + (lower ? 90 : -90)) * Math.PI) / 180
  const reach = seat.depth + (lower ? 15 : 14)
  const side = left ? -1 : 1
  return (
    <>
      <g transform={`translate(${x} ${seat.y}) ${flip} rotate(${seat.turn}) ${lower ? 'scale(1 -1)' : ''}`}>
        <path
          d={seat.d}
          fill={cssVar(chosen ? 'brand-600' : 'surface')}
          stroke={cssVar(chosen ? 'brand-600' : 'brand-400')}
          strokeWidth="1.1"
        />
        <path
          d={seat.fissures}
          transform={`scale(${seat.width} ${seat.depth})`}
          fill="none"
          stroke={cssVar(chosen ? 'text-on-fill' : 'brand-400')}
          strokeWidth={chosen ? 1.2 : 0.8}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
      <text
        x={x + side * Math.cos(normal) * reach}
        y={seat.y + Math.sin(normal) * reach}
        dominantBaseline="central"
        textAnchor="middle"
        fontSize={chosen ? 11.5 : 11}
        fontWeight={chosen ? 600 : 400}
        style={{ fontVariantNumeric: 'tabular-nums' }}
        fill={cssVar('brand-600')}
        opacity={chosen ? 1 : 0.75}
      >
        {fdi}
      </text>
    </>
  )
}

/** Both dental arches from the chewing side with their numbers, tooth 26 filled; decoration of the sign-in page. */
export function LoginArches({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="120 112 400 636" aria-hidden focusable="false" style={{ display: 'block' }}>
      <path d="M178 433H463" fill="none" stroke={cssVar('brand-200')} strokeWidth="1.5" strokeDasharray="4 4" />
      {shapes.map((seat) => (
        <g key={seat.fdi}>
          <Tooth seat={seat} left={false} />
          <Tooth seat={seat} left />
        </g>
      ))}
    </svg>
  )
}
