import { isRole, reportBehind, type ReportDoor, type ReportName } from '@dentin/contract/report'
import type { ReactNode } from 'react'
import {
  AnalysisTop,
  EmployeeTop,
  MoneyTop,
  ReportPage,
  type OpenCell,
  type ReportAsk,
} from '../../features/report/index.ts'
import { membersTo, patientTo } from './patient-links.ts'
import { ScreenTabs } from './ScreenTabs.tsx'

/** Where a row of a report leads: to the bill (of what is late to where it is asked for), to the card, to the file. */
const linkIn =
  (name: ReportName) =>
  ({ kind, id, patientId }: { kind: string; id: string; patientId: string | null }): string => {
    if (isRole(kind)) return `/employeeReport/person?id=${id}&as=${kind}`
    if (kind === 'bill') return name === 'customerService' ? `/instalments?billId=${id}` : `/orderSet?billId=${id}`
    return kind === 'card' && patientId ? membersTo(patientId) : patientTo(id)
  }

/** What stands above the table of a report; the others have none. */
function topOf(name: ReportName): ((ask: ReportAsk, onOpen: OpenCell) => ReactNode) | undefined {
  if (name === 'productReport' || name === 'homeCockpit') return undefined
  if (name === 'employeeReport') return (ask, onOpen) => <EmployeeTop ask={ask} onOpen={onOpen} />
  if (name === 'analysisData') return (ask, onOpen) => <AnalysisTop ask={ask} onOpen={onOpen} />
  return (ask, onOpen) => <MoneyTop name={name} ask={ask} onOpen={onOpen} />
}

/** The screen of a report: one component behind every door. */
export function ReportOf({ door, actions }: { door: ReportDoor; actions?: ReactNode }) {
  const name = reportBehind(door)
  const above = topOf(name)
  return (
    <ReportPage
      key={door}
      door={door}
      tabs={<ScreenTabs />}
      linkTo={linkIn(name)}
      actions={actions}
      {...(above ? { above } : {})}
    />
  )
}
