import { fileStates } from '@dentin/contract/core/status'
import type { PatientColumn } from '@dentin/contract/patient'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { shortMoment } from '../../lib/when.ts'
import { DataTable, useTableColumns, type Column, type DataTableProps, type TableColumns } from '../../ui/heavy.ts'
import { Avatar, Icon, Money, Tag } from '../../ui/index.ts'
import type { PatientRow } from './hooks.ts'
import { GroupTag } from './GroupTag.tsx'
import { hasAlerts } from './PatientAlerts.tsx'
import { ageYears, briefGenderAge, genderAge } from '../../domain/person.ts'
import { shortDay } from './words.ts'
import s from './patient.module.css'

/** Columns only for whoever may see amounts. */
const MONEY = new Set<PatientColumn>(['consume', 'arrears'])

/** What customer service sees at first: whom to call, and why. */
const SERVICE = new Set<PatientColumn>([
  'name',
  'mobile',
  'groups',
  'tags',
  'respDoctor',
  'firstVisit',
  'lastVisit',
  'nextAppointment',
  'source',
])

const alertWords = (row: PatientRow) =>
  [
    row.allergyFlag === 1 ? `过敏：${row.allergyHistory}` : '',
    row.patientType === 6 ? '黑名单' : '',
    ...row.systemicDiseases,
  ]
    .filter(Boolean)
    .join('、')

function NameCell({ row }: { row: PatientRow }) {
  return (
    <span className={s.nameCell}>
      <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={26} />
      <span className={s.nameWords}>{row.name}</span>
      <span className={s.small}>{briefGenderAge(row)}</span>
      {hasAlerts(row) && (
        <span title={alertWords(row)} className="danger">
          <Icon
            name={row.patientType === 6 ? 'ban' : row.allergyFlag === 1 ? 'alert' : 'heart-pulse'}
            size={15}
            label={alertWords(row)}
          />
        </span>
      )}
    </span>
  )
}

/** Somebody of the staff beside the doctor; shown when it is asked for. */
const staffColumn = (key: PatientColumn, title: string, nameOf: (row: PatientRow) => string | null) => ({
  key,
  title,
  width: 82,
  hiddenFirst: true,
  render: (row: PatientRow) => nameOf(row) ?? <span className="tertiary">—</span>,
})

