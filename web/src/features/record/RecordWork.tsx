import { recordStates } from '@dentin/contract/core/status'
import { recordKindWords } from '@dentin/contract/core/record-origins'
import { parseTeeth } from '@dentin/clinical/teeth'
import { useState, type ReactNode } from 'react'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { can, useCan } from '../../lib/permission.ts'
import { shortMoment } from '../../lib/when.ts'
import { DataTable, pageCodecs, pagedProps, type Column } from '../../ui/heavy.ts'
import {
  Avatar,
  Button,
  EmptyState,
  SearchField,
  Segmented,
  StatusTag,
  Tabs,
  Tag,
  toast,
  Toolbar,
  urlEnum,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { QualityPane } from './deferred.ts'
import { useCreateRecord, useWork, type WorkRow } from './hooks.ts'
import { ageYears, genderAge } from '../../domain/person.ts'
import s from './work.module.css'

const urlState = {
  tab: urlEnum(['todo', 'signed', 'review', 'quality'], 'todo'),
  whose: urlEnum(['mine', 'clinic'], 'mine'),
  q: urlText(),
  ...pageCodecs,
}

/** Visits whose record is still to be written, and the records signed lately. */
export function RecordWork({ onOpen, empty }: { onOpen: (id: string) => void; empty?: ReactNode }) {
  const [{ tab, whose, q, ...place }, set] = useUrlState(urlState)
  useCan()
  const writes = can('/patientMedicalRecord:sign')
  const who = writes ? whose : 'clinic'
  const isQuality = tab === 'quality'
  const listed = isQuality ? 'signed' : tab
  const work = useWork(
    { tab: listed, whose: who, keyword: q, pageNum: place.page, pageSize: place.size },
    { enabled: !isQuality },
  )
  const todo = useWork({ tab: 'todo', whose: who, pageSize: 1 }).data?.total
  const reviews = can('/patientMedicalRecord:approve')
  const review = useWork({ tab: 'review', pageSize: 1 }, { enabled: reviews }).data?.total
  const create = useCreateRecord()
  const [starting, setStarting] = useState<string | null>(null)
  const start = (row: WorkRow) => {
    if (row.id) {
      onOpen(row.id)
      return
    }
    if (!row.treatmentId || !can('/patientMedicalRecord:add')) return
    setStarting(row.treatmentId)
    create.mutate(
      { treatmentId: row.treatmentId, requestId: newRequestId() },
      {
        onSuccess: ({ id }) => onOpen(id),
        onError: (failed) => {
          const there = failed instanceof ApiError ? (failed.data as { id?: string } | null)?.id : undefined
          if (there) onOpen(there)
          else toast.error(failed.message)
        },
        onSettled: () => setStarting(null),
      },
    )
  }
  const columns: Column<WorkRow>[] = [
    {
      key: 'time',
      title: '就诊时间',
      width: 150,
      numeric: true,
      render: (row) => (
        <span className={s.time}>
          {shortMoment(row.visitTime)}
          {row.overdue && <Tag tone="wait">超时</Tag>}
        </span>
      ),
    },
    {
      key: 'patient',
      title: '患者',
      width: 200,
      locked: true,
      render: (row) => (
        <span className={s.patient}>
          <Avatar gender={row.gender} age={ageYears(row.birthDay, row.visitTime)} size={26} />
          <b>{row.patientName}</b>
          <span className="secondary t-12">{genderAge(row, row.visitTime)}</span>
        </span>
      ),
    },
    { key: 'kind', title: '类型', width: 96, render: recordKindWords },
    {
      key: 'teeth',
      title: '牙位',
      width: 86,
      render: (row) => (row.teeth ? <ToothCross teeth={parseTeeth(row.teeth)} /> : <span className="tertiary">—</span>),
    },
    {
      key: 'what',
      title: tab === 'todo' ? '项目' : '诊断',
      render: (row) => row.diagnosisText || row.title || <span className="tertiary">—</span>,
    },
    { key: 'doctor', title: '医生', width: 96, render: (row) => row.doctorName },
    {
      key: 'status',
      title: '状态',
      width: 96,
      render: (row) =>
        row.status === null ? (
          <Tag tone="outline">未写</Tag>
        ) : tab === 'review' ? (
          <Tag tone="wait">{recordStates.is(row.status, 'archived') ? '申请修订' : '待审签'}</Tag>
        ) : (
          <StatusTag kind="record" value={row.status} look="plain" />
        ),
    },
    {
      key: 'action',
      title: '',
      width: 96,
      align: 'right',
      render: (row) => action(row),
    },
  ]
  const action = (row: WorkRow) => {
    if (row.id === null && !can('/patientMedicalRecord:add')) return null
    return (
      <Button
        variant="row"
        size="sm"
        busy={starting !== null && starting === row.treatmentId}
        onClick={() => start(row)}
      >
        {row.id === null ? '写病历' : tab === 'todo' ? '继续写' : '查看'}
      </Button>
    )
  }
  return (
    <>
      <Tabs
        label="病历"
        inset="gutter"
        items={[
          { key: 'todo', label: '待写', ...(todo === undefined ? {} : { count: todo }) },
          { key: 'signed', label: '已签名' },
          ...(reviews ? [{ key: 'review' as const, label: '待审签、批准', ...(review ? { count: review } : {}) }] : []),
          { key: 'quality', label: '病历质量' },
        ]}
        value={tab}
        onChange={(next) => set({ tab: next, page: 1 }, { push: true })}
      />
      {isQuality ? (
        <QualityPane onOpen={onOpen} />
      ) : (
        <>
          <Toolbar
            end={
              writes &&
              tab !== 'review' && (
                <Segmented
                  label="谁的病历"
                  value={whose}
                  options={[
                    { value: 'mine', label: '我的' },
                    { value: 'clinic', label: '全门诊' },
                  ]}
                  onChange={(next) => set({ whose: next, page: 1 })}
                />
              )
            }
          >
            <span className={s.search}>
              <SearchField
                value={q}
                onChange={(text) => set({ q: text, page: 1 })}
                placeholder="姓名、拼音首字母、手机尾号、病历号"
                aria-label="搜索患者"
              />
            </span>
          </Toolbar>
          <DataTable
            label={tab === 'todo' ? '待写病历' : tab === 'review' ? '待审签、批准的病历' : '已签名病历'}
            fill
            columns={columns}
            keyOf={(row) => row.id ?? row.treatmentId ?? ''}
            {...pagedProps(work, place, set)}
            onOpen={start}
            rowHeight={46}
            noun="份"
            empty={
              q ? (
                <EmptyState layout="stack" icon="search" title="没有找到" hint="换个姓名或手机尾号试试" />
              ) : tab === 'todo' ? (
                <EmptyState
                  layout="stack"
                  icon="check-circle"
                  title="没有待写的病历"
                  hint="患者开始就诊后会出现在这里"
                  action={empty}
                />
              ) : tab === 'review' ? (
                <EmptyState
                  layout="stack"
                  icon="check-circle"
                  title="没有等您审签或批准的病历"
                  hint="哪些人的病历要上级审签，在门诊设置里选"
                />
              ) : (
                <EmptyState layout="stack" icon="file" title="还没有签名的病历" hint="写好后点「签名并锁定」" />
              )
            }
            mobile={(row) => (
              <div className={s.phoneRow}>
                <Avatar gender={row.gender} age={ageYears(row.birthDay, row.visitTime)} size={40} />
                <div className={s.phoneWords}>
                  <div>
                    <b>{row.patientName}</b> <span className="secondary t-12">{genderAge(row, row.visitTime)}</span>
                  </div>
                  <div className="secondary t-13 ellipsis">{row.diagnosisText || row.title || row.doctorName}</div>
                  <div className="tertiary t-12 num">
                    {shortMoment(row.visitTime)}　{row.doctorName}
                  </div>
                </div>
                {row.status === null ? (
                  <Tag tone="outline">未写</Tag>
                ) : (
                  <StatusTag kind="record" value={row.status} look="plain" />
                )}
              </div>
            )}
          />
        </>
      )}
    </>
  )
}
