import { HolidayYear, ShiftSettings } from '../../../features/schedule/index.ts'
import { Page, PageTitle, Segmented, Toolbar, urlEnum, useUrlState } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

const codecs = { part: urlEnum(['shifts', 'holidays'] as const, 'shifts') }
const PARTS = [
  { value: 'shifts', label: '班次' },
  { value: 'holidays', label: '节假日' },
] as const

/** /baseScheduleSet: shifts, and the days off of the year. */
export default function BaseScheduleSet() {
  const [url, setUrl] = useUrlState(codecs)
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Toolbar>
        <Segmented label="内容" options={PARTS} value={url.part} onChange={(part) => setUrl({ part })} />
      </Toolbar>
      {url.part === 'shifts' ? <ShiftSettings /> : <HolidayYear />}
    </Page>
  )
}
