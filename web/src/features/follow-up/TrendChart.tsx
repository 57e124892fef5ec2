import { cssVar, useIsMobile } from '../../ui/index.ts'
import s from './follow.module.css'

const HEIGHT = 220
const [LEFT, RIGHT, TOP, BOTTOM] = [32, 8, 12, 24]

/** A round number at or above the highest, and a step of a quarter of it. */
function scaleOf(highest: number): { top: number; step: number } {
  const rough = Math.max(4, highest)
  const unit = 10 ** Math.floor(Math.log10(rough / 4))
  const step = [1, 2, 5, 10].map((each) => each * unit).find((each) => each * 4 >= rough) ?? rough / 4
  return { top: Math.max(1, step) * 4, step: Math.max(1, step) }
}

/** Two bars a day: what was due, pale, and what of it is done, before it. A day under the pointer says its numbers. */
export function TrendChart({ days }: { days: readonly { date: string; due: number; done: number }[] }) {
  const width = useIsMobile() ? 420 : 1120
  const { top, step } = scaleOf(Math.max(...days.map((day) => day.due)))
  const slot = (width - LEFT - RIGHT) / days.length
  const bar = Math.max(1, Math.min(22, slot * 0.62))
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top)
  const each = Math.max(1, Math.ceil(days.length / (width < 600 ? 6 : 12)))
  return (
    <div className={s.chart}>
      <div className={s.legend}>
        <span>
          <span className={s.swatch} style={{ background: cssVar('brand-200') }} />
          应访
        </span>
        <span>
          <span className={s.swatch} style={{ background: cssVar('brand-600') }} />
          已访
        </span>
      </div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={`每日应访与已访，${days[0]?.date ?? ''} 至 ${days.at(-1)?.date ?? ''}：应访 ${days.reduce((sum, day) => sum + day.due, 0)}，已访 ${days.reduce((sum, day) => sum + day.done, 0)}`}
      >
        {Array.from({ length: 5 }, (_, n) => (
          <g key={n}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(step * n)} y2={y(step * n)} stroke={cssVar('border-secondary')} />
            <text x={LEFT - 8} y={y(step * n) + 4} textAnchor="end" fontSize="11" fill={cssVar('text-tertiary')}>
              {step * n}
            </text>
          </g>
        ))}
        {days.map((day, n) => {
          const x = LEFT + slot * n + (slot - bar) / 2
          return (
            <g key={day.date} className={s.day}>
              <title>{`${day.date}　应访 ${day.due}，已访 ${day.done}`}</title>
              <rect x={LEFT + slot * n} y={TOP} width={slot} height={HEIGHT - TOP - BOTTOM} fill="transparent" />
              <rect x={x} y={y(day.due)} width={bar} height={y(0) - y(day.due)} rx="2" fill={cssVar('brand-200')} />
              <rect x={x} y={y(day.done)} width={bar} height={y(0) - y(day.done)} rx="2" fill={cssVar('brand-600')} />
              {n % each === 0 && (
                <text x={x + bar / 2} y={HEIGHT - 6} textAnchor="middle" fontSize="11" fill={cssVar('text-tertiary')}>
                  {day.date.slice(5)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