/** The columns of the patient list; `bookTo` is where an appointment for a patient is made. */
export function usePatientColumns(bookTo: ((id: string) => string) | null, service = false): TableColumns<PatientRow> {
  const columns = useMemo<(Column<PatientRow> & { key: PatientColumn })[]>(
    () => [
      { key: 'name', title: '患者', width: 178, sortable: true, locked: true, render: (row) => <NameCell row={row} /> },
      { key: 'medicalNumber', title: '病历号', width: 112, numeric: true, render: (row) => row.medicalNumber },
      {
        key: 'mobile',
        title: '手机号',
        width: 132,
        numeric: true,
        render: (row) => row.mobile ?? <span className="tertiary">无</span>,
      },
      {
        key: 'groups',
        title: '分组',
        width: 150,
        hiddenFirst: true,
        render: (row) =>
          row.groups.length > 0 ? (
            <span className={s.tags} title={row.groups.map((group) => group.name).join('、')}>
              {row.groups.map((group) => (
                <GroupTag key={group.id} group={group} />
              ))}
            </span>
          ) : (
            <span className="tertiary">—</span>
          ),
      },
      { key: 'tags', title: '标签', width: 120, hiddenFirst: true, render: (row) => row.tags.join('、') || '—' },
      {
        key: 'respDoctor',
        title: '责任医生',
        width: 82,
        render: (row) => row.respDoctorName ?? <span className="tertiary">—</span>,
      },
      staffColumn('consultant', '咨询师', (row) => row.consultantName),
      staffColumn('respNurse', '责任护士', (row) => row.respNurseName),
      staffColumn('customerService', '客服', (row) => row.customerServiceName),
      {
        key: 'lastVisit',
        title: '最近就诊',
        width: 96,
        numeric: true,
        sortable: true,
        render: (row) => <span className="secondary">{shortDay(row.lastVisitAt)}</span>,
      },
      {
        key: 'nextAppointment',
        title: '下次预约',
        width: 116,
        numeric: true,
        render: (row) =>
          row.nextAppointmentAt ? (
            shortMoment(row.nextAppointmentAt)
          ) : bookTo ? (
            <Link className="brand t-12" to={bookTo(row.id)}>
              预约
            </Link>
          ) : (
            <span className="tertiary">—</span>
          ),
      },
      { key: 'source', title: '来源', width: 96, hiddenFirst: true, render: (row) => row.sourceName ?? '—' },
      {
        key: 'firstVisit',
        title: '初诊日期',
        width: 116,
        numeric: true,
        hiddenFirst: true,
        render: (row) => row.firstVisitAt?.slice(0, 10) ?? '—',
      },
      {
        key: 'visitCount',
        title: '就诊次数',
        width: 84,
        align: 'right',
        numeric: true,
        hiddenFirst: true,
        render: (row) => row.visitCount,
      },
      {
        key: 'consume',
        title: '累计消费',
        width: 110,
        align: 'right',
        numeric: true,
        hiddenFirst: true,
        render: (row) => <Money yuan={row.consumeTotal} />,
      },
      {
        key: 'created',
        title: '建档时间',
        width: 100,
        numeric: true,
        sortable: true,
        hiddenFirst: true,
        render: (row) => <span title={`${row.createdAt} ${row.createdName}`}>{row.createdAt.slice(0, 10)}</span>,
      },
      { key: 'createdName', title: '建档人', width: 82, hiddenFirst: true, render: (row) => row.createdName },
      {
        key: 'arrears',
        title: '欠费',
        width: 96,
        align: 'right',
        numeric: true,
        sortable: true,
        render: (row) => <Money yuan={row.arrearsAmount} as="debt" />,
      },
    ],
    [bookTo],
  )
  const amounts = useCan()('/field:amounts')
  const shown = useMemo(() => {
    const seen = amounts ? columns : columns.filter(({ key }) => !MONEY.has(key))
    return service ? seen.map((column) => ({ ...column, hiddenFirst: !SERVICE.has(column.key) })) : seen
  }, [amounts, columns, service])
  return useTableColumns(service ? 'patients-service' : 'patients', shown)
}

function PatientCard({ row }: { row: PatientRow }) {
  return (
    <div className={s.card}>
      <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={40} />
      <div>
        <div className={s.cardLine}>
          <span className={s.nameWords}>{row.name}</span>
          <span className="t-13 secondary">{genderAge(row)}</span>
          {fileStates.is(row.status, 'archived') && <Tag>已归档</Tag>}
          {hasAlerts(row) && <Icon name="alert" size={15} className="danger" label={alertWords(row)} />}
        </div>
        <div className="t-13 secondary num">
          {row.mobile ?? row.medicalNumber}　最近 {shortDay(row.lastVisitAt)}
        </div>
      </div>
      <div className={s.cardEnd}>
        {Number(row.arrearsAmount) > 0 && (
          <div>
            <span className="t-12 secondary">欠费 </span>
            <Money yuan={row.arrearsAmount} as="debt" />
          </div>
        )}
        {row.nextAppointmentAt && <div className="t-12 secondary num">预约 {shortMoment(row.nextAppointmentAt)}</div>}
      </div>
    </div>
  )
}

/** The list of patients: sorted, paged and summed by the server. */
export function PatientTable(props: Omit<DataTableProps<PatientRow>, 'label' | 'keyOf' | 'mobile'>) {
  return (
    <DataTable<PatientRow>
      {...props}
      label="患者列表"
      keyOf={(row) => row.id}
      mobile={(row) => <PatientCard row={row} />}
    />
  )
}
