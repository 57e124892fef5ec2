import { parseTeeth } from '@dentin/clinical/teeth'
import { appointment } from '@dentin/contract/appointment'
import type { WireOutput } from '@dentin/contract/core/call'
import { useLive } from '../../../lib/live.ts'
import { useCall } from '../../../lib/query.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../../ui/heavy.ts'
import { EmptyState, LinkButton, StatusTag, Tag, useUrlState } from '../../../ui/index.ts'
import { ToothCross } from '../../../ui/tooth/index.ts'

type Row = WireOutput<typeof appointment.byPatient>['list'][number]

const KINDS: Record<number, string> = { 1: '初诊', 2: '复诊', 3: '再初诊' }

/** All appointments of one patient over the chain, the next ones first. */
export function PatientAppointments({
  patientId,
  onOpen,
  bookTo,
}: {
  patientId: string
  onOpen: (row: Row) => void
  bookTo: string
}) {
  const [place, set] = useUrlState(pageCodecs)
  const found = useCall(appointment.byPatient, {
    patientId,
    pageNum: place.page,
    pageSize: place.size,
  })
  useLive(['appointment'], [appointment.byPatient])
  const columns: Column<Row>[] = [
    {
      key: 'time',
      title: '时间',
      width: 190,
      render: (row) => (
        <span className="num">
          <b>{row.startTime.slice(0, 10)}</b> {row.startTime.slice(11, 16)}–{row.endTime.slice(11, 16)}
        </span>
      ),
    },
    { key: 'doctor', title: '医生', width: 90, render: (row) => row.doctorName },
    {
      key: 'teeth',
      title: '牙位',
      width: 86,
      render: (row) => row.teeth && <ToothCross teeth={parseTeeth(row.teeth)} />,
    },
    { key: 'title', title: '项目', width: 180, render: (row) => row.title },
    {
      key: 'kind',
      title: '类型',
      width: 110,
      render: (row) => (
        <>
          {KINDS[row.treatType]} {row.isOverbook && <Tag tone="wait">加号</Tag>}
        </>
      ),
    },
    { key: 'clinic', title: '门诊', width: 120, render: (row) => row.clinicName },
    {
      key: 'status',
      title: '状态',
      width: 100,
      render: (row) => <StatusTag kind="appointment" value={row.status} look="plain" />,
    },
    {
      key: 'remark',
      title: '备注',
      render: (row) => <span className="ellipsis">{row.cancelReason ?? row.remark}</span>,
    },
  ]
  return (
    <DataTable
      label="预约"
      columns={columns}
      keyOf={(row) => row.id}
      {...pagedProps(found, place, set)}
      onOpen={onOpen}
      empty={
        <EmptyState
          icon="calendar"
          title="还没有预约"
          hint="为这位患者约下一次"
          action={
            <LinkButton to={bookTo} variant="primary">
              新建预约
            </LinkButton>
          }
        />
      }
    />
  )
}
