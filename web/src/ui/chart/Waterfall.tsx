import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { cx } from '../cx.ts'
import { useIsMobile } from '../hooks/useMediaQuery.ts'
import s from './columns.module.css'

export interface WaterfallStep {
  key: string
  name: string
  /** level: how it stands, drawn from nothing. step: what it moved, drawn from where the one before ended. */
  kind: 'level' | 'step'
  value: number
}

const [WIDTH, HEIGHT] = [680, 236]
const [TOP, BOTTOM] = [22, 26]

type Drawn = WaterfallStep & { from: number; to: number }

/** Each step from where the one before ended; a level from nothing. */
function drawn(steps: readonly WaterfallStep[]): Drawn[] {
  const bars: Drawn[] = []
  for (const step of steps) {
    const from = step.kind === 'level' ? 0 : (bars.at(-1)?.to ?? 0)
    bars.push({ ...step, from, to: from + step.value })
  }
  return bars
}

/** From how something stood to how it stands, step by step, each with its sum above it. Each can be pressed. */
export function Waterfall({
  label,
  steps,
  format,
  onOpen,
}: {
  /** Spoken name; the table below says the same numbers. */
  label: string
  steps: readonly WaterfallStep[]
  format: (value: number) => string
  onOpen?: (key: string) => void
}) {
  const bars = drawn(steps)
  const isMobile = useIsMobile()
  const ends = bars.flatMap(({ from, to }) => [from, to])
  if (isMobile) return <Lying label={label} bars={bars} format={format} {...(onOpen ? { onOpen } : {})} />
  const y = scaleLinear({
    domain: [Math.min(0, ...ends), Math.max(1, ...ends)],
    range: [HEIGHT - TOP - BOTTOM, 0],
  })
  const x = scaleBand({ domain: steps.map(({ key }) => key), range: [0, WIDTH], padding: 0.36 })
  const said = steps.map(({ name, value }) => `${name} ${format(value)}`).join('，')
  return (
    <figure className={s.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={s.svg} role="img" aria-label={`${label}：${said}`}>
        <Group top={TOP}>
          <line className={s.base} x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
          {bars.map((bar, n) => {
            const left = x(bar.key) ?? 0
            const next = bars[n + 1]
            const top = Math.min(y(bar.from), y(bar.to))
            return (
              <g key={bar.key}>
                <rect
                  className={s.hit}
                  x={left - (x.step() - x.bandwidth()) / 2}
                  y={-TOP}
                  width={x.step()}
                  height={HEIGHT}
                  onClick={onOpen ? () => onOpen(bar.key) : undefined}
                />
                <rect
                  className={cx(bar.kind === 'level' ? s.level : bar.value < 0 ? s.less : s.more)}
                  x={left}
                  y={top}
                  width={x.bandwidth()}
                  height={Math.max(1, Math.abs(y(bar.from) - y(bar.to)))}
                  rx={2}
                />
                {next && (
                  <line className={s.base} x1={left + x.bandwidth()} x2={x(next.key)} y1={y(bar.to)} y2={y(bar.to)} />
                )}
                <text className={s.sum} x={left + x.bandwidth() / 2} y={top - 6} textAnchor="middle">
                  {format(bar.value)}
                </text>
                <text className={s.tick} x={left + x.bandwidth() / 2} y={HEIGHT - TOP - 8} textAnchor="middle">
                  {bar.name}
                </text>
              </g>
            )
          })}
        </Group>
      </svg>
    </figure>
  )
}

/** The same lying down, one step below the other: a phone is too narrow for words under columns. */
function Lying({
  label,
  bars,
  format,
  onOpen,
}: {
  label: string
  bars: readonly Drawn[]
  format: (value: number) => string
  onOpen?: (key: string) => void
}) {
  const ends = bars.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(0, ...ends), Math.max(1, ...ends)]
  const share = (value: number) => `${(value / (high - low)) * 100}%`
  return (
    <ul className={s.lying} aria-label={label}>
      {bars.map(({ key, name, kind, value, from, to }) => (
        <li key={key}>
          <button type="button" className={s.lyingRow} disabled={!onOpen} onClick={() => onOpen?.(key)}>
            <span>{name}</span>
            <span className={s.lyingTrack}>
              <span
                className={cx(s.lyingBar, kind === 'level' ? s.levelBar : value < 0 ? s.lessBar : s.moreBar)}
                style={{ left: share(Math.min(from, to) - low), width: share(Math.abs(to - from)) }}
              />
            </span>
            <b className="num">{format(value)}</b>
          </button>
        </li>
      ))}
    </ul>
  )
}
