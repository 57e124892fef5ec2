import { presentDay } from '../../lib/present.ts'
import { Segmented } from '../../ui/index.ts'
import { useCharts } from './hooks.ts'
import { usePerioView } from './view.ts'
import { chartDay } from './words.ts'

/** The chart, beside an earlier one, or what became of each site. */
export function ViewSwitch({
  patientId,
  first,
  latest,
}: {
  patientId: string
  /** What the chart alone is called. */
  first: string
  /** The one before. */
  latest: { id: string; day: string } | null
}) {
  const [{ view, with: other }, set] = usePerioView()
  const list = useCharts(patientId, other !== null).data?.list
  if (!latest) return null
  const chosen = list?.find(({ id }) => id === other)
  const day = chosen ? chartDay(chosen.examinedAt, presentDay()) : latest.day
  return (
    <Segmented
      size="sm"
      label="怎样看"
      options={[
        { value: 'chart', label: first },
        { value: 'compare', label: `与 ${day} 对比` },
        { value: 'difference', label: '差值图' },
      ]}
      value={view}
      onChange={(next) => set({ view: next })}
    />
  )
}
