import { patient as calls } from '@dentin/contract/patient'
import { BIN_DAYS } from '@dentin/contract/patient-archive'
import type { WireOutput } from '@dentin/contract/core/call'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, newRequestId } from '../../lib/client.ts'
import { useDict } from '../../lib/dict.ts'
import { useLive } from '../../lib/live.ts'
import { can } from '../../lib/permission.ts'
import { useCall, useSend } from '../../lib/query.ts'
import { BatchButton, DataTable, pageCodecs, pagedProps, Select, type Column } from '../../ui/heavy.ts'
import {
  Avatar,
  confirm,
  EmptyState,
  SearchField,
  Segmented,
  Tag,
  toast,
  Toolbar,
  urlEnum,
  urlOptional,
  urlText,
  useUrlState,
} from '../../ui/index.ts'
import { centreReads } from './hooks.ts'
import { ageYears, briefGenderAge, genderAge } from '../../domain/person.ts'
import { shortDay } from './words.ts'
import s from './patient.module.css'

const codecs = { view: urlEnum(['archived', 'bin'], 'archived'), q: urlText(), reason: urlOptional, ...pageCodecs }

type ArchivedRow = WireOutput<typeof calls.archivedList>['list'][number]
type BinRow = WireOutput<typeof calls.binList>['list'][number]

function Who({ row }: { row: ArchivedRow | BinRow }) {
  return (
    <span className={s.nameCell}>
      <Avatar gender={row.gender} age={ageYears(row.birthDay)} size={26} />
      <span className={s.nameWords}>{row.name}</span>
      <span className={s.small}>{briefGenderAge(row)}</span>
    </span>
  )
}

const who = <R extends ArchivedRow | BinRow>(): Column<R>[] => [
  { key: 'name', title: '患者', width: 178, locked: true, render: (row) => <Who row={row} /> },
  { key: 'number', title: '病历号', width: 112, numeric: true, render: (row) => row.medicalNumber },
  {
    key: 'mobile',
    title: '手机号',
    width: 132,
    numeric: true,
    render: (row) => row.mobile ?? <span className="tertiary">无</span>,
  },
]

const archivedColumns: Column<ArchivedRow>[] = [
  ...who<ArchivedRow>(),
  {
    key: 'last',
    title: '最近就诊',
    width: 118,
    numeric: true,
    render: (row) => <span className="secondary">{shortDay(row.lastVisitAt)}</span>,
  },
  {
    key: 'reason',
    title: '归档原因',
    width: 110,
    render: (row) => (row.reason === null ? '—' : <Tag>{row.reasonName}</Tag>),
  },
  { key: 'remark', title: '备注', render: (row) => row.remark || <span className="tertiary">—</span> },
  {
    key: 'at',
    title: '归档时间',
    width: 150,
    numeric: true,
    render: (row) => row.archivedAt?.slice(0, 16) ?? '—',
  },
  { key: 'by', title: '归档人', width: 96, render: (row) => row.archivedBy || '—' },
]

const binColumns: Column<BinRow>[] = [
  ...who<BinRow>(),
  { key: 'created', title: '建档', width: 110, numeric: true, render: (row) => row.createdAt.slice(0, 10) },
  { key: 'at', title: '删除时间', width: 150, numeric: true, render: (row) => row.deletedAt.slice(0, 16) },
  { key: 'by', title: '删除人', width: 110, render: (row) => row.deletedBy },
  {
    key: 'left',
    title: '剩余',
    width: 90,
    numeric: true,
    align: 'right',
    render: (row) => <span className={row.daysLeft <= 3 ? 'danger' : undefined}>{row.daysLeft} 天</span>,
  },
]

/** Archived files with un-archiving, and the recycle bin with restoring. */
export function Archived({ fileTo }: { fileTo: (id: string) => string }) {
  const { items } = useDict('archive-reason')
  const [state, set] = useUrlState(codecs)
  const bin = state.view === 'bin' && can('/allTimePatients:delete')
  return (
    <>
      <Toolbar
        className={s.filters}
        end={
          <SearchField
            aria-label="在列表中查找"
            placeholder="姓名、拼音、病历号"
            value={state.q}
            maxLength={40}
            onChange={(q) => set({ q, page: 1 })}
            boxClassName={s.findBox}
          />
        }
      >
        {can('/allTimePatients:delete') && (
          <Segmented
            label="名单"
            options={[
              { value: 'archived', label: '已归档' },
              { value: 'bin', label: '回收站' },
            ]}
            value={bin ? 'bin' : 'archived'}
            onChange={(view) => set({ view: view as 'archived' | 'bin', page: 1 })}
          />
        )}
        {!bin && (
          <Select
            label="归档原因"
            placeholder="归档原因"
            width={128}
            clearable
            options={items.map(({ itemCode, item }) => ({ value: itemCode, label: item }))}
            value={state.reason}
            onChange={(reason) => set({ reason, page: 1 })}
          />
        )}
        {bin && <span className="t-13 secondary">删除后保留 {BIN_DAYS} 天，之后自动清除</span>}
      </Toolbar>
      {bin ? <Bin /> : <ArchivedTable fileTo={fileTo} />}
    </>
  )
}

