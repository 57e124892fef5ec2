import { dayText } from '@dentin/kit/date-text'
import { appointmentStates } from '@dentin/contract/core/status'
import { addDays, today, type LocalDate } from '@dentin/kit/datetime'
import { useEffect, useState, type ReactNode } from 'react'
import { appointment } from '@dentin/contract/appointment'
import { briefGenderAge } from '../../../domain/person.ts'
import { useLive } from '../../../lib/live.ts'
import { useCall } from '../../../lib/query.ts'
import {
  Button,
  FilterChip,
  LinkButton,
  PageTitle,
  SearchField,
  statusList,
  Toolbar,
  urlList,
  urlOptional,
  urlText,
  useUrlState,
  EmptyState,
} from '../../../ui/index.ts'
import {
  ColumnButton,
  DataTable,
  DateRangePicker,
  MultiSelect,
  pageCodecs,
  pagedProps,
  useTableColumns,
} from '../../../ui/heavy.ts'
import { useBookingOptions, useNow } from '../hooks.ts'
import { spanOf, spanText, wireDate, type Detail } from '../model.ts'
import { AppointmentPane } from '../deferred.ts'
import { CardMarks, CardStatus } from './AppointmentCard.tsx'
import type { PatientPicker } from './BookForm.tsx'
import s from './board.module.css'
import { columns } from './appointment-columns.tsx'

const codecs = {
  from: urlOptional,
  to: urlOptional,
  doctors: urlList,
  consultants: urlList,
  statuses: urlList,
  keyword: urlText(),
  ...pageCodecs,
  sort: urlText('startTime asc'),
  appointment: urlOptional,
}

const calls = appointment

const sortable = ['startTime', 'createdTime', 'doctorName', 'status'] as const

export interface AppointmentListProps {
  renderPicker: PatientPicker
  patientHref: (patientId: string) => string
  recordHref: (recordId: string) => string
  renderCheckIn?: (appointment: Detail, done: () => void) => ReactNode
}

