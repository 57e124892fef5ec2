import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import s from './spark.module.css'

const [WIDTH, HEIGHT] = [64, 22]

/** The course of a figure beside it: no axis, the last point marked. What it says the figure and its table say in words. */
export function Spark({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null
  const x = scaleLinear({ domain: [0, values.length - 1], range: [2, WIDTH - 4] })
  const y = scaleLinear({ domain: [Math.min(...values), Math.max(...values)], range: [HEIGHT - 4, 4] })
  const last = values.at(-1) as number
  return (
    <svg className={s.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <LinePath className={s.line} data={[...values]} x={(_, n) => x(n)} y={(value) => y(value)} />
      <circle className={s.last} cx={x(values.length - 1)} cy={y(last)} r={2} />
    </svg>
  )
}
