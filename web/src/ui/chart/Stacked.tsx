import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useState } from 'react'
import { cx } from '../cx.ts'
import s from './columns.module.css'

export interface StackedSeries {
  key: string
  name: string
}
export interface StackedPoint {
  key: string
  /** Under the column; '' leaves it unsaid. */
  label: string
  /** As the bubble names it. */
  title: string
  /** One value for each series; those below nothing hang under the line. */
  values: readonly number[]
}

const [WIDTH, HEIGHT] = [680, 268]
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 4, 26, 48]
/** How many shades there are: what comes after shares the last. */
const SHADES = 6
const shadeOf = (n: number): string | undefined => s[`shade${Math.min(n, SHADES - 1)}`]

/** Columns that are put together of parts, those above nothing upwards and those below it downwards. Each can be pressed. */
export function Stacked({
  label,
  series,
  points,
  format,
  axis,
  onOpen,
}: {
  /** Spoken name; the table below says the same numbers. */
  label: string
  series: readonly StackedSeries[]
  points: readonly StackedPoint[]
  format: (value: number) => string
  axis: (value: number) => string
  onOpen?: (key: string) => void
}) {
  const [over, setOver] = useState<string | null>(null)
  const sum = (values: readonly number[], sign: 1 | -1) =>
    values.reduce((total, value) => total + (value * sign > 0 ? value : 0), 0)
  const y = scaleLinear({
    domain: [
      Math.min(0, ...points.map(({ values }) => sum(values, -1))),
      Math.max(1, ...points.map(({ values }) => sum(values, 1))),
    ],
    range: [HEIGHT - TOP - BOTTOM, 0],
    nice: 5,
  })
  const x = scaleBand({ domain: points.map(({ key }) => key), range: [0, WIDTH - LEFT - RIGHT], padding: 0.28 })
  const middle = (key: string) => (x(key) ?? 0) + x.bandwidth() / 2
  const shown = points.find(({ key }) => key === over)
  const said = points
    .map(({ title, values }) => `${title} ${format(values.reduce((total, value) => total + value, 0))}`)
    .join('，')
  return (
    <figure className={s.figure}>
      <figcaption className={s.legend} aria-hidden>
        {series.map(({ key, name }, n) => (
          <span key={key} className={cx(s.keyPart, shadeOf(n))}>
            {name}
          </span>
        ))}
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
            let [up, down] = [0, 0]
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
                {point.values.map((value, n) => {
                  const from = value >= 0 ? up : down
                  if (value >= 0) up += value
                  else down += value
                  return value === 0 ? null : (
                    <rect
                      key={series[n]?.key ?? n}
                      className={cx(s.part, shadeOf(n))}
                      x={x(point.key)}
                      y={Math.min(y(from), y(from + value))}
                      width={x.bandwidth()}
                      height={Math.abs(y(from) - y(from + value))}
                    />
                  )
                })}
              </g>
            )
          })}
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
          {series.map(({ key, name }, n) =>
            (shown.values[n] ?? 0) === 0 ? null : (
              <div key={key} className={s.bubbleRow}>
                <span>{name}</span>
                <b className="num">{format(shown.values[n] ?? 0)}</b>
              </div>
            ),
          )}
        </div>
      )}
    </figure>
  )
}
