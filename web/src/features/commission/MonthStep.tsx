import { addMonths } from '@dentin/kit/datetime'
import { presentDay } from '../../lib/present.ts'
import { IconButton } from '../../ui/index.ts'
import { monthText } from './words.ts'
import s from './commission.module.css'

const stepped = (month: string, months: number) => addMonths(`${month}-01`, months).slice(0, 7)

/** The month before the present one, whose pay is usually asked for. */
export const lastMonth = () => stepped(presentDay().slice(0, 7), -1)

/** Chooses a month step by step, the present one at most. */
export function MonthStep({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  return (
    <span className={s.month}>
      <IconButton icon="chevron-left" label="上一个月" size="sm" onClick={() => onChange(stepped(month, -1))} />
      <span className="t-14 bold num">{monthText(month)}</span>
      <IconButton
        icon="chevron-right"
        label="下一个月"
        size="sm"
        disabled={month >= presentDay().slice(0, 7)}
        onClick={() => onChange(stepped(month, 1))}
      />
    </span>
  )
}
