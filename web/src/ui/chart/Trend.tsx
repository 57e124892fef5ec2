import s from './trend.module.css'

export interface TrendPoint {
  label: string
  /** null: not measured then. */
  value: number | null
}
export interface TrendProps {
  /** Spoken name. */
  label: string
  points: readonly TrendPoint[]
  format: (value: number) => string
  width?: number
}

const HEIGHT = 92
const [TOP, BOTTOM, SIDE] = [22, 26, 16]

/** A figure over a few days: a line with its values, the last one filled. */
export function Trend({ label, points, format, width = 248 }: TrendProps) {
  const values = points.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) =>
    points.length === 1 ? width / 2 : SIDE + (index * (width - 2 * SIDE)) / (points.length - 1)
  const y = (value: number) =>
    high === low ? (TOP + HEIGHT - BOTTOM) / 2 : TOP + ((high - value) * (HEIGHT - TOP - BOTTOM - 6)) / (high - low)
  const drawn = points.flatMap(({ value }, index) => (value === null ? [] : [{ value, index }]))
  const line = drawn.map(
    ({ value, index }, at) => `${at === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  const said = points.map((point) => `${point.label} ${point.value === null ? '未测' : format(point.value)}`).join('，')
  const anchor = (index: number) =>
    points.length === 1 ? 'middle' : index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle'
  const at = (index: number) => (anchor(index) === 'start' ? 2 : anchor(index) === 'end' ? width - 2 : x(index))
  return (
    <svg className={s.trend} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`${label}：${said}`}>
      {[0, 0.5, 1].map((part) => {
        const at = TOP - 6 + part * (HEIGHT - TOP - BOTTOM + 6)
        return <line key={part} className={s.rule} x1={0} x2={width} y1={at} y2={at} />
      })}
      <path className={s.line} d={line.join('')} />
      {drawn.map(({ value, index }) => {
        const last = index === points.length - 1
        return (
          <g key={index}>
            <circle className={last ? s.last : s.dot} cx={x(index)} cy={y(value)} r={last ? 3.6 : 3} />
            <text className={last ? s.lastValue : s.value} x={at(index)} y={y(value) - 8} textAnchor={anchor(index)}>
              {format(value)}
            </text>
          </g>
        )
      })}
      {points.map((point, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two examinations may be of one month
        <text key={index} className={s.label} x={at(index)} y={HEIGHT - 6} textAnchor={anchor(index)}>
          {point.label}
        </text>
      ))}
    </svg>
  )
}
