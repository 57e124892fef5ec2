import { cssVar, useIsMobile } from '../../../ui/index.ts'
import type { Figures } from './hooks.ts'
import { monthWords, share } from './words.ts'
import s from './quality.module.css'

const HEIGHT = 190
const [LEFT, RIGHT, TOP, BOTTOM] = [36, 8, 22, 24]
const parts = [
  { key: 'gradeA', name: '甲', colour: 'done' },
  { key: 'gradeB', name: '乙', colour: 'wait' },
  { key: 'gradeC', name: '丙', colour: 'danger' },
] as const

/** A round quarter of a scale that the highest fits in. */
function stepFor(highest: number): number {
  const rough = Math.max(1, highest / 4)
  const unit = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((each) => each * unit).find((each) => each >= rough) ?? rough
}

/** A column a month: how many records of each grade, with their mean score above. A column leads to its records. */
export function MonthChart({ months, onMonth }: { months: Figures['months']; onMonth: (month: string) => void }) {
  const width = useIsMobile() ? 420 : 1040
  const step = stepFor(Math.max(...months.map(({ scored }) => scored)))
  const slot = (width - LEFT - RIGHT) / Math.max(1, months.length)
  const bar = Math.min(44, slot * 0.5)
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / (step * 4))
  return (
    <figure className={s.chart}>
      <figcaption className={s.legend}>
        {parts.map(({ key, name, colour }) => (
          <span key={key}>
            <span className={s.swatch} style={{ background: cssVar(colour) }} />
            {name}
          </span>
        ))}
        <span className="tertiary">柱上为平均分</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label="各月病历甲乙丙份数与平均分">
        {[0, 1, 2, 3, 4].map((n) => (
          <g key={n}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(step * n)} y2={y(step * n)} stroke={cssVar('border-secondary')} />
            <text x={LEFT - 8} y={y(step * n) + 4} textAnchor="end" fontSize="11" fill={cssVar('text-tertiary')}>
              {step * n}
            </text>
          </g>
        ))}
        {months.map((each, n) => {
          const middle = LEFT + slot * (n + 0.5)
          let below = 0
          return (
            <g key={each.month} className={s.column} onClick={() => onMonth(each.month)}>
              <title>{`${monthWords(each.month)}　签名 ${each.signed} 份，平均 ${each.mean ?? '—'} 分，超时 ${share(each.late, each.scored)}`}</title>
              <rect x={middle - slot / 2} y={TOP - 16} width={slot} height={HEIGHT - TOP + 16} fill="transparent" />
              {parts.map(({ key, colour }) => {
                const from = below
                below += each[key]
                return each[key] === 0 ? null : (
                  <rect
                    key={key}
                    x={middle - bar / 2}
                    y={y(below)}
                    width={bar}
                    height={y(from) - y(below)}
                    fill={cssVar(colour)}
                  />
                )
              })}
              {each.mean !== null && (
                <text x={middle} y={y(each.scored) - 6} textAnchor="middle" fontSize="12" fill={cssVar('text')}>
                  {each.mean}
                </text>
              )}
              <text x={middle} y={HEIGHT - 6} textAnchor="middle" fontSize="11" fill={cssVar('text-tertiary')}>
                {each.month.slice(2).replace('-', '年')}月
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