/** Every appointment by day, doctor, status and person; a row opens the same pane as the board. */
export function AppointmentList({ renderPicker, patientHref, recordHref, renderCheckIn }: AppointmentListProps) {
  const [url, setUrl] = useUrlState(codecs)
  const [typed, setTyped] = useState(url.keyword)
  const day = today(useNow())
  const range: [LocalDate, LocalDate] = [url.from ?? day, url.to ?? url.from ?? addDays(day, 6)]
  const [sortKey = 'startTime', order = 'asc'] = url.sort.split(' ')
  const sortBy = sortable.find((each) => each === sortKey) ?? 'startTime'
  const options = useBookingOptions()
  useLive(['appointment', 'reception'], [calls.list])
  const list = useCall(calls.list, {
    dateFrom: range[0],
    dateTo: range[1],
    doctorIds: url.doctors,
    consultantIds: url.consultants,
    statuses: url.statuses.map(Number).filter((each): each is 0 => each >= 0 && each <= 9),
    keyword: url.keyword,
    sortBy,
    descending: order === 'desc',
    pageNum: url.page,
    pageSize: url.size,
  })
  useEffect(() => {
    const keyword = typed.trim()
    if (keyword === url.keyword) return
    const timer = setTimeout(() => setUrl({ keyword, page: 1 }), 250)
    return () => clearTimeout(timer)
  }, [typed, url.keyword, setUrl])
  const table = useTableColumns('appointments', columns)
  const rows = list.data?.list
  const place = rows?.findIndex((row) => row.id === url.appointment) ?? -1
  const show = (id: string | null) => setUrl({ appointment: id })
  const go = (step: number) => {
    const to = rows?.[place + step]
    return place >= 0 && to ? () => show(to.id) : undefined
  }
  const doctorName = (id: string) => options.data?.doctors.find((each) => each.id === id)?.name ?? '医生'
  const statusName = (value: string) =>
    statusList('appointment').find((each) => String(each.value) === value)?.label ?? value
  const consultants = options.data?.consultants ?? []
  const consultantName = (id: string) => consultants.find((each) => each.id === id)?.name ?? '咨询师'
  const filtered = url.doctors.length + url.consultants.length + url.statuses.length > 0 || url.keyword !== ''
  const clear = () => {
    setTyped('')
    setUrl({ doctors: [], consultants: [], statuses: [], keyword: '', page: 1 })
  }
  return (
    <div className={s.listPage}>
      <PageTitle
        extra={
          <LinkButton variant="text" icon="calendar" to="/myAppointmentBoard">
            预约板
          </LinkButton>
        }
      />
      <div className={s.listMain}>
        <Toolbar end={<ColumnButton columns={table} />}>
          <DateRangePicker
            label="日期"
            width={260}
            value={range}
            clearable={false}
            onChange={(next) => setUrl({ from: next?.[0] ?? null, to: next?.[1] ?? null, page: 1 })}
          />
          <MultiSelect
            label="医生"
            placeholder="全部医生"
            width={180}
            value={url.doctors}
            onChange={(doctors) => setUrl({ doctors, page: 1 })}
            options={(options.data?.doctors ?? []).map((each) => ({ value: each.id, label: each.name }))}
          />
          {consultants.length > 0 && (
            <MultiSelect
              label="咨询师"
              placeholder="全部咨询师"
              width={150}
              value={url.consultants}
              onChange={(next) => setUrl({ consultants: next, page: 1 })}
              options={consultants.map((each) => ({ value: each.id, label: each.name }))}
            />
          )}
          <MultiSelect
            label="状态"
            placeholder="全部状态"
            width={160}
            value={url.statuses}
            onChange={(statuses) => setUrl({ statuses, page: 1 })}
            options={statusList('appointment').map((each) => ({ value: String(each.value), label: each.label }))}
          />
          <div style={{ width: 220 }}>
            <SearchField
              aria-label="搜索"
              placeholder="姓名、手机、病历号"
              value={typed}
              maxLength={50}
              onChange={setTyped}
            />
          </div>
          {url.doctors.map((id) => (
            <FilterChip
              key={id}
              name={doctorName(id)}
              onRemove={() => setUrl({ doctors: url.doctors.filter((each) => each !== id), page: 1 })}
            >
              {doctorName(id)}
            </FilterChip>
          ))}
          {url.consultants.map((id) => (
            <FilterChip
              key={id}
              name={consultantName(id)}
              onRemove={() => setUrl({ consultants: url.consultants.filter((each) => each !== id), page: 1 })}
            >
              {consultantName(id)}
            </FilterChip>
          ))}
          {url.statuses.map((value) => (
            <FilterChip
              key={value}
              name={statusName(value)}
              onRemove={() => setUrl({ statuses: url.statuses.filter((each) => each !== value), page: 1 })}
            >
              {statusName(value)}
            </FilterChip>
          ))}
        </Toolbar>
        <DataTable
          label="预约列表"
          columns={table}
          keyOf={(row) => row.id}
          {...pagedProps(list, url, setUrl)}
          empty={
            <EmptyState
              layout="stack"
              icon="calendar"
              title="暂无数据"
              hint={filtered ? '没有符合条件的预约' : '这几天还没有预约'}
              action={
                filtered ? (
                  <Button onClick={clear}>清空条件</Button>
                ) : (
                  <LinkButton variant="primary" to="/myAppointmentBoard">
                    去预约板新建
                  </LinkButton>
                )
              }
            />
          }
          sort={{ key: sortBy, order: order === 'desc' ? 'desc' : 'asc' }}
          onSort={(sort) => setUrl({ sort: sort ? `${sort.key} ${sort.order}` : 'startTime asc', page: 1 })}
          onOpen={(row) => show(row.id)}
          openKey={url.appointment}
          muted={(row) => appointmentStates.is(row.status, 'over')}
          mobile={(row) => (
            <>
              <div className={s.agendaName}>
                <b className="ellipsis">{row.name}</b>
                <span className="secondary t-13">{briefGenderAge(row, wireDate(row.startTime))}</span>
                <CardMarks card={row} size={13} />
                <span style={{ marginLeft: 'auto' }}>
                  <CardStatus card={row} />
                </span>
              </div>
              <div className="secondary t-13 num">
                {[
                  `${dayText(wireDate(row.startTime))} ${spanText(spanOf(row).start, spanOf(row).end)}`,
                  row.doctorName,
                  row.title,
                ]
                  .filter(Boolean)
                  .join('　')}
              </div>
            </>
          )}
        />
      </div>
      {url.appointment && (
        <AppointmentPane
          key={url.appointment}
          id={url.appointment}
          index={place >= 0 ? (url.page - 1) * url.size + place + 1 : undefined}
          total={place >= 0 ? list.data?.total : undefined}
          onPrevious={go(-1)}
          onNext={go(1)}
          onClose={() => show(null)}
          onShow={show}
          patientHref={patientHref}
          recordHref={recordHref}
          renderPicker={renderPicker}
          renderCheckIn={renderCheckIn}
        />
      )}
    </div>
  )
}
