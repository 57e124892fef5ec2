import { consentStates } from '@dentin/contract/consent'
import { Link } from 'react-router'
import { shortMoment } from '../../lib/when.ts'
import { DataTable, listProps, type Column } from '../../ui/heavy.ts'
import { EmptyState, Notice, StatusTag } from '../../ui/index.ts'
import { useEmergencies, type EmergencyRow } from './hooks.ts'

const approval = ({ approvedName, approvedAt }: EmergencyRow): string =>
  approvedAt ? `${approvedName} ${shortMoment(approvedAt)}` : ''

const columns: Column<EmergencyRow>[] = [
  { key: 'at', title: '紧急时间', width: 132, render: (row) => <span className="num">{shortMoment(row.at)}</span> },
  { key: 'patient', title: '患者', width: 120, render: (row) => <b>{row.patientName}</b> },
  { key: 'name', title: '同意书', width: 200, render: (row) => row.templateName },
  { key: 'reason', title: '理由', render: (row) => <span className="ellipsis">{row.reason}</span> },
  { key: 'doctor', title: '医生', width: 90, render: (row) => row.doctorName },
  { key: 'approved', title: '批准', width: 160, render: approval },
  {
    key: 'status',
    title: '状态',
    width: 96,
    render: (row) => <StatusTag kind={consentStates} value={row.status} look="plain" />,
  },
]

/** What emergencies of the clinic have left to be done: to be approved by a head, and to be signed afterwards. */
export function EmergencyList({ onOpen }: { onOpen: (id: string) => void }) {
  const found = useEmergencies()
  return (
    <DataTable
      label="紧急同意书"
      fill
      columns={columns}
      keyOf={(row) => row.id}
      {...listProps(found)}
      onOpen={(row) => onOpen(row.id)}
      empty={
        <EmptyState
          layout="stack"
          icon="signature"
          title="没有待批准、待补签的紧急同意书"
          hint="患者的同意书从档案的「同意书」或病历里打开"
        />
      }
      mobile={(row) => (
        <div>
          <div>
            <b>{row.patientName}</b>　<StatusTag kind={consentStates} value={row.status} look="plain" />
          </div>
          <div className="t-13">
            {row.templateName}　{row.doctorName}
          </div>
          <div className="secondary t-13">
            <span className="num">{shortMoment(row.at)}</span>　{row.reason}
          </div>
        </div>
      )}
    />
  )
}

/** A line that leads there, while there is something to be done. */
export function EmergencyLine({ to }: { to: string }) {
  const rows = useEmergencies().data ?? []
  if (rows.length === 0) return null
  const asked = rows.filter(({ status }) => consentStates.is(status, 'asked')).length
  const later = rows.length - asked
  const words = [asked > 0 && `${asked} 份待负责人批准`, later > 0 && `${later} 份待患者补签`]
    .filter(Boolean)
    .join('，')
  return (
    <Notice tone="wait" icon="signature" edge action={<Link to={to}>查看</Link>}>
      紧急同意书：{words}
    </Notice>
  )
}
