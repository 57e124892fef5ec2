import { AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import s from './cumulative.module.css'

export interface CumulativeProps {
  /** Spoken name; other parts of the page say the same numbers. */
  label: string
  /** Sums up to each step that has come, the first step's first. */
  actual: readonly number[]
  /** Of the span that it is held against, all of its steps; empty: none. */
  before: { name: string; values: readonly number[] }
  /** How many steps the span has. */
  steps: number
  /** What it is to come to and what is expected, at the last step; null: nothing. */
  target: number | null
  expected: number | null
  /** Under some of the steps. */
  stepName: (step: number) => string
  format: (value: number) => string
  axis: (value: number) => string
}

const [WIDTH, HEIGHT] = [520, 300]
const [TOP, RIGHT, BOTTOM, LEFT] = [16, 16, 26, 44]
const [INNER_W, INNER_H] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM]

/** Sums as they grow: what came in, where it leads, what was meant, and how it was a year before. */
export function Cumulative({
  label,
  actual,
  before,
  steps,
  target,
  expected,
  stepName,
  format,
  axis,
}: CumulativeProps) {
  const now = actual.at(-1) ?? 0
  const most = Math.max(1, now, target ?? 0, expected ?? 0, ...before.values)
  const y = scaleLinear({ domain: [0, most], range: [INNER_H, 0], nice: 4 })
  const x = scaleLinear({ domain: [1, Math.max(2, steps)], range: [0, INNER_W] })
  const at = (values: readonly number[]) => values.map((value, n) => ({ step: n + 1, value }))
  const line = (points: readonly { step: number; value: number }[], className: string | undefined) => (
    <LinePath
      data={[...points]}
      x={(point) => x(point.step)}
      y={(point) => y(point.value)}
      className={className}
      fill="none"
    />
  )
  const named = [...new Set([1, Math.round(steps / 3), actual.length, steps])].filter(
    (step) => step >= 1 && (step === actual.length || Math.abs(step - actual.length) > steps / 10),
  )
  const said = [
    `至今 ${format(now)}`,
    target === null ? '' : `目标 ${format(target)}`,
    expected === null ? '' : `预计 ${format(expected)}`,
    before.values.length > 0 ? `${before.name} ${format(before.values.at(-1) ?? 0)}` : '',
  ]
  const isHigh = (expected ?? now) > (target ?? 0)
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={s.svg}
      role="img"
      aria-label={`${label}：${said.filter(Boolean).join('，')}`}
    >
      <Group left={LEFT} top={TOP}>
        <GridRows scale={y} width={INNER_W} numTicks={4} className={s.grid} />
        <AxisLeft
          scale={y}
          numTicks={4}
          hideTicks
          hideAxisLine
          tickFormat={(value) => axis(Number(value))}
          tickLabelProps={{ className: s.tick, dx: -4, dy: 5, textAnchor: 'end' }}
        />
        {before.values.length > 0 && line(at(before.values), s.before)}
        {target !== null && steps > 1 && (
          <>
            {line(
              [
                { step: 1, value: target / steps },
                { step: steps, value: target },
              ],
              s.target,
            )}
            <text className={s.word} x={INNER_W} y={Math.max(12, y(target) + (isHigh ? 18 : -8))} textAnchor="end">
              目标 {axis(target)}
            </text>
          </>
        )}
        {expected !== null &&
          actual.length < steps &&
          line(
            [
              { step: actual.length, value: now },
              { step: steps, value: expected },
            ],
            s.expected,
          )}
        {expected !== null && actual.length < steps && (
          <text className={s.expectedWord} x={INNER_W} y={y(expected) + (isHigh ? -8 : 20)} textAnchor="end">
            预计 {format(expected)}
          </text>
        )}
        {line(at(actual), s.actual)}
        {actual.length > 0 && (
          <>
            <circle className={s.dot} cx={x(actual.length)} cy={y(now)} r={5} />
            <text
              className={s.now}
              x={x(actual.length) - 8}
              y={y(now) - 10}
              textAnchor={actual.length < steps / 5 ? 'start' : 'end'}
            >
              {format(now)}
            </text>
          </>
        )}
        {before.values.length > 1 && (
          <text
            className={s.word}
            x={x(Math.ceil(steps / 2))}
            y={y(before.values[Math.ceil(steps / 2) - 1] ?? 0) + 22}
            textAnchor="start"
          >
            {before.name}
          </text>
        )}
        {named.map((step) => (
          <text
            key={step}
            className={s.tick}
            x={x(step)}
            y={INNER_H + 20}
            textAnchor={step === 1 ? 'start' : step === steps ? 'end' : 'middle'}
          >
            {stepName(step)}
          </text>
        ))}
      </Group>
    </svg>
  )
}
