import { cx } from '../../ui/index.ts'
import { isAway, shown, spanWords, type Chip } from './model.ts'
import s from './schedule.module.css'

/** What stands in one cell. */
export function CellChips({ chips, pending = false }: { chips: readonly Chip[]; pending?: boolean }) {
  return (
    <>
      {shown(chips).map((chip, n) => (
        <ChipBox key={n} chip={chip} pending={pending} />
      ))}
    </>
  )
}

export function ChipBox({ chip, pending = false }: { chip: Chip; pending?: boolean }) {
  const detail = [
    chip.spans.map(({ start, end }) => `${start}–${end}`).join('、'),
    chip.chairName,
    chip.kind === 1 && !chip.bookable ? '不可预约' : '',
    chip.remark,
  ]
    .filter(Boolean)
    .join('　')
  return (
    <span
      className={cx(s.chip, s[chip.colour], isAway(chip) && s.away, (chip.draft || pending) && s.draft)}
      title={detail}
    >
      <span className={s.chipName}>{chip.name}</span>
      {chip.kind !== 2 && <span className={cx(s.chipTime, 'num')}>{spanWords(chip.spans)}</span>}
    </span>
  )
}
