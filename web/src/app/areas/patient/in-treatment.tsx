import { daysBetween } from '@dentin/kit/datetime'
import { useState } from 'react'
import { briefGenderAge } from '../../../domain/person.ts'
import { clock, workText } from '../../../features/reporting/index.ts'
import { useAverages, useReceptionOptions, useTreatments } from '../../../features/visit/index.ts'
import { useCan } from '../../../lib/permission.ts'
import {
  EmptyState,
  LinkButton,
  Page,
  PageTitle,
  Segmented,
  StatusTag,
  Toolbar,
  urlEnum,
  urlOptional,
  useUrlState,
} from '../../../ui/index.ts'
import { DataTable, DateRangePicker, pageCodecs, pagedProps, Select, type Column } from '../../../ui/heavy.ts'
import { exists } from '../../routes.ts'
import s from './in-treatment.module.css'
import { patientTo } from '../../parts/patient-links.ts'
import { recordTo } from '../../parts/visit-links.ts'
import { presentDay } from '../../../lib/present.ts'

const codecs = {
  status: urlEnum(['now', 'ended', 'all'], 'now'),
  from: urlOptional,
  to: urlOptional,
  doctor: urlOptional,
  ...pageCodecs,
}
const statusOf = { now: 1, ended: 2, all: null } as const
const treatmentTone = { 0: 1, 1: 3, 2: 5 } as const

type Row = NonNullable<ReturnType<typeof useTreatments>['data']>['list'][number]

/** /inTreatment: the patients in treatment, and treatments of other days. */
export default function InTreatment() {
  const [url, setUrl] = useUrlState(codecs)
  const may = useCan()
  const options = useReceptionOptions()
  const status = statusOf[url.status]
  const query = useTreatments({
    ...(url.from ? { dateFrom: url.from } : {}),
    ...(url.to ? { dateTo: url.to } : {}),
    ...(url.doctor ? { doctorId: url.doctor } : {}),
    ...(status === null ? {} : { status }),
    pageNum: url.page,
    pageSize: url.size,
  })
  const [present] = useState(presentDay)
  const span = { dateFrom: url.from ?? present, dateTo: url.to ?? present }
  const days = daysBetween(span.dateFrom, span.dateTo)
  const means = useAverages({ ...span, ...(url.doctor ? { doctorId: url.doctor } : {}) }, days >= 0 && days < 92).data
  const records = may('/patientMedicalRecord:view') && exists('/patientMedicalRecord')
  const day = (moment: string) => `${moment.slice(0, 10)} ${clock(moment)}`
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: '姓名',
      width: 110,
      locked: true,
      render: (row) => <span className="bold">{row.name}</span>,
    },
    { key: 'age', title: '性别年龄', width: 90, render: (row) => briefGenderAge(row, row.startTime.slice(0, 10)) },
    { key: 'number', title: '病历号', width: 120, numeric: true, render: (row) => row.medicalNumber },
    { key: 'doctor', title: '医生', width: 96, render: (row) => row.doctorName },
    { key: 'room', title: '诊室', width: 96, render: (row) => row.chairName },
    { key: 'work', title: '项目', render: (row) => workText(row) },
    { key: 'start', title: '开始', width: 164, numeric: true, render: (row) => day(row.startTime) },
    { key: 'end', title: '诊毕', width: 72, numeric: true, render: (row) => clock(row.endTime) },
    {
      key: 'status',
      title: '状态',
      width: 96,
      render: (row) => <StatusTag kind="registration" value={treatmentTone[row.status as 0 | 1 | 2]} />,
    },
    {
      key: 'record',
      title: '病历',
      width: 96,
      render: (row) =>
        row.recordStatus === null ? '未写' : <StatusTag kind="record" value={row.recordStatus} look="plain" />,
    },
    {
      key: 'action',
      title: '操作',
      width: 150,
      align: 'right',
      render: (row) => (
        <span className={s.actions}>
          {records && (
            <LinkButton to={recordTo({ patientId: row.patientId, treatmentId: row.id })} size="xs" variant="row">
              病历
            </LinkButton>
          )}
          {may('/patientCenter:view') && (
            <LinkButton to={patientTo(row.patientId)} size="xs" variant="row">
              档案
            </LinkButton>
          )}
        </span>
      ),
    },
  ]
  return (
    <Page>
      <PageTitle />
      <Toolbar>
        <Segmented
          label="就诊状态"
          options={[
            { value: 'now', label: '就诊中' },
            { value: 'ended', label: '已诊毕' },
            { value: 'all', label: '全部' },
          ]}
          value={url.status}
          onChange={(next) => setUrl({ status: next, page: 1 })}
        />
        <div className={s.range}>
          <DateRangePicker
            label="就诊日期"
            value={url.from && url.to ? [url.from, url.to] : null}
            onChange={(range) => setUrl({ from: range?.[0] ?? null, to: range?.[1] ?? null, page: 1 })}
          />
        </div>
        <Select
          label="医生"
          width={140}
          clearable
          placeholder="全部医生"
          options={(options.data?.doctors ?? []).map((each) => ({ value: each.id, label: each.name }))}
          value={url.doctor}
          onChange={(doctor) => setUrl({ doctor, page: 1 })}
        />
      </Toolbar>
      {means && means.visits > 0 && (
        <p className={s.means}>
          <span>
            {url.from ? '所选日期' : '今天'}就诊 <b className="num">{means.visits}</b> 次
          </span>
          {(
            [
              ['平均等待', means.waitMinutes],
              ['平均诊疗', means.treatMinutes],
              ['平均收费等待', means.chargeMinutes],
            ] as const
          ).map(
            ([label, minutes]) =>
              minutes !== null && (
                <span key={label}>
                  {label} <b className="num">{minutes}</b> 分
                </span>
              ),
          )}
        </p>
      )}
      <div className={s.table}>
        <DataTable
          label="就诊"
          columns={columns}
          keyOf={(row) => row.id}
          {...pagedProps(query, url, setUrl, { noun: '次' })}
          empty={
            <EmptyState
              layout="stack"
              title={url.status === 'now' ? '现在没有就诊中的患者' : '没有符合条件的就诊'}
              action={
                may('/dashboard:view') && (
                  <LinkButton to="/dashboard" size="sm">
                    看今日
                  </LinkButton>
                )
              }
            />
          }
          mobile={(row) => (
            <div className={s.mobile}>
              <div className={s.mobileHead}>
                <b>{row.name}</b>
                <span className="t-13 secondary">{briefGenderAge(row, row.startTime.slice(0, 10))}</span>
                <StatusTag kind="registration" value={treatmentTone[row.status as 0 | 1 | 2]} />
              </div>
              <div className="t-13 secondary">
                {[workText(row), row.doctorName, row.chairName].filter(Boolean).join('　')}
              </div>
              <div className="t-13 secondary num">{day(row.startTime)}</div>
            </div>
          )}
          fill
        />
      </div>
    </Page>
  )
}
