import { isRole } from '@dentin/contract/report'
import { RankBars } from '../../ui/chart/index.ts'
import { SkeletonRows } from '../../ui/index.ts'
import { useReport, type OpenCell, type ReportAsk } from './hooks.ts'
import { valueText } from './values.ts'
import s from './analysis.module.css'

/** By what people are ranked in each of their parts, and what stands beside it. */
const RANKED = {
  doctor: ['R1', 'P2'],
  nurse: ['X1', 'P2'],
  consultant: ['R1', 'P2'],
  desk: ['C1', 'G1'],
} as const
const MOST = 8

/** People by what they brought in, and by what they are paid; somebody who sees the own row alone has nothing to be ranked among. */
export function EmployeeTop({ ask, onOpen }: { ask: ReportAsk; onOpen: OpenCell }) {
  const role = isRole(ask.by) ? ask.by : 'doctor'
  const { sort: _sort, ...plain } = ask
  const answer = useReport({ ...plain, by: role, compare: 'none' }).data
  if (!answer) return <SkeletonRows rows={4} height={44} />
  const shown = RANKED[role].flatMap((code) => answer.figures.find((figure) => figure.code === code) ?? [])
  const people = answer.rows.filter(({ key }) => key !== '')
  if (people.length < 2 || shown.length === 0) return null
  return (
    <div className={s.top}>
      <div className={s.halves}>
        {shown.map((figure) => {
          const at = answer.figures.indexOf(figure)
          const whole = Number(answer.total.values[at] ?? 0)
          const rows = people
            .map((row) => {
              const value = Number(row.values[at] ?? 0)
              return {
                key: row.key,
                name: row.label,
                value,
                text: valueText(figure.unit, row.values[at] ?? null),
                share: whole === 0 ? '—' : `${((value / whole) * 100).toFixed(1)}%`,
              }
            })
            .filter(({ value }) => value !== 0)
            .sort((a, b) => b.value - a.value)
          return (
            <section key={figure.code} aria-label={figure.name}>
              <h2 className={s.title}>
                {figure.name} <span className="t-12 tertiary">排名与占比</span>
              </h2>
              {rows.length === 0 ? (
                <p className="t-13 tertiary">这段时间没有</p>
              ) : (
                <RankBars
                  label={figure.name}
                  rows={rows.slice(0, MOST)}
                  onOpen={(row) => onOpen(figure.code, row, role)}
                />
              )}
            </section>
          )
        })}
      </div>
    </div>
  )
}
