import { MOST_RECORDS } from '@dentin/contract/record'
import { recordStates } from '@dentin/contract/core/status'
import { parseTeeth } from '@dentin/clinical/teeth'
import { recordKindWords } from '@dentin/contract/core/record-origins'
import { useState, type ReactNode } from 'react'
import { can, useCan } from '../../lib/permission.ts'
import { DataTable, listProps, type Column } from '../../ui/heavy.ts'
import {
  Button,
  EmptyState,
  FilterChip,
  LinkButton,
  Menu,
  Segmented,
  statusOf,
  StatusTag,
  Tag,
  toast,
  Toolbar,
  urlFlag,
  urlOptional,
  useUrlState,
} from '../../ui/index.ts'
import { ToothCross } from '../../ui/tooth/index.ts'
import { ApartDialog } from './deferred.ts'
import { useRecordsOf, useRestore, type RecordRow } from './hooks.ts'
import { dayInWords } from './words.ts'

const beginnings = [
  { origin: 'late', key: 'late', label: '补录漏写的就诊', icon: 'history' },
  { origin: 'phone', key: 'phone', label: '电话咨询', icon: 'phone' },
] as const
const SEALED = <Tag icon="lock">已封存</Tag>
const urlState = { deleted: urlFlag, status: urlOptional }

/** The records of one patient over the chain, deleted ones apart; all signed ones can be printed in a row. */
export function PatientRecords({
  patientId,
  onOpen,
  printAllTo,
  seals,
}: {
  patientId: string
  onOpen: (id: string) => void
  printAllTo: string
  /** What was sealed, and sealing. */
  seals?: ReactNode
}) {
  const [{ deleted, status }, set] = useUrlState(urlState)
  useCan()
  const read = useRecordsOf(patientId, deleted ? 1 : 0)
  const found =
    status === null || !read.data ? read : { ...read, data: read.data.filter((row) => String(row.status) === status) }
  const [beginning, setBeginning] = useState<'late' | 'phone' | null>(null)
  const restore = useRestore()
  const columns: Column<RecordRow>[] = [
    { key: 'day', title: '就诊日期', width: 160, render: (row) => <b>{dayInWords(row.visitTime)}</b> },
    { key: 'kind', title: '类型', width: 96, render: recordKindWords },
    {
      key: 'teeth',
      title: '牙位',
      width: 86,
      render: (row) => row.teeth && <ToothCross teeth={parseTeeth(row.teeth)} />,
    },
    {
      key: 'diagnosis',
      title: '诊断',
      width: 200,
      render: (row) => row.diagnosisText || <span className="tertiary">未写</span>,
    },
    { key: 'treatment', title: '处置', render: (row) => <span className="ellipsis">{row.treatmentText}</span> },
    { key: 'doctor', title: '医生', width: 90, render: (row) => row.doctorName },
    { key: 'clinic', title: '门诊', width: 120, hiddenFirst: true, render: (row) => row.clinicName },
    {
      key: 'status',
      title: '状态',
      width: 164,
      render: (row) => (
        <>
          <StatusTag kind="record" value={row.status} look="plain" />
          {row.sealedAt && <>　{SEALED}</>}
        </>
      ),
    },
    {
      key: 'action',
      title: '',
      width: 88,
      align: 'right',
      render: (row) =>
        deleted ? (
          <Button
            variant="row"
            size="sm"
            onClick={() =>
              restore.mutate(
                { id: row.id },
                {
                  onSuccess: () => toast.success('已恢复'),
                  onError: (failed) => toast.error(failed.message),
                },
              )
            }
          >
            恢复
          </Button>
        ) : (
          <Button variant="row" size="sm" onClick={() => onOpen(row.id)}>
            打开
          </Button>
        ),
    },
  ]
  return (
    <>
      <Toolbar
        end={
          <>
            {seals}
            {can('/patientMedicalRecord:add') && (
              <Menu
                align="end"
                items={beginnings.map(({ origin, ...entry }) => ({ ...entry, onSelect: () => setBeginning(origin) }))}
              >
                <Button icon="plus">新建</Button>
              </Menu>
            )}
            {can('/patientMedicalRecord:print') &&
              (found.data?.some((row) => recordStates.is(row.status, 'signed', 'archived')) ?? false) && (
                <LinkButton to={printAllTo} icon="printer">
                  全部打印
                </LinkButton>
              )}
          </>
        }
      >
        {can('/patientMedicalRecord:delete') && (
          <Segmented
            label="哪些病历"
            value={deleted ? 'deleted' : 'alive'}
            options={[
              { value: 'alive', label: '全部病历' },
              { value: 'deleted', label: '已删除' },
            ]}
            onChange={(next) => set({ deleted: next === 'deleted' })}
          />
        )}
        {status !== null && (
          <FilterChip name="状态" onRemove={() => set({ status: null })}>
            状态 {statusOf('record', Number(status)).label}
          </FilterChip>
        )}
        {read.data?.length === MOST_RECORDS && (
          <span className="tertiary t-12">只列最近 {MOST_RECORDS} 份，更早的在患者的时间线里</span>
        )}
      </Toolbar>
      {beginning && (
        <ApartDialog
          patientId={patientId}
          origin={beginning}
          hasRecords={(read.data?.length ?? 0) > 0}
          onClose={() => setBeginning(null)}
          onMade={onOpen}
        />
      )}
      <DataTable
        label="患者病历"
        fill
        columns={columns}
        keyOf={(row) => row.id}
        {...listProps(found)}
        onOpen={(row) => onOpen(row.id)}
        rowHeight={46}
        empty={
          <EmptyState
            layout="stack"
            icon="file"
            title={deleted ? '没有删除过的病历' : '还没有病历'}
            hint={deleted ? '删除的病历可在这里恢复' : '就诊开始后在「病历」里新建；漏写的可补录'}
          />
        }
        mobile={(row) => (
          <div>
            <div>
              <b>{dayInWords(row.visitTime)}</b>　<StatusTag kind="record" value={row.status} look="plain" />
              {row.sealedAt && <>　{SEALED}</>}
            </div>
            <div className="secondary t-13">{row.diagnosisText || '未写诊断'}</div>
            <div className="tertiary t-12">{row.doctorName}</div>
          </div>
        )}
      />
    </>
  )
}
