import { DateRangePicker } from '../../ui/heavy.ts'

/** The days of the visits that are printed in a row. */
export function PrintDays({
  from,
  to,
  onChange,
}: {
  from: string | null
  to: string | null
  onChange: (days: { from: string | null; to: string | null }) => void
}) {
  return (
    <DateRangePicker
      label="就诊日期"
      width={250}
      clearable
      value={from && to ? [from, to] : null}
      onChange={(range) => onChange({ from: range?.[0] ?? null, to: range?.[1] ?? null })}
    />
  )
}
