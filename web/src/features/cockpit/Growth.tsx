import { SkeletonRows } from '../../ui/index.ts'
import { Cumulative } from '../../ui/chart/index.ts'
import { figureIn, type ReportAnswer, type useCockpit } from './hooks.ts'
import { inTenThousands, together, type Span } from './pace.ts'
import s from './cockpit.module.css'

/** The sums of a figure as they grow, row by row. */
function growing(answer: ReportAnswer, figure: string): number[] {
  let sum = 0
  return answer.rows.map(({ values }) => (sum += figureIn(answer, values, figure)))
}
/** Whole ten thousands at the axis. */
const short = (yuan: number) => String(Math.round(yuan / 1000) / 10)

/** How the sum grew, where it leads, and how it grew a year before. */
export function Growth({ data, span }: { data: ReturnType<typeof useCockpit>; span: Span }) {
  const { steps, yearBefore, standings, figure, step } = data
  if (!steps || !standings) return <SkeletonRows rows={5} height={56} />
  const all = together(standings)
  const before = yearBefore ? growing(yearBefore, figure) : []
  // A line that hardly leaves the ground says nothing of growth.
  const hasBefore = Math.max(0, ...before) > all.soFar / 50
  const count = step === 'day' ? Number(span.to.slice(8)) : monthsIn(span)
  return (
    <section aria-label="累计走势">
      <header className={s.title}>
        <h2>累计走势</h2>
        <span>万元</span>
      </header>
      <Cumulative
        label="累计走势，万元"
        actual={growing(steps, figure)}
        before={{
          name: `去年${step === 'day' ? ` ${Number(span.from.slice(5, 7))}月` : '同期'}`,
          values: hasBefore ? before : [],
        }}
        steps={count}
        target={all.target}
        expected={all.expected}
        stepName={(n) => (step === 'day' ? `${n}日` : `${((Number(span.from.slice(5, 7)) - 2 + n) % 12) + 1}月`)}
        format={inTenThousands}
        axis={short}
      />
    </section>
  )
}

const monthsIn = ({ from, to }: Span): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1
