import { dayText } from '@dentin/kit/date-text'
import { appointmentSourceNames, treatTypeNames } from '@dentin/contract/core/visit-words'
import { teethWords } from '../../../domain/teeth.ts'
import { briefGenderAge } from '../../../domain/person.ts'
import type { Column } from '../../../ui/heavy.ts'
import { spanOf, spanText, wireDate, type ListRow } from '../model.ts'
import { CardMarks, CardStatus } from './AppointmentCard.tsx'
import s from './board.module.css'

export const columns: readonly Column<ListRow>[] = [
  {
    key: 'startTime',
    title: '预约时间',
    width: 240,
    sortable: true,
    locked: true,
    numeric: true,
    render: (row) => `${dayText(wireDate(row.startTime))} ${spanText(spanOf(row).start, spanOf(row).end)}`,
  },
  {
    key: 'name',
    title: '患者',
    width: 190,
    locked: true,
    render: (row) => (
      <span className={s.agendaName}>
        <b className="ellipsis">{row.name}</b>
        <span className="secondary t-13">{briefGenderAge(row, wireDate(row.startTime))}</span>
        <CardMarks card={row} size={13} />
      </span>
    ),
  },
  { key: 'mobile', title: '手机', width: 120, numeric: true, render: (row) => row.mobile || '—' },
  { key: 'doctorName', title: '医生', width: 100, sortable: true, render: (row) => row.doctorName },
  {
    key: 'title',
    title: '项目',
    width: 180,
    render: (row) => (
      <span className="ellipsis">{[row.title, teethWords(row.teeth)].filter(Boolean).join(' ') || '—'}</span>
    ),
  },
  {
    key: 'status',
    title: '状态',
    width: 96,
    sortable: true,
    render: (row) => <CardStatus card={row} />,
  },
  { key: 'treatType', title: '就诊', width: 70, render: (row) => treatTypeNames[row.treatType] },
  { key: 'source', title: '来源', width: 80, render: (row) => appointmentSourceNames[row.source] },
  {
    key: 'consultantName',
    title: '咨询师',
    width: 90,
    hiddenFirst: true,
    render: (row) => row.consultantName || '—',
  },
  { key: 'nurseName', title: '护士', width: 90, hiddenFirst: true, render: (row) => row.nurseName || '—' },
  {
    key: 'medicalNumber',
    title: '病历号',
    width: 110,
    numeric: true,
    hiddenFirst: true,
    render: (row) => row.medicalNumber ?? '—',
  },
  { key: 'appointNo', title: '预约号', width: 140, numeric: true, hiddenFirst: true, render: (row) => row.appointNo },
  {
    key: 'createdTime',
    title: '登记时间',
    width: 150,
    sortable: true,
    numeric: true,
    hiddenFirst: true,
    render: (row) => row.createdTime.slice(0, 16),
  },
  { key: 'createdName', title: '登记人', width: 90, hiddenFirst: true, render: (row) => row.createdName },
  {
    key: 'remark',
    title: '备注',
    render: (row) => <span className="ellipsis">{row.remark || row.cancelReason || ''}</span>,
  },
]
