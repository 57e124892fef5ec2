import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar, LinePath } from '@visx/shape'
import { useState } from 'react'
import { cx } from '../cx.ts'
import s from './columns.module.css'

export interface ColumnPoint {
  key: string
  /** Under the column; '' leaves it unsaid. */
  label: string
  /** As the bubble names it. */
  title: string
  value: number
  /** Of the span that it is held against; null: none. */
  compared: number | null
  /** What was meant, drawn across the column; left out: nothing was. */
  target?: number | null
  /** Not over yet. */
  partial?: boolean
}

export interface ColumnsProps {
  /** Spoken name; the table below says the same numbers. */
  label: string
  points: readonly ColumnPoint[]
  /** Names of the series. */
  names: { value: string; compared: string; target?: string }
  format: (value: number) => string
  /** Short numbers at the axis. */
  axis: (value: number) => string
  onOpen?: (key: string) => void
}

const [WIDTH, HEIGHT] = [680, 268]
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 4, 26, 44]

/** Columns along time, with a line for the span that they are held against. Each can be pressed. */
export function Columns({ label, points, names, format, axis, onOpen }: ColumnsProps) {
  const [over, setOver] = useState<string | null>(null)
  const values = points.flatMap(({ value, compared }) => [value, compared ?? 0])
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(1, ...points.map(({ target }) => target ?? 0), ...values)],
    range: [HEIGHT - TOP - BOTTOM, 0],
    nice: 5,
  })
  const x = scaleBand({ domain: points.map(({ key }) => key), range: [0, WIDTH - LEFT - RIGHT], padding: 0.28 })
  const middle = (key: string) => (x(key) ?? 0) + x.bandwidth() / 2
  const line = points.filter((point) => point.compared !== null)
  const hasTarget = names.target !== undefined && points.some(({ target }) => target != null)
  const shown = points.find(({ key }) => key === over)
  const said = points.map((point) => `${point.title} ${format(point.value)}`).join('，')
  return (
    <figure className={s.figure}>
      <figcaption className={s.legend} aria-hidden>
        <span className={s.keyValue}>{names.value}</span>
        {line.length > 0 && <span className={s.keyCompared}>{names.compared}</span>}
        {hasTarget && <span className={s.keyTarget}>{names.target}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={s.svg} role="img" aria-label={`${label}：${said}`}>
        <Group left={LEFT} top={TOP}>
          <GridRows scale={y} width={WIDTH - LEFT - RIGHT} numTicks={5} className={s.grid} />
          <AxisLeft
            scale={y}
            numTicks={5}
            hideTicks
            hideAxisLine
            tickFormat={(value) => axis(Number(value))}
            tickLabelProps={{ className: s.tick, dx: -4, dy: 4, textAnchor: 'end' }}
          />
          {points.map((point) => {
            const top = Math.min(y(point.value), y(0))
            return (
              <g key={point.key} onMouseEnter={() => setOver(point.key)} onMouseLeave={() => setOver(null)}>
                <rect
                  className={s.hit}
                  x={(x(point.key) ?? 0) - (x.step() - x.bandwidth()) / 2}
                  y={0}
                  width={x.step()}
                  height={HEIGHT - TOP - BOTTOM}
                  onClick={onOpen ? () => onOpen(point.key) : undefined}
                />
                <Bar
                  className={cx(s.bar, point.partial && s.partial, over === point.key && s.over)}
                  x={x(point.key)}
                  y={top}
                  width={x.bandwidth()}
                  height={Math.abs(y(point.value) - y(0))}
                  rx={2}
                />
              </g>
            )
          })}
          {hasTarget &&
            points.map(({ key, target }) =>
              target == null ? null : (
                <line
                  key={key}
                  className={s.target}
                  x1={middle(key) - x.step() / 2}
                  x2={middle(key) + x.step() / 2}
                  y1={y(target)}
                  y2={y(target)}
                />
              ),
            )}
          <LinePath
            className={s.line}
            data={line}
            x={({ key }) => middle(key)}
            y={({ compared }) => y(compared ?? 0)}
          />
          {points.map(({ key, label: text }) =>
            text === '' ? null : (
              <text
                key={key}
                className={cx(s.tick, over === key && s.tickOver)}
                x={middle(key)}
                y={HEIGHT - TOP - 8}
                textAnchor="middle"
              >
                {text}
              </text>
            ),
          )}
        </Group>
      </svg>
      {shown && (
        <div
          className={s.bubble}
          style={{ left: `${((middle(shown.key) + LEFT) / WIDTH) * 100}%` }}
          data-end={middle(shown.key) > WIDTH / 2 || undefined}
        >
          <div className="t-12 secondary">{shown.title}</div>
          <div className={s.bubbleRow}>
            <span>{names.value}</span>
            <b className="num">{format(shown.value)}</b>
          </div>
          {hasTarget && shown.target != null && (
            <div className={s.bubbleRow}>
              <span>{names.target}</span>
              <span className="num">{format(shown.target)}</span>
            </div>
          )}
          {shown.compared !== null && (
            <div className={s.bubbleRow}>
              <span>{names.compared}</span>
              <span className="num">{format(shown.compared)}</span>
            </div>
          )}
        </div>
      )}
    </figure>
  )
}
