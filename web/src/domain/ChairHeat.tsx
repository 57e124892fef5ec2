import { Heat } from '../ui/chart/index.ts'

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'] as const

export interface ChairHeatProps {
  /** The rows of a report that is cut by weekday and hour ('0-09'), each with its share in percent. */
  rows: readonly { key: string; value: string | null | undefined }[]
  onOpen?: (key: string) => void
}

/** How full the chairs were, weekday by hour; the hours in which any clinic was open. */
export function ChairHeat({ rows, onOpen }: ChairHeatProps) {
  const values = new Map(rows.map(({ key, value }) => [key, value ?? null]))
  const hours = [...new Set(rows.filter(({ key }) => key !== '').map(({ key }) => key.slice(2)))].sort()
  if (hours.length === 0) return <p className="t-13 tertiary">这段时间没有</p>
  return (
    <Heat
      label="牙椅使用率，星期与时段"
      rows={WEEKDAYS}
      columns={hours.map((hour) => String(Number(hour)))}
      cell={(row, column) => {
        const key = `${row}-${hours[column] ?? ''}`
        const value = values.get(key)
        return value === undefined ? null : { key, value: value === null ? null : Number(value) }
      }}
      {...(onOpen ? { onOpen } : {})}
    />
  )
}