/** Sends a change of several files and says how it went; true when it did. */
async function tell(work: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await work
    toast.success(done)
    return true
  } catch (error) {
    toast.error(error instanceof ApiError ? error.message : '没有成功，请重试')
    return false
  }
}

function ArchivedTable({ fileTo }: { fileTo: (id: string) => string }) {
  const [state, set] = useUrlState(codecs)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string[]>([])
  useLive(['patient'], [calls.archivedList])
  const found = useCall(calls.archivedList, {
    keyword: state.q,
    reason: /^[1-9]\d{0,5}$/.test(state.reason ?? '') ? Number(state.reason) : null,
    pageNum: state.page,
    pageSize: state.size,
  })
  const open = useSend(calls.unarchive, { refresh: centreReads })
  const may = can('/allTimePatients:archive')
  const unarchive = async () => {
    if (await tell(open.mutateAsync({ patientIds: chosen, requestId: newRequestId() }), '已取消归档')) setChosen([])
  }
  return (
    <DataTable<ArchivedRow>
      label="已归档患者"
      columns={archivedColumns}
      keyOf={(row) => row.id}
      {...pagedProps(found, state, set, { noun: '人' })}
      onOpen={(row) => void navigate(fileTo(row.id))}
      {...(may
        ? {
            selected: chosen,
            onSelect: setChosen,
            noun: '人',
            batch: (
              <BatchButton disabled={open.isPending} onClick={() => void unarchive()}>
                取消归档
              </BatchButton>
            ),
          }
        : {})}
      empty={
        <EmptyState
          layout="stack"
          icon="archive"
          title={state.q || state.reason ? '没有符合的归档患者' : '没有归档的患者'}
          hint="治疗结束、失访或迁出的患者可以在患者列表里归档"
        />
      }
      mobile={(row) => (
        <div>
          <div className={s.cardLine}>
            <span className={s.nameWords}>{row.name}</span>
            <span className="t-13 secondary">{genderAge(row)}</span>
            {row.reason !== null && <Tag>{row.reasonName}</Tag>}
          </div>
          <div className="t-13 secondary num">
            {row.medicalNumber}　{row.archivedAt?.slice(0, 10) ?? ''} {row.archivedBy}
          </div>
        </div>
      )}
    />
  )
}

function Bin() {
  const [state, set] = useUrlState(codecs)
  const [chosen, setChosen] = useState<string[]>([])
  useLive(['patient'], [calls.binList])
  const found = useCall(calls.binList, { keyword: state.q, pageNum: state.page, pageSize: state.size })
  const back = useSend(calls.restore, { refresh: centreReads })
  const restore = async () => {
    const names = found.data?.list.filter((row) => chosen.includes(row.id)).map((row) => row.name) ?? []
    const sure = await confirm({
      title: `恢复 ${names.slice(0, 3).join('、')}${chosen.length > 3 ? ` 等 ${chosen.length} 人` : ''}？`,
      body: '恢复到删除之前的状态。',
      okText: '恢复',
    })
    if (sure && (await tell(back.mutateAsync({ patientIds: chosen, requestId: newRequestId() }), '已恢复')))
      setChosen([])
  }
  return (
    <DataTable<BinRow>
      label="回收站"
      columns={binColumns}
      keyOf={(row) => row.id}
      {...pagedProps(found, state, set, { noun: '人' })}
      selected={chosen}
      onSelect={setChosen}
      noun="人"
      batch={
        <BatchButton disabled={back.isPending} onClick={() => void restore()}>
          恢复
        </BatchButton>
      }
      empty={<EmptyState layout="stack" icon="trash" title={state.q ? '回收站里没有符合的患者' : '回收站是空的'} />}
      mobile={(row) => (
        <div>
          <div className={s.cardLine}>
            <span className={s.nameWords}>{row.name}</span>
            <span className="t-13 secondary">{genderAge(row)}</span>
          </div>
          <div className="t-13 secondary num">
            {row.medicalNumber}　{row.deletedAt.slice(0, 10)} {row.deletedBy}　剩 {row.daysLeft} 天
          </div>
        </div>
      )}
    />
  )
}
