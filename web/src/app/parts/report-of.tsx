import { reportBehind, type ReportDoor } from '@dentin/contract/report'
import { AnalysisTop, ReportPage } from '../../features/report/index.ts'
import { patientTo } from './patient-links.ts'
import { ScreenTabs } from './ScreenTabs.tsx'

const linkTo = ({ kind, id }: { kind: string; id: string }): string =>
  kind === 'bill' ? `/orderSet?billId=${id}` : patientTo(id)

/** The screen of a report: one component behind every door. */
export function ReportOf({ door }: { door: ReportDoor }) {
  return (
    <ReportPage
      key={door}
      door={door}
      tabs={<ScreenTabs />}
      linkTo={linkTo}
      {...(reportBehind(door) === 'analysisData'
        ? { above: (ask, onOpen) => <AnalysisTop ask={ask} onOpen={onOpen} /> }
        : {})}
    />
  )
}
