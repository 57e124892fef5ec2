import { recordKinds } from '@dentin/contract/core/record-kinds'
import { treatTypeNames } from '@dentin/contract/core/visit-words'
import { Link, useSearchParams } from 'react-router'
import { teethOf } from '../../domain/teeth.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import { EmptyState, Money, StatusTag, useUrlState } from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { useTimeline, type Visit } from './hooks.ts'
import { visitTitle } from './VisitTimeline.tsx'
import s from './patient.module.css'

export interface TreatRecordsProps {
  patientId: string
  /** Where the record and the bills of a visit are read; without an address the word only tells. */
  recordTo: ((visit: Visit) => string) | undefined
  billTo: ((visit: Visit) => string) | undefined
}

/** Every visit of a patient in one list: when, with whom, what was found and done, its record and what it cost. */
export function TreatRecords({ patientId, recordTo, billTo }: TreatRecordsProps) {
  const [place, set] = useUrlState(pageCodecs)
  const [query] = useSearchParams()
  const found = useTimeline({ id: patientId, pageNum: place.page, pageSize: place.size })
  const asked = query.get('treatmentId') ?? query.get('visitId')
  const visits = found.data?.list ?? []
  const open = visits.find((each) => asked !== null && [each.treatmentId, each.registrationId].includes(asked))
  const record = (visit: Visit) => {
    if (!visit.recordId || visit.recordStatus === null) return <span className="tertiary">未写</span>
    const tag = <StatusTag kind="record" value={visit.recordStatus} look="plain" />
    return (
      <>
        {recordTo ? <Link to={recordTo(visit)}>{tag}</Link> : tag}
        {visit.otherRecords.map(({ id, recordType }) => (
          <span key={id} className="t-12">
            {' '}
            {recordTo ? (
              <Link to={recordTo({ ...visit, recordId: id })}>{recordKinds[recordType].short || '普通'}</Link>
            ) : (
              recordKinds[recordType].short || '普通'
            )}
          </span>
        ))}
      </>
    )
  }
  const sum = (visit: Visit) => {
    if (visit.billAmount === null) return <span className="tertiary">—</span>
    const amount = <Money yuan={visit.billAmount} />
    return billTo ? <Link to={billTo(visit)}>{amount}</Link> : amount
  }
  const owing = (visit: Visit) =>
    visit.arrearsAmount !== null && Number(visit.arrearsAmount) > 0 ? (
      <Money yuan={visit.arrearsAmount} as="debt" />
    ) : (
      <span className="tertiary">—</span>
    )
  const columns: Column<Visit>[] = [
    {
      key: 'time',
      title: '就诊时间',
      width: 164,
      render: (visit) => <span className="num">{visit.visitTime.slice(0, 16)}</span>,
    },
    { key: 'kind', title: '类型', width: 64, render: (visit) => treatTypeNames[visit.treatType] },
    { key: 'doctor', title: '医生', width: 84, render: (visit) => visit.doctorName },
    {
      key: 'place',
      title: '门诊 / 诊室',
      width: 150,
      hiddenFirst: true,
      render: (visit) => [visit.clinicName, visit.chairName].filter(Boolean).join(' '),
    },
    {
      key: 'teeth',
      title: '牙位',
      width: 90,
      render: (visit) => {
        const teeth = teethOf(visit.teeth)
        return teeth.length > 0 && <ToothCross teeth={teeth} />
      },
    },
    { key: 'diagnosis', title: '诊断', render: (visit) => <span title={visitTitle(visit)}>{visitTitle(visit)}</span> },
    {
      key: 'treatment',
      title: '处置',
      render: (visit) => (
        <span title={visit.treatmentText}>{visit.treatmentText || <span className="tertiary">—</span>}</span>
      ),
    },
    {
      key: 'status',
      title: '状态',
      width: 92,
      render: (visit) => <StatusTag kind="registration" value={visit.status} look="plain" />,
    },
    { key: 'record', title: '病历', width: 84, render: record },
    { key: 'bill', title: '账单', width: 96, numeric: true, align: 'right', render: sum },
    { key: 'arrears', title: '欠费', width: 88, numeric: true, align: 'right', render: owing },
  ]
  return (
    <DataTable<Visit>
      label="就诊记录"
      columns={columns}
      keyOf={(visit) => visit.registrationId}
      openKey={open?.registrationId ?? null}
      {...pagedProps(found, place, set, { what: '就诊记录', noun: '次' })}
      empty={<EmptyState icon="history" title="还没有就诊记录" hint="挂号后，每次就诊都列在这里" />}
      mobile={(visit) => (
        <div className={s.treatCard}>
          <span className={s.treatLine}>
            <b className="num">{visit.visitTime.slice(0, 16)}</b>
            <span className="t-12 secondary">
              {treatTypeNames[visit.treatType]}　{visit.doctorName}
            </span>
            <StatusTag kind="registration" value={visit.status} look="plain" />
          </span>
          <span>{visitTitle(visit)}</span>
          {visit.treatmentText && <span className="t-13 secondary">{visit.treatmentText}</span>}
          <span className={s.treatLine}>
            <span className="t-12 secondary">病历</span> {record(visit)}
            {visit.billAmount !== null && <>{sum(visit)}</>}
          </span>
        </div>
      )}
    />
  )
}
