import { DatePicker } from '../../ui/heavy.ts'
import { Tag } from '../../ui/index.ts'
import s from './billing.module.css'

export interface LateDayProps {
  /** null: today. */
  day: string | null
  onChange: (day: string | null) => void
  problem: string | undefined
}

/** 归属日 of a new bill: an earlier day makes it one that is entered late. */
export function LateDay({ day, onChange, problem }: LateDayProps) {
  return (
    <div className={s.late}>
      <span className="t-13 secondary">归属日</span>
      <DatePicker label="归属日" placeholder="今天" clearable value={day} onChange={onChange} />
      {day !== null && <Tag tone="wait">补录</Tag>}
      {problem && (
        <span className="t-12 danger" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
