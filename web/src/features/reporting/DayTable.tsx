import { registrationStates } from '@dentin/contract/core/status'
import { treatTypeNames } from '@dentin/contract/core/visit-words'
import type { ReactNode } from 'react'
import { briefGenderAge } from '../../domain/person.ts'
import { EmptyState, StatusTag, Tag, WaitMinutes } from '../../ui/index.ts'
import { DataTable, type Column } from '../../ui/heavy.ts'
import type { CardContext } from './cards.tsx'
import { marksOf } from './marks.tsx'
import { clock, minutesFrom, workText, type BookedCard, type Day, type VisitCard } from './model.ts'

type Row = { key: string; booked: BookedCard } | { key: string; visit: VisitCard }
const isVisit = (row: Row): row is { key: string; visit: VisitCard } => 'visit' in row
const cardOf = (row: Row): BookedCard | VisitCard => (isVisit(row) ? row.visit : row.booked)

/** The whole day as one list: waiting first in the order of the queue, then the chair, the desk, the expected, the gone. */
export function DayTable({ day, context, empty }: { day: Day; context: CardContext; empty: ReactNode }) {
  const visits = [...day.waiting, ...day.inChair, ...day.toCharge]
  const rows: Row[] = [
    ...visits.map((visit) => ({ key: visit.id, visit })),
    ...[...day.toArrive, ...day.unarrived].map((booked) => ({ key: booked.id, booked })),
    ...day.departed.map((visit) => ({ key: visit.id, visit })),
  ]
  const columns: Column<Row>[] = [
    {
      key: 'no',
      title: '序号',
      width: 56,
      numeric: true,
      render: (row) => (isVisit(row) && row.visit.queueNo > 0 ? String(row.visit.queueNo).padStart(2, '0') : ''),
    },
    {
      key: 'name',
      title: '姓名',
      width: 96,
      locked: true,
      render: (row) => <span className="bold">{cardOf(row).name}</span>,
    },
    { key: 'age', title: '性别年龄', width: 76, render: (row) => briefGenderAge(cardOf(row), context.date) },
    { key: 'kind', title: '初/复', width: 68, render: (row) => treatTypeNames[cardOf(row).treatType] },
    {
      key: 'appointed',
      title: '预约时间',
      width: 80,
      numeric: true,
      render: (row) => clock(isVisit(row) ? row.visit.appointTime : row.booked.startTime) || '现场',
    },
    {
      key: 'arrived',
      title: '到店时间',
      width: 80,
      numeric: true,
      render: (row) => (isVisit(row) ? clock(row.visit.regTime) : ''),
    },
    {
      key: 'waited',
      title: '已等',
      width: 72,
      align: 'right',
      numeric: true,
      render: (row) => {
        if (!isVisit(row)) return null
        const { regTime, startTime } = row.visit
        if (startTime === null) return <WaitMinutes minutes={minutesFrom(regTime, context.now)} size={14} />
        return (
          <WaitMinutes
            as="plain"
            size={13}
            minutes={minutesFrom(regTime, new Date(`${startTime.replace(' ', 'T')}+08:00`).getTime())}
          />
        )
      },
    },
    { key: 'doctor', title: '医生', width: 84, render: (row) => cardOf(row).doctorName },
    { key: 'work', title: '项目', render: (row) => workText(cardOf(row)) },
    {
      key: 'marks',
      title: '标签',
      width: 140,
      render: (row) => (
        <span style={{ display: 'inline-flex', gap: 4, alignItems: 'center' }}>
          {marksOf(cardOf(row), context.date)}
          {isVisit(row) && row.visit.regType === 3 && <Tag tone="danger">急诊</Tag>}
          {isVisit(row) && row.visit.pinnedReason !== null && <Tag icon="pin">置顶</Tag>}
          {isVisit(row) && row.visit.feePaid === false && <Tag tone="wait">挂号费未收</Tag>}
          {isVisit(row) && row.visit.isLate && registrationStates.is(row.visit.status, 'toCome') && (
            <Tag tone="wait">迟到</Tag>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      title: '状态',
      width: 92,
      render: (row) =>
        isVisit(row) ? (
          <StatusTag kind="registration" value={row.visit.status} />
        ) : (
          <StatusTag kind="appointment" value={row.booked.status} />
        ),
    },
    {
      key: 'action',
      title: '操作',
      width: 96,
      align: 'right',
      render: (row) => (isVisit(row) ? context.actionOf(row.visit) : context.bookedActionOf(row.booked)),
    },
  ]
  return (
    <DataTable
      label="今日患者"
      columns={columns}
      rows={rows}
      keyOf={(row) => row.key}
      openKey={context.openId}
      onOpen={(row) => (isVisit(row) ? context.onOpenVisit(row.key) : context.onOpenBooked(row.key))}
      empty={<EmptyState layout="stack" title="今天还没有预约和挂号" action={empty} />}
      muted={(row) => isVisit(row) && registrationStates.is(row.visit.status, 'left')}
      fill
    />
  )
}
