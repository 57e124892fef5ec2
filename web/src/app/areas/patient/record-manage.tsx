import { Records, Statistics } from '../../../features/follow-up/index.ts'
import { Page, PageTitle, Segmented, urlEnum, useUrlState } from '../../../ui/index.ts'
import { bookingOf, FollowTabs } from '../../parts/follow-parts.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

const codecs = { view: urlEnum(['list', 'stats'] as const, 'list') }
const views = [
  { value: 'list', label: '记录', icon: 'list' },
  { value: 'stats', label: '统计', icon: 'bars' },
] as const

/** /recordManage: every follow-up of the clinic, and what came of them in figures. */
export default function RecordManage() {
  const [{ view }, set] = useUrlState(codecs)
  return (
    <Page>
      <PageTitle
        extra={
          <Segmented
            label="视图"
            options={views}
            value={view}
            onChange={(next) => set({ view: next }, { push: true })}
          />
        }
      />
      <FollowTabs value="/recordManage" />
      {view === 'stats' ? (
        <Statistics />
      ) : (
        <Records patientHref={patientTo} recordHref={recordTo} renderBooking={bookingOf} />
      )}
    </Page>
  )
}
