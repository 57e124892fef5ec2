import { treatTypeNames } from '@dentin/contract/core/visit-words'
import { Fragment } from 'react'
import { parseTeeth } from '@dentin/clinical/teeth'
import { appointment } from '@dentin/contract/appointment'
import type { WireOutput } from '@dentin/contract/core/call'
import { useLive } from '../../../lib/live.ts'
import { useCall } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { DataTable, Drawer, pageCodecs, pagedProps, type Column } from '../../../ui/heavy.ts'
import {
  EmptyState,
  ErrorLine,
  LinkButton,
  SkeletonRows,
  StatusTag,
  Tag,
  urlOptional,
  useUrlState,
} from '../../../ui/index.ts'
import { ToothCross } from '../../../ui/tooth/index.ts'
import { AppointmentTrace } from './AppointmentTrace.tsx'
import s from './trace.module.css'

type Row = WireOutput<typeof appointment.byPatient>['list'][number]

const codecs = { ...pageCodecs, appointment: urlOptional }

/** All appointments of one patient over the chain, the next ones first; each with what happened to it. */
export function PatientAppointments({
  patientId,
  boardTo,
  bookTo,
}: {
  patientId: string
  /** Its place on the board, for those of the clinic at work. */
  boardTo: ((row: Row) => string) | undefined
  bookTo: string
}) {
  const [place, set] = useUrlState(codecs)
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
      width: 220,
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
          {treatTypeNames[row.treatType]} {row.isOverbook && <Tag tone="wait">加号</Tag>}
        </>
      ),
    },
    { key: 'clinic', title: '门诊', width: 120, render: (row) => row.clinicName },
    {
      key: 'status',
      title: '状态',
      width: 100,
      render: (row) => <StatusTag kind="appointment" value={row.status} visit={row.visitStatus} look="plain" />,
    },
    {
      key: 'remark',
      title: '备注',
      render: (row) => <span className="ellipsis">{row.cancelReason ?? row.remark}</span>,
    },
  ]
  const open = found.data?.list.find((row) => row.id === place.appointment)
  return (
    <>
      <DataTable
        label="预约"
        columns={columns}
        keyOf={(row) => row.id}
        {...pagedProps(found, place, set)}
        onOpen={(row) => set({ appointment: row.id }, { push: true })}
        openKey={open?.id ?? null}
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
        mobile={(row) => (
          <span className={s.card}>
            <span className={s.cardLine}>
              <b className="num">{row.startTime.slice(0, 10)}</b>
              <span className="num secondary">
                {row.startTime.slice(11, 16)}–{row.endTime.slice(11, 16)}
              </span>
              <StatusTag kind="appointment" value={row.status} visit={row.visitStatus} look="plain" />
            </span>
            <span className={s.cardLine}>
              <span className="ellipsis">{[row.doctorName, row.title].filter(Boolean).join('　')}</span>
              {row.teeth && <ToothCross teeth={parseTeeth(row.teeth)} />}
            </span>
            <span className="t-13 tertiary ellipsis">
              {[row.clinicName, treatTypeNames[row.treatType], row.cancelReason ?? row.remark]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        )}
      />
      {open && (
        <Drawer
          open
          title="预约信息"
          onClose={() => set({ appointment: null })}
          footer={
            boardTo &&
            open.clinicId === session.get()?.clinicId && <LinkButton to={boardTo(open)}>在预约表中查看</LinkButton>
          }
        >
          <AppointmentFacts row={open} />
        </Drawer>
      )}
    </>
  )
}

/** One appointment with its number, and every move and step of it. */
function AppointmentFacts({ row }: { row: Row }) {
  useLive(['appointment'], [appointment.trace])
  const { data, error, refetch, isFetching } = useCall(appointment.trace, { id: row.id }, { keep: false })
  const facts = [
    ['预约号', row.appointNo],
    ['时间', `${row.startTime.slice(0, 16)}–${row.endTime.slice(11, 16)}`],
    ['门诊', row.clinicName],
    ['医生', row.doctorName],
    ['项目', row.title],
    ['状态', <StatusTag key="status" kind="appointment" value={row.status} visit={row.visitStatus} look="plain" />],
    ['备注', row.remark],
    ['取消原因', row.cancelReason],
  ] as const
  return (
    <>
      <dl className={s.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
      </dl>
      {error && !data && (
        <ErrorLine onRetry={() => void refetch()} retrying={isFetching}>
          操作记录没有读到：{error.message}
        </ErrorLine>
      )}
      {!data && !error && <SkeletonRows rows={4} height={20} />}
      {data && <AppointmentTrace trace={data} />}
    </>
  )
}
