import { reportBehind, type ReportDoor, type ReportName } from '@dentin/contract/report'
import { useCallback, type ReactNode } from 'react'
import {
  AnalysisTop,
  EmployeeTop,
  ExpectedCareDrawer,
  FirstVisitDialog,
  MoneyTop,
  PatientTop,
  ProductTop,
  ReportPage,
  RewardDialog,
  type DrillAsk,
  type OpenCell,
  type ReportAsk,
} from '../../features/report/index.ts'
import { useCan } from '../../lib/permission.ts'
import { Button, TextButton, urlFlag, urlOptional, useUrlState } from '../../ui/index.ts'
import { bookingTo } from './patient-links.ts'
import { linkIn } from './report-links.ts'
import { PeopleActions } from './PeopleActions.tsx'
import { ScreenTabs } from './ScreenTabs.tsx'

/** What stands above the table of a report; the others have none. */
function topOf(name: ReportName): ((ask: ReportAsk, onOpen: OpenCell) => ReactNode) | undefined {
  switch (name) {
    case 'homeCockpit':
      return undefined
    case 'productReport':
      return (ask, onOpen) => <ProductTop ask={ask} onOpen={onOpen} />
    case 'analysisData':
      return (ask, onOpen) => <AnalysisTop ask={ask} onOpen={onOpen} />
    case 'employeeReport':
      return (ask, onOpen) => <EmployeeTop ask={ask} onOpen={onOpen} />
    case 'membershipCardSurvey':
    case 'patientAnalysisData':
    case 'firstDiagnosjuiis':
    case 'billRecord':
    case 'treatmentRecord':
    case 'memberCardRecord':
    case 'matchingDiagnosis':
    case 'referralRecord':
      return (ask, onOpen) => <PatientTop name={name} ask={ask} onOpen={onOpen} />
    default:
      return (ask, onOpen) => <MoneyTop name={name} ask={ask} onOpen={onOpen} />
  }
}

/** Reports whose cells are lists of people to be called, and why: kind of follow-up and its subject. */
const calledFor: Readonly<Partial<Record<ReportName, { type: number; subject: string }>>> = {
  patientAnalysisData: { type: 4, subject: '流失召回' },
  firstDiagnosjuiis: { type: 9, subject: '初诊未成交' },
  matchingDiagnosis: { type: 3, subject: '诊断后应做项目未做' },
}

const codecs = {
  /** The first visit that is written about. */
  note: urlOptional,
  /** Whose reward for being introduced is open. */
  reward: urlOptional,
  /** The list of what diagnoses call for is open. */
  expected: urlFlag,
}

/** The screen of a report: one component behind every door. */
export function ReportOf({
  door,
  tabs = <ScreenTabs />,
  actions,
}: {
  door: ReportDoor
  tabs?: ReactNode
  actions?: ReactNode
}) {
  const name = reportBehind(door)
  const can = useCan()
  const [url, setUrl] = useUrlState(codecs)
  const above = topOf(name)
  const usual = calledFor[name]
  const notes = name === 'firstDiagnosjuiis' && (can('/firstDiagnosjuiis:note') || can('/clinicfirstDiagnosis:note'))
  const noteOn = useCallback(
    (row: { by: string; key: string }) =>
      row.by === 'visit' ? (
        <TextButton onClick={() => setUrl({ note: row.key }, { push: true })}>跟进</TextButton>
      ) : null,
    [setUrl],
  )
  const rewardOf = useCallback(
    (row: { by: string; key: string }) =>
      row.by === 'patient' ? (
        <TextButton onClick={() => setUrl({ reward: row.key }, { push: true })}>奖励</TextButton>
      ) : null,
    [setUrl],
  )
  return (
    <>
      <ReportPage
        key={door}
        door={door}
        tabs={tabs}
        linkTo={linkIn(name, can('/orderSet:view'))}
        actions={actions}
        {...(above ? { above } : {})}
        {...(notes ? { rowAction: noteOn } : name === 'referralRecord' ? { rowAction: rewardOf } : {})}
        {...(name === 'matchingDiagnosis'
          ? {
              tools: (
                <Button size="sm" icon="sliders" onClick={() => setUrl({ expected: true }, { push: true })}>
                  诊断与应做项目
                </Button>
              ),
            }
          : {})}
        {...(usual ? { people: (ask: DrillAsk) => <PeopleActions ask={ask} usual={usual} /> } : {})}
        {...(usual && can('/myAppointmentBoard:add') ? { bookTo: bookingTo } : {})}
      />
      {url.note && <FirstVisitDialog id={url.note} onClose={() => setUrl({ note: null })} />}
      {url.reward && <RewardDialog patientId={url.reward} onClose={() => setUrl({ reward: null })} />}
      {url.expected && <ExpectedCareDrawer onClose={() => setUrl({ expected: false })} />}
    </>
  )
}
